import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { NewBucket } from '../../../plugins/buckets/contract.ts'
import type { ObjectsBackend } from '../../../plugins/object-browser/backend.ts'
import { createEmbeddedEngine, type EmbeddedEngine } from '../../../engines/embedded/engine.ts'
import { closeAtEnd } from '../../lib/close-at-end.ts'
import { actAs } from '../../lib/ports.ts'
import { quickSecrets } from '../../lib/secrets.ts'

export const root = { accessKey: 'admin', secretKey: 'correct-horse-battery' }

/** Opens an engine that is closed after the test, with cheap hashes; only the tests of secrets need the real cost. */
export const openEngine = async (
  folder: string,
  pair: typeof root | 'no pair' = root,
  more: Partial<Parameters<typeof createEmbeddedEngine>[0]> = {},
) => {
  const engine = await createEmbeddedEngine({
    folder,
    root: pair === 'no pair' ? undefined : pair,
    secrets: quickSecrets(),
    ...more,
  })
  return { ...engine, close: closeAtEnd(engine.close) }
}

export const signIn = async (engine: EmbeddedEngine, pair = root) => actAs(engine, await engine.login(pair))

export const bucket = (name: string, more: Partial<NewBucket> = {}): NewBucket => ({
  name,
  versioning: false,
  locking: false,
  ...more,
})

export const put = (objects: ObjectsBackend, name: string, key: string, content: string | Buffer) => {
  const data = Buffer.from(content)
  const chunks = Array.from({ length: Math.ceil(data.length / 65536) }, (_, n) =>
    data.subarray(n * 65536, (n + 1) * 65536),
  )
  return objects.put(name, key, {
    size: data.length,
    type: 'text/plain',
    body: Readable.from(chunks),
    signal: new AbortController().signal,
  })
}

export const read = async (objects: ObjectsBackend, name: string, key: string, version?: string) =>
  buffer((await objects.get(name, key, { version })).body)

/** A body whose second half is sent when `release` is called; `begun` resolves once a reader waits for it. */
export const slowBody = () => {
  let release = () => {}
  let begin = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const started = new Promise<void>((resolve) => (begin = resolve))
  const body = async function* () {
    yield Buffer.from('12')
    begin()
    await released
    yield Buffer.from('34')
  }
  return { body: body(), begun: started, release }
}

/** Returns a generator of numbers from 0 to 1 that are the same in every run. */
export const randomFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Paths of the stored contents in a data folder. */
export const filesIn = (folder: string) =>
  readdirSync(join(folder, 'blobs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
