import type { Measure } from '../lib/measure.ts'
import { startMinio } from '../lib/minio.ts'
import { startServer, type TestServer } from '../lib/server.ts'

/** Measures a console on the embedded engine, and one on MinIO if this machine has it. */
export const onBothEngines = async (
  measure: (engine: 'embedded' | 'MinIO', server: Pick<TestServer, 'url' | 'root'>) => Promise<Measure[]>,
) => {
  const embedded = await startServer()
  const measures = await measure('embedded', embedded)
  await embedded.stop()
  const minio = await startMinio({ on: 'disk' })
  if (!minio) return measures
  const server = await startServer({ env: { CONSOLE_MINIO_SERVER: minio.url } })
  measures.push(...(await measure('MinIO', { url: server.url, root: minio.root })))
  await server.stop()
  await minio.stop()
  return measures
}
