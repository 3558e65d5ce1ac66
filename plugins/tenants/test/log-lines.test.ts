import { assert, suite } from '../../../test/lib/suite.ts'
import { linesOf } from '../kubernetes/pods.ts'

const test = suite('lines of a log')

/** Returns the lines of these chunks, and the largest number delivered in one batch. */
const read = async (chunks: readonly Uint8Array[]) => {
  const parts: string[][] = []
  for await (const { lines } of linesOf(
    (async function* () {
      yield* chunks
    })(),
  ))
    parts.push(lines)
  return { lines: parts.flat(), most: Math.max(...parts.map(({ length }) => length)) }
}

test('a line split into chunks is read as one, and the last line needs no line break', async () => {
  const bytes = Buffer.from('first\nsécond\n\nlast')
  const { lines } = await read([...bytes].map((byte) => Uint8Array.of(byte)))
  assert.equal(lines, ['first', 'sécond', '', 'last'])
  assert.is((await read([Buffer.from('x\n'.repeat(1201))])).most, 500)
})

test('a line without an end arrives in pieces, so that memory stays bounded', async () => {
  const { lines } = await read(Array.from({ length: 100 }, () => Buffer.alloc(10_000, 'x')))
  assert.is(lines.join('').length, 1_000_000)
  assert.ok(lines.every(({ length }) => length <= 64 * 1024))
  assert.ok(lines.length > 10)
})
