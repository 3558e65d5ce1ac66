import { serve } from 'stowage/server'
import type { CompareBackend } from './backend.ts'
import { comparing } from './contract.ts'

export const compareRoutes = serve<typeof comparing, CompareBackend>(comparing, {
  settings: ({ backend, params }) => backend.settings(params),
})
