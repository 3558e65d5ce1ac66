import { assertGranted, type Caller } from 'stowage/engines/minio'
import type { PluginsBackend } from './backend.ts'

export default (caller: Caller): PluginsBackend => ({
  assertAllowed: () => assertGranted(caller, 'admin:ServerInfo'),
})
