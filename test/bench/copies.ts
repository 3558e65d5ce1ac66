import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import pMap from 'p-map'
import { MAX_OBJECTS } from '../../plugins/object-browser/servers/contract.ts'
import { createSession } from '../../testing/account.ts'
import { createBucketClient } from '../lib/bucket-client.ts'
import { atLeast, atMost } from '../lib/measure.ts'
import { startMinio } from '../lib/minio.ts'
import { programPath } from '../lib/programs.ts'
import { hasS3Server, startS3Server } from '../lib/s3-servers.ts'
import { type KeyPair, startServer } from '../lib/server.ts'
import { MiB, measureTime, median, peakMemory } from '../lib/transfer.ts'

const execute = promisify(execFile)

const [SMALL, LARGE, ROUNDS] = [2000, 8, 3]

/** Size of the large objects, in bytes. */
const SIZE = 64 * MiB

/** Calls in flight, as in a page. */
const CONCURRENCY = 4

/** Environment that defines a remote of rclone. */
const remote = (name: string, { url, root }: { url: string; root: KeyPair }) => ({
  [`RCLONE_CONFIG_${name}_TYPE`]: 's3',
  [`RCLONE_CONFIG_${name}_PROVIDER`]: 'Other',
  [`RCLONE_CONFIG_${name}_ENDPOINT`]: url,
  [`RCLONE_CONFIG_${name}_ACCESS_KEY_ID`]: root.accessKey,
  [`RCLONE_CONFIG_${name}_SECRET_ACCESS_KEY`]: root.secretKey,
})

type Listed = { path: string; to: string; size: number; etag: string }

/** Copies a folder of the bucket `files` between two servers of a console, with the calls that a page makes. */
const createCopy = (succeed: (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>) => {
  const from = '/prod/api/v1/buckets/files/objects'
  const list = async (folder: string) => {
    const all: Listed[] = []
    let cursor = ''
    do {
      const next = cursor && `&cursor=${encodeURIComponent(cursor)}`
      const listing = await succeed('GET', `${from}?prefix=${folder}/&recursive=true&limit=1000${next}`)
      const objects = listing.objects as { name: string; size: number; etag: string }[]
      all.push(...objects.map(({ name, size, etag }) => ({ path: name, to: name, size, etag })))
      cursor = String(listing.cursor ?? '')
    } while (cursor)
    return all
  }
  const sendMany = async (objects: readonly Listed[], shared: object) => {
    const reply = await succeed('POST', `${from}/send-many`, { ...shared, objects })
    const missing = (reply.objects as { state: string }[]).filter(({ state }) => state !== 'copied')
    if (missing.length > 0) throw new Error(`Not copied: ${JSON.stringify(missing)}`)
  }
  const send = async ({ path, to }: Listed, shared: object) => {
    for (let id = ''; ; ) {
      const reply = await succeed('POST', `${from}/send`, { ...shared, path, to, id })
      if (reply.state !== 'partial') return
      id = String(reply.id)
    }
  }
  return async (folder: 'small' | 'large', bucket: string) => {
    const listed = await list(folder)
    const { ticket } = await succeed('POST', '/backup/api/v1/server/ticket')
    const shared = { to_bucket: bucket, server_token: ticket }
    if (folder === 'large') return void (await pMap(listed, (one) => send(one, shared), { concurrency: CONCURRENCY }))
    const batches = Array.from({ length: Math.ceil(listed.length / MAX_OBJECTS) }, (_, at) =>
      listed.slice(at * MAX_OBJECTS, (at + 1) * MAX_OBJECTS),
    )
    await pMap(batches, (batch) => sendMany(batch, shared), { concurrency: CONCURRENCY })
  }
}

/** Compares copies from MinIO to VersityGW through the console with rclone. Empty if one of the three is missing. */
export const measure = async () => {
  const rclone = programPath('rclone')
  if (!existsSync(rclone) || !hasS3Server('versity')) {
    console.log('copies between two servers are skipped: this machine has no rclone, or no versitygw')
    return []
  }
  const minio = await startMinio({ on: 'memory', drives: 1 })
  if (!minio) return []
  const versity = await startS3Server('versity')
  const server = await startServer({ env: { CONSOLE_SERVERS: `prod=${minio.url},backup=${versity.url}` } })
  const at = createSession(server.url)
  const succeed = async (method: string, path: string, body?: unknown) => {
    const response = await at.send(method, path, body)
    if (response.status >= 300) throw new Error(`${path} answered ${response.status}: ${response.text}`)
    return response.json as Record<string, unknown>
  }
  try {
    await succeed('POST', '/prod/api/v1/login', minio.root)
    await succeed('POST', '/backup/api/v1/login', versity.root)
    await succeed('POST', '/prod/api/v1/buckets', { name: 'files' })
    const direct = createBucketClient(minio, 'files')
    const keys = Array.from({ length: SMALL }, (_, number) => `small/${number}`)
    await direct.unpack(keys, (key) => `content of ${key}`)
    for (let number = 0; number < LARGE; number += 1) await direct.upload(`large/${number}`, SIZE)

    const copy = createCopy(succeed)
    const env = { ...process.env, ...remote('A', minio), ...remote('B', versity) }
    const ratios = { small: [] as number[], large: [] as number[] }
    for (const folder of ['small', 'large'] as const)
      for (let round = 0; round < ROUNDS; round += 1) {
        const [ours, theirs] = [`${folder}-ours-${round}`, `${folder}-theirs-${round}`]
        for (const name of [ours, theirs]) await succeed('POST', '/backup/api/v1/buckets', { name })
        const own = await measureTime(() => copy(folder, ours))
        const args = ['copy', `a:files/${folder}`, `b:${theirs}`, '--config', '/dev/null']
        const other = await measureTime(async () => void (await execute(rclone, args, { env })))
        ratios[folder].push(other / own)
      }
    const what = 'between two servers, throughput against rclone'
    return [
      atLeast(`copy of ${SMALL} small objects ${what}`, median(ratios.small), 'ratio', 0.9),
      atLeast(`copy of ${LARGE} objects of 64 MiB ${what}`, median(ratios.large), 'ratio', 0.9),
      atMost('peak memory of the console during copies between two servers', peakMemory(server.pid()), 'MiB', 200),
    ]
  } finally {
    await server.stop()
    await Promise.all([minio.stop(), versity.stop()])
  }
}
