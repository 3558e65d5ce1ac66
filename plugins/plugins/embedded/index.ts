import { noCluster } from '../backend/other-mode.ts'
import type { PluginsBackend } from '../backend.ts'
import type { EmbeddedCalls, EmbeddedAdapterContext } from 'stowage/server'

export const calls: EmbeddedCalls<PluginsBackend> = {
  names: { assertAllowed: 'admin.ServerInfo', assertAllowedInCluster: 'admin.ServerInfo' },
}

export default ({ authenticate }: EmbeddedAdapterContext): PluginsBackend => ({
  assertAllowed: async () => authenticate().caller.assert('admin:ServerInfo'),
  assertAllowedInCluster: async () => {
    authenticate()
    throw noCluster()
  },
})
