import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { fillBuckets } from '../lib/fill-buckets.ts'
import { atLeast, atMost, type Measure } from '../lib/measure.ts'
import { type Send, signIn, startServer, type TestServer } from '../lib/server.ts'
import { median, measureTime } from '../lib/transfer.ts'
import { onBothEngines } from './on-both-engines.ts'
import { sessionCookie } from '../lib/session-cookie.ts'

const [KEYS, MANY, ROUNDS] = [200_000, 10_000, 5]

type SearchMessage = { found: unknown[]; scanned: number; state: string }

/** Searches a bucket. Returns the times of the first match and of the end in ms, and the number of keys searched. */
const search = (url: string, cookie: string, text: string) =>
  new Promise<{ first: number; all: number; scanned: number }>((resolve, reject) => {
    const started = performance.now()
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/objects/keys/search?text=${text}`, {
      headers: { cookie, origin: url },
    })
    let first = Number.NaN
    socket.on('error', reject)
    socket.on('close', (_code, reason) => reject(new Error(`The search ended: ${reason}`)))
    socket.on('message', (data) => {
      const { found, scanned, state } = JSON.parse(String(data)) as SearchMessage
      const now = performance.now() - started
      if (found.length > 0 && Number.isNaN(first)) first = now
      if (state === 'running') return
      socket.removeAllListeners('close').close()
      resolve({ first, all: now, scanned })
    })
  })

const searching = async (): Promise<Measure[]> => {
  const root = { accessKey: 'admin', secretKey: 'correct-horse-battery' }
  const folder = mkdtempSync(join(tmpdir(), 'stowage-bench-'))
  await fillBuckets(folder, root, { keys: KEYS })
  const server = await startServer({ dataFolder: folder })
  const cookie = await sessionCookie(server.url, root)
  const runs = []
  for (let round = 0; round < ROUNDS; round += 1) runs.push(await search(server.url, cookie, '99.json'))
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
  return [
    atLeast(
      'search of 200,000 keys on embedded',
      median(runs.map(({ scanned, all }) => (scanned / all) * 1000)),
      'keys/s',
      20_000,
    ),
    atMost('first match of a search in 200,000 keys on embedded', median(runs.map(({ first }) => first)), 'ms', 300),
  ]
}

const expect = async (send: Send, path: string, body: unknown, count: number) => {
  const { json, text } = await send('POST', path, body)
  const { done, deleted = done } = json as { done?: number; deleted?: number }
  if (deleted !== count) throw new Error(`Deleted ${deleted} of ${count}: ${text.slice(0, 200)}`)
}

/** Minimum copies per second: about three quarters of what a machine with two busy cores reaches. */
const COPIES = { embedded: 300, MinIO: 40 } as const

/** Copies one object to 10,000 keys, and deletes these, as the browser does. */
const copying = async (
  engine: keyof typeof COPIES,
  { url, root }: Pick<TestServer, 'url' | 'root'>,
): Promise<Measure[]> => {
  const send = await signIn(url, root)
  await send('POST', '/api/v1/buckets', { name: 'acts' })
  const form = new FormData()
  form.append('7', new Blob(['content']), 'file')
  await send('POST', '/api/v1/buckets/acts/objects/upload?key=source', form)
  const keys = Array.from({ length: MANY }, (_, at) => `copies/${at}`)
  const inSteps = async (step: number, work: (some: readonly string[]) => Promise<void>) => {
    for (let at = 0; at < MANY; at += step) await work(keys.slice(at, at + step))
  }
  const copied = await measureTime(() =>
    inSteps(100, (some) =>
      expect(
        send,
        '/api/v1/buckets/acts/copy-objects',
        { objects: some.map((to) => ({ path: 'source', to })) },
        some.length,
      ),
    ),
  )
  const deleted = await measureTime(() =>
    inSteps(1000, (some) =>
      expect(
        send,
        '/api/v1/buckets/acts/delete-objects',
        some.map((path) => ({ path })),
        some.length,
      ),
    ),
  )
  const rate = (ms: number) => (MANY / ms) * 1000
  return [
    atLeast(`copies of 10,000 objects on ${engine}`, rate(copied), 'objects/s', COPIES[engine]),
    atLeast(`deletions of 10,000 objects on ${engine}`, rate(deleted), 'objects/s', 500),
  ]
}

/** Measures a search through many keys, and 10,000 copies and deletions, on each available engine. */
export const measure = async () => [...(await searching()), ...(await onBothEngines(copying))]
