import { serve } from 'stowage/server'
import type { TenantsBackend } from '../backend.ts'
import { health } from './contract.ts'

export const healthRoutes = serve<typeof health, TenantsBackend>(health, {
  health: async ({ backend, query: { parts } }) => ({ tenants: await backend.health(parts) }),
  expirations: async ({ backend, params: { namespace, tenant } }) => ({
    certificates: await backend.expirations(namespace, tenant),
  }),
})
