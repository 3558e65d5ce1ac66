import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { open, writeFile } from 'node:fs/promises'
import { createServer, get } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { assert, test } from '../../lib/suite.ts'
import { listen } from '../../lib/listen.ts'
import { temporaryFolder } from '../../lib/temporary-folder.ts'
import { readChecked } from '../../../engines/embedded/store/blob-reader.ts'
import { BLOCK_SIZE, createChecksummer } from '../../../engines/embedded/store/checksums.ts'
import { until } from '../../lib/until.ts'

/** Larger than the socket buffers. */
const content = randomBytes(80 * BLOCK_SIZE + 1234)

type Run = (address: string, sent: Readable[]) => Promise<void>

/**
 * Serves the content of a file, each response in portions of two pieces; `sent` contains the streams of all responses.
 */
const servingBy = async (bufferCount: 1 | 2, damage: (file: Buffer) => Buffer, run: Run) => {
  const file = join(temporaryFolder(), 'blob')
  await writeFile(file, damage(Buffer.from(content)))
  const sums = createChecksummer()
  sums.add(content)
  const checksums = sums.done()
  const sent: Readable[] = []
  const server = createServer(async ({ url = '' }, response) => {
    const [start = 0, end = content.length] = url.slice(1).split('-').filter(Boolean).map(Number)
    const stream = await readChecked(
      { handle: await open(file, 'r'), size: content.length, sums: checksums },
      { start, end },
      { portion: 2 * BLOCK_SIZE, bufferCount },
    )
    sent.push(stream)
    // as the host does it
    stream.on('error', () => response.destroy())
    response.on('close', () => stream.destroy())
    stream.pipe(response)
  })
  await run(`http://127.0.0.1:${await listen(server)}/`, sent)
}

/** Runs a test as with few concurrent transfers, and then as with many. */
const serving = async (damage: (file: Buffer) => Buffer, run: Run) => {
  for (const bufferCount of [2, 1] as const) await servingBy(bufferCount, damage, run)
}

const responseTo = (address: string) =>
  new Promise<Readable>((resolve, reject) => get(address, resolve).on('error', reject))

test('responses equal the stored content, for concurrent, range and slow readers', () =>
  serving(
    (file) => file,
    async (address, sent) => {
      const slow = async () => {
        const chunks: Buffer[] = []
        for await (const chunk of await responseTo(address)) {
          chunks.push(Buffer.from(chunk as Buffer))
          await new Promise(setImmediate)
        }
        return Buffer.concat(chunks)
      }
      const part = [3 * BLOCK_SIZE + 17, 9 * BLOCK_SIZE + 5] as const
      const [one, other, some, few] = await Promise.all([
        buffer(await responseTo(address)),
        slow(),
        buffer(await responseTo(`${address}${part.join('-')}`)),
        buffer(await responseTo(`${address}0-10`)),
      ])
      assert.ok(one.equals(content) && other.equals(content))
      assert.ok(some.equals(content.subarray(...part)) && few.equals(content.subarray(0, 10)))
      await until(() => sent.every((stream) => stream.closed))
    },
  ))

test('a response ends before the first wrong byte, and its file is closed', () =>
  serving(
    (file) => file.fill(0, 50 * BLOCK_SIZE, 50 * BLOCK_SIZE + 9),
    async (address, sent) => {
      const chunks: Buffer[] = []
      const response = await responseTo(address)
      const read = async () => {
        for await (const chunk of response) chunks.push(chunk as Buffer)
      }
      assert.is(
        await read().then(
          () => 'whole',
          () => 'broken',
        ),
        'broken',
      )
      const received = Buffer.concat(chunks)
      assert.ok(received.length <= 50 * BLOCK_SIZE && received.equals(content.subarray(0, received.length)))
      await until(() => sent[0]!.closed)
    },
  ))

test('the file is closed when the reader disconnects', () =>
  serving(
    (file) => file,
    async (address, sent) => {
      const response = await responseTo(address)
      await once(response, 'readable')
      response.destroy()
      await until(() => sent[0]!.closed)
    },
  ))
