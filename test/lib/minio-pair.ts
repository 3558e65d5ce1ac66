import { openMinioEngine } from './minio-engine.ts'
import { type Minio, startMinio } from './minio.ts'
import { createMinioClient } from './minio-client.ts'
import { actAs } from './ports.ts'

/** One of two servers, with an engine that may connect to this machine, and clients with and without the console. */
const sideOf = async (minio: Minio) => {
  const engine = openMinioEngine(minio.url)
  const backend = await actAs(engine, await engine.login(minio.root))
  return { minio, engine, backend, others: createMinioClient(minio) }
}

/** Starts two MinIO servers, of which one can replicate to the other. */
export const startMinioPair = async () => {
  const servers = (await Promise.all([startMinio({ on: 'memory' }), startMinio({ on: 'memory' })])) as [Minio, Minio]
  const [source, target] = await Promise.all(servers.map(sideOf))
  if (!source || !target) throw new Error('There are two servers')
  return {
    source,
    target,
  }
}
