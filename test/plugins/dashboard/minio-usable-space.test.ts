import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { usableSpace } from '../../../plugins/dashboard/minio/usable-space.ts'

const drive = (totalspace: number, availspace: number, set_index = 0) => ({
  totalspace,
  availspace,
  pool_index: 0,
  set_index,
})

test('capacity and used space leave out the share that holds parity', () => {
  const drives = [drive(100, 60), drive(100, 60), drive(100, 60), drive(100, 60)]
  assert.equal(usableSpace(drives, 2), { capacity: 200, used: 80 })
  assert.equal(usableSpace([drive(100, 60)], 2), { capacity: 100, used: 40 })
})

test('a broken drive counts like the average of its set', () => {
  const drives = [drive(100, 60), drive(100, 60), drive(0, 0), drive(100, 60)]
  assert.equal(usableSpace(drives, 2), { capacity: 200, used: 80 })
})

test('sets add up', () => {
  assert.equal(usableSpace([drive(100, 50), drive(100, 50), drive(10, 0, 1), drive(10, 0, 1)], 1), {
    capacity: 110,
    used: 60,
  })
})

test('without a readable drive in each set the space is unknown', () => {
  assert.is(usableSpace([], 0), undefined)
  assert.is(usableSpace([drive(0, 0), drive(0, 0)], 1), undefined)
  assert.is(usableSpace([drive(100, 50), drive(0, 0, 1)], 0), undefined)
  assert.is(usableSpace([drive(100, 50, -1)], 0), undefined)
})

test.run()
