import { assertGranted, type Caller } from 'stowage/engines/minio'
import { noCluster } from '../backend/other-mode.ts'
import type { PluginsBackend } from '../backend.ts'

export default (caller: Caller): PluginsBackend => ({
  assertAllowed: () => assertGranted(caller, 'admin:ServerInfo'),
  assertAllowedInCluster: async () => {
    throw noCluster()
  },
})
