import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { assert, test } from '../../../test/lib/suite.ts'
import { decompressStart } from '../pages/preview/decompressed.ts'

/** Stored bytes, and the number of bytes read. */
const stored = (bytes: Uint8Array) => {
  const counted = { read: 0 }
  const read = async (start: number, end: number) => {
    const part = Uint8Array.from(bytes.subarray(start, end))
    counted.read += part.length
    return part
  }
  return { counted, of: { size: bytes.length, read } }
}

const textOf = (found: Awaited<ReturnType<typeof decompressStart>>) => found && new TextDecoder().decode(found.bytes)

const text = 'name,value\n'.repeat(100_000)

test('content with any encoding is decompressed completely', async () => {
  for (const [encoding, bytes] of [
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['gzip, deflate', deflateSync(gzipSync(text))],
    ['aws-chunked,gzip', gzipSync(text)],
  ] as const) {
    const found = await decompressStart(stored(bytes).of, encoding)
    assert.is(textOf(found) === text, true, encoding)
    assert.is(found?.isPart, false, encoding)
  }
})

test('a decompression bomb is read only up to the limit', async () => {
  const bomb = Buffer.concat(Array<Buffer>(40).fill(gzipSync(Buffer.alloc(64 * 1024 * 1024))))
  const { counted, of } = stored(bomb)
  const found = await decompressStart(of, 'gzip', 1024 * 1024)
  assert.equal([found?.bytes.length, found?.isPart], [1024 * 1024, true])
  assert.ok(counted.read < bomb.length, `${counted.read} of ${bomb.length}`)
})

test('content of exactly the limit is complete, and one byte more makes it partial', async () => {
  const found = (size: number) => decompressStart(stored(gzipSync(Buffer.alloc(size, 'a'))).of, 'gzip', 1000)
  assert.is((await found(1000))?.isPart, false)
  assert.equal([(await found(1001))?.bytes.length, (await found(1001))?.isPart], [1000, true])
})

test('truncated content is partial, and uncompressed or unknown content gives undefined', async () => {
  const cut = gzipSync(text).subarray(0, -20)
  const found = await decompressStart(stored(cut).of, 'gzip')
  assert.is(found?.isPart, true)
  assert.ok(text.startsWith(textOf(found) ?? '-'))
  assert.is(await decompressStart(stored(Buffer.from('plain')).of, 'gzip'), undefined)
  assert.is(await decompressStart(stored(brotliCompressSync(text)).of, 'br'), undefined)
  assert.is(await decompressStart(stored(Buffer.from('plain')).of, 'aws-chunked'), undefined)
})

test('an object replaced during the download is an error, not partial content', async () => {
  const bytes = gzipSync(Buffer.from(Array.from({ length: 600_000 }, (_, at) => (at * 7919) % 251)))
  let calls = 0
  const read = async (start: number, end: number) => {
    calls += 1
    if (calls > 1) throw new Error('The object was replaced in the meantime')
    return Uint8Array.from(bytes.subarray(start, Math.min(end, 1000)))
  }
  const failure = await decompressStart({ size: 1_000_000, read }, 'gzip').catch((error: unknown) => error)
  assert.match(String(failure), /replaced in the meantime/)
})
