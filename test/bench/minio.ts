import { createBucketClient } from '../lib/bucket-client.ts'
import { atLeast, atMost, type Measure, medianTime } from '../lib/measure.ts'
import { copyOnDrives, type Minio, startMinio } from '../lib/minio.ts'
import { signIn, startServer } from '../lib/server.ts'
import { startPlainServer } from '../lib/plain-server.ts'
import { consoleTransfers, currentMemory, MiB, median, peakMemory, measureTime } from '../lib/transfer.ts'

const bucket = 'bench'
const GiB = 1024 * MiB

const KEYS = 100_000

/** Keys per archive. */
const BATCH = 5000

const keyOf = (number: number) => `logs/object-${String(number).padStart(7, '0')}.json`

/** Fills the folder: directly on the drives, or by calls if the server is on another machine. */
const fill = async (minio: Minio) => {
  const { unpack } = createBucketClient(minio, bucket)
  const [first = '', ...others] = Array.from({ length: KEYS }, (_, number) => keyOf(number))
  await unpack([first])
  if (minio.folder !== undefined) return copyOnDrives(minio, bucket, first, others)
  for (let from = 0; from < others.length; from += BATCH) await unpack(others.slice(from, from + BATCH))
}

const consoleOn = async (minio: Minio) => {
  const server = await startServer({ env: { CONSOLE_MINIO_SERVER: minio.url } })
  return { ...server, root: minio.root }
}

const transfers = async (minio: Minio) => {
  const server = await consoleOn(minio)
  const console = await consoleTransfers(server, bucket)
  const pipe = await startPlainServer(minio.url)
  const direct = createBucketClient(minio, bucket, pipe.address)
  const ratios = { up: [] as number[], down: [] as number[] }
  for (let round = 0; round < 5; round += 1) {
    const up = await measureTime(() => direct.upload('direct', GiB))
    ratios.up.push(up / (await measureTime(() => console.upload('large', GiB))))
    const down = await measureTime(() => direct.download('large', GiB))
    ratios.down.push(down / (await measureTime(() => console.download('large', GiB))))
  }
  await server.stop()
  await pipe.stop()
  return [
    atLeast(
      'upload of 1 GiB through the console to MinIO against a direct pipe to it',
      median(ratios.up),
      'ratio',
      0.95,
    ),
    atLeast(
      'download of 1 GiB through the console from MinIO against a bare pipe from it',
      median(ratios.down),
      'ratio',
      0.95,
    ),
  ]
}

const memory = async (minio: Minio) => {
  const server = await consoleOn(minio)
  const console = await consoleTransfers(server, 'crowd')
  await console.upload('first', MiB)
  const idle = currentMemory(server.pid())
  const keys = Array.from({ length: 32 }, (_, n) => `object-${n}`)
  await Promise.all(keys.map((key) => console.upload(key, 64 * MiB)))
  await Promise.all(keys.map((key) => console.download(key, 64 * MiB)))
  const peak = peakMemory(server.pid())
  await server.stop()
  return [atMost('additional memory during 32 parallel transfers of 64 MiB with MinIO', peak - idle, 'MiB', 150)]
}

const listing = async (minio: Minio) => {
  const direct = createBucketClient(minio, bucket)
  const server = await consoleOn(minio)
  const open = await signIn(server.url, minio.root)
  await open('POST', '/api/v1/buckets', { name: bucket })
  await fill(minio)

  const page = async () => {
    const { json, text } = await open('GET', `/api/v1/buckets/${bucket}/objects?prefix=logs%2F&limit=1000`)
    const { objects, cursor } = json as { objects: { name: string }[]; cursor?: string }
    if (objects.length !== 1000 || objects[0]?.name !== keyOf(0) || !cursor)
      throw new Error(`The first page is wrong: ${text.slice(0, 200)}`)
  }
  const first = await measureTime(page)
  const beyond: number[] = []
  for (let round = 0; round < 15; round += 1)
    beyond.push((await measureTime(page)) - (await measureTime(() => direct.list('logs/'))))
  const signing = await medianTime(5, () => signIn(server.url, minio.root))
  await server.stop()
  const what = `first page of 1,000 keys out of ${KEYS.toLocaleString('en')} on MinIO`
  return [
    atMost(what, first, 'ms', 1000),
    atMost(`${what}, beyond listing it directly`, median(beyond), 'ms', 20),
    atMost('sign-in with MinIO', signing, 'ms', 500),
  ]
}

/** Measures on a separate server whose drives are on disk or in memory. */
const onServer = async (on: 'disk' | 'memory', work: (minio: Minio) => Promise<Measure[]>) => {
  const minio = await startMinio({ on })
  if (!minio) return []
  try {
    return await work(minio)
  } finally {
    await minio.stop()
  }
}

/** Compares the console in front of a MinIO server with the server alone; empty without a MinIO binary. */
export const measure = async () => [
  ...(await onServer('disk', async (minio) => [...(await transfers(minio)), ...(await memory(minio))])),
  ...(await onServer('memory', listing)),
]
