import { atMost, medianTime } from '../lib/measure.ts'
import { startMinio } from '../lib/minio.ts'
import { startServer, type TestServer } from '../lib/server.ts'

/** Time from the start of the program to the first 200 of /readyz, in s. */
const timeOf = async (env: Record<string, string> = {}) => {
  const started: TestServer[] = []
  const time = await medianTime(3, async () => started.push(await startServer({ env })))
  await Promise.all(started.map((server) => server.stop()))
  return time / 1000
}

/** Measures a start on an empty data folder, and one with a running storage server. */
export const measure = async () => {
  const empty = atMost('cold start to ready', await timeOf(), 's', 1)
  const minio = await startMinio()
  if (!minio) return [empty]
  try {
    return [
      empty,
      atMost('start with a MinIO server to ready', await timeOf({ CONSOLE_MINIO_SERVER: minio.url }), 's', 0.4),
    ]
  } finally {
    await minio.stop()
  }
}
