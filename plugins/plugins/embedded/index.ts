import type { Calls, EmbeddedAdapterContext } from 'stowage/engines/embedded'
import { noCluster } from '../backend/other-mode.ts'
import type { PluginsBackend } from '../backend.ts'

export const calls: Calls = {
  family: 'admin',
  names: { assertAllowed: 'admin.ServerInfo', assertAllowedInCluster: 'admin.ServerInfo' },
}

export default ({ enter }: EmbeddedAdapterContext): PluginsBackend => ({
  assertAllowed: async () => enter().caller.assert('admin:ServerInfo'),
  assertAllowedInCluster: async () => {
    enter()
    throw noCluster()
  },
})
