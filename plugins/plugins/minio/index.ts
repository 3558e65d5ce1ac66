import { noCluster } from '../backend/other-mode.ts'
import type { PluginsBackend } from '../backend.ts'
import type { MinioAdapterContext } from 'stowage/server'

export default (caller: MinioAdapterContext): PluginsBackend => ({
  assertAllowed: () => caller.assertGranted('admin:ServerInfo'),
  assertAllowedInCluster: async () => {
    throw noCluster()
  },
})
