import { tenantKind } from 'stowage/engines/kubernetes'
import { noStorage } from '../backend/other-mode.ts'
import type { PluginsBackend } from '../backend.ts'
import type { KubernetesAdapterContext } from 'stowage/server'

/** Callers who may list the tenants of all namespaces see the plugins. */
export default ({ checkAccess }: KubernetesAdapterContext): PluginsBackend => ({
  assertAllowed: async () => {
    throw noStorage()
  },
  assertAllowedInCluster: () => checkAccess({ verb: 'list', kind: tenantKind, namespace: '', name: '' }),
})
