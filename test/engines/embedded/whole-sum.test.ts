import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { assert, test } from '../../lib/suite.ts'
import { BLOCK_SIZE, createChecksummer, combineChecksums } from '../../../engines/embedded/store/checksums.ts'

test('the checksum of a blob is computed from those of its chunks', () => {
  for (const size of [0, 1, 100, BLOCK_SIZE - 1, BLOCK_SIZE, BLOCK_SIZE + 1, 3 * BLOCK_SIZE + 12_345]) {
    const content = randomBytes(size)
    const sums = createChecksummer()
    sums.add(content)
    assert.is(combineChecksums(sums.done(), size), crc32(content), String(size))
  }
})
