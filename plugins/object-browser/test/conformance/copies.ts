import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Host, hostOn } from '../../../../test/server/host.ts'
import { uniqueName } from '../../../../test/conformance/engines.ts'
import type { Test } from '../../../../test/lib/suite.ts'
import type { EngineUnderTest } from '../../../../test/conformance/engines.ts'
import { listing } from '../../../../test/lib/listing.ts'

/** Keys that broke copies in the past. */
export const awkwardKeys = [
  'with space & more?.txt',
  'a+b=c#d.txt',
  '100%.txt',
  'a%2Fb.txt',
  'quote"s.txt',
  'übung/日本語.txt',
  '\u202Egnp.exe',
  '__proto__',
  '~tilde*(paren)!.txt',
]

export type Outcome = { done: number; failed: { path: string; message: string }[] }
export type ListedVersion = {
  name: string
  size?: number
  size_now?: number
  version_id?: string
  delete_flag?: boolean
  since?: string
  is_latest?: boolean
}

/** Starts a console on the engine. `make` creates a bucket and returns functions for its objects. */
export const useCopies = (test: Test, peer: () => EngineUnderTest) => {
  let host: Host

  test.before(async () => {
    host = await hostOn(peer().engine, peer().root)
  })

  test.after(() => host?.stop())

  const make = async (more: object = {}) => {
    const bucket = uniqueName('copies')
    const backend = await peer().as()
    await backend.buckets.add({ name: bucket, versioning: false, locking: false, ...more })
    const objects = backend['object-browser']
    return {
      bucket,
      backend,
      objects,
      put: (key: string, content = key, type = 'text/plain') =>
        objects.put(bucket, key, {
          size: Buffer.byteLength(content),
          type,
          body: Readable.from([Buffer.from(content)]),
          signal: new AbortController().signal,
        }),
      read: async (key: string, from = bucket) => (await buffer((await objects.get(from, key, {})).body)).toString(),
      keys: async (of = bucket) => (await objects.list(of, listing())).objects.map(({ name }) => name),
      versions: async (key: string) => (await objects.list(bucket, listing({ prefix: key, versions: true }))).objects,
    }
  }

  const root = () => host.as(peer().root)

  const copy = async (bucket: string, body: object, pair = peer().root) =>
    (await host.as(pair))('POST', `/api/v1/buckets/${bucket}/copy-objects`, body)

  return { host: () => host, make, root, copy }
}
