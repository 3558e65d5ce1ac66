import { createMinioEngine, type MinioOptions } from '../../engines/minio/engine.ts'
import { createOutbound } from '../../engines/outbound/outbound.ts'
import { closeAtEnd } from './close-at-end.ts'

/** Opens an engine on a MinIO server. It may connect to this machine. */
export const openMinioEngine = (url: string | URL, options: Partial<MinioOptions> = {}) => {
  const outbound = createOutbound({ allowed: ['127.0.0.1'] })
  const engine = createMinioEngine({ url: new URL(url), outbound, ...options })
  return { ...engine, close: closeAtEnd(() => engine.close()) }
}
