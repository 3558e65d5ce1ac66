import { assert, test } from '../../../test/lib/suite.ts'
import { spaceInUse } from '../minio/decommission.ts'
import { setsWithoutWriteQuorum, usableSpace } from '../minio/erasure-sets.ts'

const drive = (totalspace: number, availspace: number, set_index = 0) => ({
  state: totalspace > 0 ? 'ok' : 'offline',
  totalspace,
  availspace,
  pool_index: 0,
  set_index,
})

test('capacity and used space exclude the share of parity', () => {
  const drives = [drive(100, 60), drive(100, 60), drive(100, 60), drive(100, 60)]
  assert.equal(usableSpace(drives, 2), { capacity: 200, used: 80 })
  assert.equal(usableSpace([drive(100, 60)], 2), { capacity: 100, used: 40 })
})

test('a broken drive counts as the average drive of its set', () => {
  const drives = [drive(100, 60), drive(100, 60), drive(0, 0), drive(100, 60)]
  assert.equal(usableSpace(drives, 2), { capacity: 200, used: 80 })
})

test('sets add up', () => {
  assert.equal(usableSpace([drive(100, 50), drive(100, 50), drive(10, 0, 1), drive(10, 0, 1)], 1), {
    capacity: 110,
    used: 60,
  })
})

test('space is unknown if a set has no readable drive', () => {
  assert.is(usableSpace([], 0), undefined)
  assert.is(usableSpace([drive(0, 0), drive(0, 0)], 1), undefined)
  assert.is(usableSpace([drive(100, 50), drive(0, 0, 1)], 0), undefined)
  assert.is(usableSpace([drive(100, 50, -1)], 0), undefined)
})

test('a set with too few drives to write is named with the number it has and needs', () => {
  const [online, offline] = [drive(100, 60), drive(0, 0)]
  assert.equal(setsWithoutWriteQuorum([online, online, online, offline], 2), [])
  assert.equal(setsWithoutWriteQuorum([online, online, offline, offline], 2), [
    'pool 1, set 1 has 2 of 4 drives and needs 3',
  ])
  const second = { ...online, pool_index: 1 }
  const lost = { ...offline, pool_index: 1 }
  assert.equal(setsWithoutWriteQuorum([online, online, online, online, second, lost, lost, second], 1), [
    'pool 2, set 1 has 2 of 4 drives and needs 3',
  ])
  assert.equal(setsWithoutWriteQuorum([drive(100, 60)], 0), [])
  assert.equal(setsWithoutWriteQuorum([drive(100, 60, -1)], 0), [])
})

test('a pool with a decommission is no room for new objects, and what it still has to move is used', () => {
  const pools = [drive(100, 60), { ...drive(1000, 700), pool_index: 1 }]
  const inState = (state: 'running' | 'complete' | 'failed' | 'canceled') => spaceInUse(pools, 0, new Map([[1, state]]))
  assert.equal(spaceInUse(pools, 0, new Map()), {
    space: { capacity: 1100, used: 340 },
    excluded: { capacity: 0, used: 0, drives: 2 },
  })
  for (const state of ['running', 'failed'] as const)
    assert.equal(inState(state), {
      space: { capacity: 100, used: 340 },
      excluded: { capacity: 1000, used: 0, drives: 2 },
    })
  for (const state of ['complete', 'canceled'] as const)
    assert.equal(inState(state), {
      space: { capacity: 100, used: 40 },
      excluded: { capacity: 1000, used: 300, drives: 2 },
    })
})
