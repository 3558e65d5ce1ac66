import type { Engine } from '../../engines/engine.ts'
import { openMinioEngine } from './minio-engine.ts'
import { type Minio, type MinioOptions, missingOwnMinio, startOwnMinio } from './minio.ts'
import { createMinioClient, type MinioClient } from './minio-client.ts'
import { actAs, type Backend } from './ports.ts'
import { suite } from './suite.ts'

export let minio: Minio
let engine: Engine
/** Ports of root. */
export let backend: Backend
/** Sends requests to the server as other programs do. */
export let others: MinioClient

/** Defines a suite with a separate MinIO server and an engine on it; it is skipped where there is none. */
export const minioSuite = (name: string, options: MinioOptions = {}) => {
  const test = suite(name, missingOwnMinio())
  const ca = options.tls && [options.tls.certificate]
  test.before(async () => {
    minio = await startOwnMinio(options)
    engine = openMinioEngine(minio.url, { ca })
    backend = await actAs(engine, await engine.login(minio.root))
    others = createMinioClient(minio, ca)
  })
  return test
}
