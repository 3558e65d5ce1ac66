import { createHash, randomBytes } from 'node:crypto'
import { assert, suite } from '../../../test/lib/suite.ts'
import type { ObjectsBackend } from '../backend.ts'
import { createComparisons, createDigest } from '../servers/comparison.ts'
import { createPartStore } from '../servers/part-store.ts'

const test = suite('state of copies between servers')

const md5 = (...bytes: Uint8Array[]) => createHash('md5').update(Buffer.concat(bytes))

const partsOf = (count: number) =>
  new Map(Array.from({ length: count }, (_, at) => [at + 1, { etag: String(at), crc32: 'AAAAAA==' }]))

test('the store of parts drops the uploads that were not used for the longest time', () => {
  const store = createPartStore(100)
  store.set('a', partsOf(40))
  store.set('b', partsOf(40))
  store.set('a', partsOf(50))
  store.set('c', partsOf(40))
  assert.equal([store.get('a')?.size, store.get('b'), store.get('c')?.size], [50, undefined, 40])
  for (let number = 0; number < 1000; number += 1) store.set(`upload ${number}`, partsOf(number % 3))
  assert.ok(store.count() <= 100)
  // the upload in use stays, whatever its size
  store.set('large', partsOf(10_000))
  assert.equal([store.get('large')?.size, store.count()], [10_000, 10_000])
  store.delete('large')
  assert.is(store.count(), 0)
})

test('a digest of content is the ETag of S3 for its part size', () => {
  const bytes = randomBytes(1000)
  const etagOf = (partSize?: number) => {
    const digest = createDigest(partSize)
    for (let at = 0; at < bytes.length; at += 130) digest.update(bytes.subarray(at, at + 130))
    return digest.etag()
  }
  assert.is(etagOf(), md5(bytes).digest('hex'))
  assert.is(etagOf(1000), `${md5(md5(bytes).digest()).digest('hex')}-1`)
  const parts = [bytes.subarray(0, 400), bytes.subarray(400, 800), bytes.subarray(800)]
  assert.is(etagOf(400), `${md5(...parts.map((part) => md5(part).digest())).digest('hex')}-3`)
})

test('a comparison that takes longer than one call continues, and the number of unfinished ones is limited', async () => {
  const bytes = randomBytes(300)
  const etag = `${md5(md5(bytes).digest()).digest('hex')}-1`
  const target = {} as ObjectsBackend
  const starts: number[] = []
  const get: ObjectsBackend['get'] = async (_bucket, key, { range }) => {
    const start = range?.start ?? 0
    starts.push(start)
    const body = (async function* () {
      for (let at = start; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100)
    })()
    return { size: 300, type: '', headers: {}, etag: key, modified: new Date(), metadata: {}, tagCount: 0, body }
  }
  const comparisons = createComparisons(10)
  const compare = (key: string) =>
    comparisons.compare({
      source: { get } as ObjectsBackend,
      from: { bucket: 'a', key },
      item: { name: key, size: 300, etag: key },
      target,
      to: { bucket: 'b', key },
      stored: { name: key, size: 300, etag },
      until: 0,
      signal: new AbortController().signal,
    })
  assert.equal([await compare('x'), await compare('x'), await compare('x')], [{ read: 100 }, { read: 200 }, true])
  assert.equal([starts, comparisons.count()], [[0, 100, 200], 0])
  for (let number = 0; number < 100; number += 1) await compare(`key ${number}`)
  assert.is(comparisons.count(), 10)
})
