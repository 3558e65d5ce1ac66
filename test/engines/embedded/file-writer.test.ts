import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { assert, test } from '../../lib/suite.ts'
import { temporaryFolder } from '../../lib/temporary-folder.ts'
import { writeInto } from '../../../engines/embedded/store/file-writer.ts'

const MiB = 1024 * 1024

/** Opens a file that contains 10 bytes; `otherwise` replaces functions of its handle. */
const fileWith = async (otherwise: (handle: FileHandle) => Partial<FileHandle>) => {
  const path = join(temporaryFolder(), 'file')
  writeFileSync(path, '0123456789')
  const handle = await open(path, 'r+')
  return { path, handle: Object.assign(handle, otherwise(handle)) }
}

/** Content in chunks whose boundaries differ from those of portions. */
const chunksOf = function* (content: Buffer, size: number) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

test('chunks of any size are written at the right position despite partial writes', async () => {
  const { path, handle } = await fileWith(({ writev }) => ({
    writev(this: FileHandle, [first]: readonly NodeJS.ArrayBufferView[], at?: number) {
      return writev.call(this, [(first as Buffer).subarray(0, 300)], at) as never
    },
  }))
  const content = randomBytes(50_001)
  await pipeline(
    chunksOf(content, 1013),
    writeInto(handle, 4, () => 4096),
  )
  assert.ok(readFileSync(path).equals(Buffer.concat([Buffer.from('0123'), content])))
  assert.is(handle.fd, -1)
})

test('an empty stream makes an empty file', async () => {
  const { path, handle } = await fileWith(() => ({}))
  await pipeline(
    chunksOf(Buffer.alloc(0), 1),
    writeInto(handle, 0, () => 4096),
  )
  assert.is(readFileSync(path).length, 10)
  assert.is(handle.fd, -1)
})

test('a large file is synced while it arrives, and completely before the end is reported', async () => {
  const log: string[] = []
  const { handle } = await fileWith((real) => {
    const { writev, datasync, sync } = real
    const logged = (what: string) => (work: Promise<unknown>) => work.finally(() => log.push(what)) as never
    return {
      writev: (...args) => logged('write')(writev.apply(real, args)),
      datasync: () => logged('flush')(datasync.call(real)),
      sync: () => logged('end')(sync.call(real)),
    }
  })
  await pipeline(
    chunksOf(Buffer.alloc(20 * MiB), MiB),
    writeInto(handle, 0, () => 2 * MiB),
  )
  assert.equal(
    [log.filter((what) => what === 'write').length, log.filter((what) => what === 'flush').length, log.at(-1)],
    [10, 2, 'end'],
  )
})

for (const what of ['writev', 'datasync', 'sync'] as const)
  test(`a disk that fails at ${what} fails the write`, async () => {
    const { handle } = await fileWith(() => ({
      [what]: () => Promise.reject(Object.assign(new Error('of the disk'), { code: 'EIO' })),
    }))
    const error = await pipeline(
      chunksOf(Buffer.alloc(20 * MiB), MiB),
      writeInto(handle, 0, () => 2 * MiB),
    ).catch((reason: Error) => reason)
    assert.match(String(error), 'of the disk')
    assert.is(handle.fd, -1)
  })
