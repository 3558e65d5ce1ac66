import { checkAccess, type KubeCaller, tenantKind } from 'stowage/engines/kubernetes'
import { noStorage } from '../backend/other-mode.ts'
import type { PluginsBackend } from '../backend.ts'

/** Callers who may list the tenants of all namespaces see the plugins. */
export default ({ client }: KubeCaller): PluginsBackend => ({
  assertAllowed: async () => {
    throw noStorage()
  },
  assertAllowedInCluster: () => checkAccess(client, { verb: 'list', kind: tenantKind, namespace: '', name: '' }),
})
