import { atLeast } from '../lib/measure.ts'
import { startMinio } from '../lib/minio.ts'
import { startServer, type TestServer } from '../lib/server.ts'
import { consoleTransfers, MiB, median, measureTime } from '../lib/transfer.ts'

const [FILES, SIZE, ROUNDS] = [1000, 1024 * MiB, 5]

/** Runs both one after the other several times. Returns how many times faster the second one is, as a median. */
const against = async (plain: () => Promise<void>, other: () => Promise<void>) => {
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = await measureTime(plain)
    ratios.push(first / (await measureTime(other)))
  }
  return median(ratios)
}

const through = async (engine: string, server: Pick<TestServer, 'url' | 'root'>) => {
  const console = await consoleTransfers(server)
  const parts = await against(
    () => console.upload('whole', SIZE),
    () => console.uploadInParts('in-parts', SIZE),
  )
  for (let at = 0; at < FILES; at += 10)
    await Promise.all(Array.from({ length: 10 }, (_, next) => console.upload(`many/file-${at + next}`, MiB)))
  const zip = await against(
    () => console.download('whole', SIZE),
    () => console.zip('many/'),
  )
  return [
    atLeast(`upload of 1 GiB in parts against one piece on ${engine}`, parts, 'ratio', 1),
    atLeast(`zip of ${FILES.toLocaleString('en')} objects of 1 MiB against a download on ${engine}`, zip, 'ratio', 0.6),
  ]
}

/** Compares multipart uploads and zips with plain transfers of the same size, on each available engine. */
export const measure = async () => {
  const embedded = await startServer()
  const measures = await through('embedded', embedded)
  await embedded.stop()
  const minio = await startMinio({ on: 'disk' })
  if (!minio) return measures
  const server = await startServer({ env: { CONSOLE_MINIO_SERVER: minio.url } })
  measures.push(...(await through('MinIO', { url: server.url, root: minio.root })))
  await server.stop()
  await minio.stop()
  return measures
}
