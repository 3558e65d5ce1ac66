import { serve } from '../../../core/serve.ts'
import type { CompareBackend } from './backend.ts'
import { comparing } from './contract.ts'

/** The call that comparing tenants makes of each. */
export const compareRoutes = serve<typeof comparing, CompareBackend>(comparing, {
  settings: ({ backend, params }) => backend.settings(params),
})
