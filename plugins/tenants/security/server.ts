import { serve } from 'stowage/server'
import type { SecurityBackend } from './backend.ts'
import { security } from './contract.ts'

export const securityRoutes = serve<typeof security, SecurityBackend>(security, {
  security: ({ backend, params }) => backend.security(params.namespace, params.tenant),
  setSecurity: ({ backend, params, body }) => backend.setSecurity(params.namespace, params.tenant, body),
})
