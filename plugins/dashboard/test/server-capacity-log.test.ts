import { assert, test } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import { silentLog } from '../../../engines/engine.ts'
import { createMemoryStore } from '../../../engines/lib/key-value-store.ts'
import { createCapacityLog } from '../backend/capacity-log.ts'

const start = Date.UTC(2026, 10, 1)

const openLog = async () => {
  const capacityLog = createCapacityLog()
  await capacityLog.open({ keyValueStore: createMemoryStore(), log: silentLog })
  return capacityLog
}

test('within an hour an entry without bucket sizes is replaced by one with them, and by no other', async () => {
  const capacityLog = await openLog()
  await capacityLog.note({ at: start, used: 1, stored: 1 })
  await capacityLog.note({ at: start + 1000, used: 2, stored: 2 })
  assert.equal(capacityLog.entries(), [{ at: start, used: 1, stored: 1 }])

  const sizes = [['films', 3]] as const
  await capacityLog.note({ at: start + 2000, used: 3, stored: 3, sizes })
  assert.equal(capacityLog.entries(), [{ at: start + 2000, used: 3, stored: 3, sizes }])

  await capacityLog.note({ at: start + 3000, used: 4, stored: 4, sizes: [['films', 4]] })
  await capacityLog.note({ at: start + 4000, used: 5, stored: 5 })
  assert.equal(capacityLog.entries(), [{ at: start + 2000, used: 3, stored: 3, sizes }])
})

test('pools are added to an entry of the same hour, which keeps its bucket sizes', async () => {
  const capacityLog = await openLog()
  const [sizes, pools] = [[['films', 3]] as const, [['Pool 1', 3, 9]] as const]
  await capacityLog.note({ at: start, used: 3, stored: 3, sizes })
  await capacityLog.note({ at: start + 1000, used: 4, stored: 4, pools })
  assert.equal(capacityLog.entries(), [{ at: start + 1000, used: 4, stored: 4, pools, sizes }])
})

test('sizes of buckets are available for a pace over several days', async () => {
  const capacityLog = await openLog()
  const day = 86_400_000
  for (let after = 0; after < 40; after += 1)
    await capacityLog.note({ at: start + after * day, used: 1, stored: 1, sizes: [['films', after]] })
  assert.is(capacityLog.entries().filter(({ sizes }) => sizes).length, 30)
})

test('an entry of the next hour is appended', async () => {
  const capacityLog = await openLog()
  await capacityLog.note({ at: start, used: 1, stored: 1 })
  await capacityLog.note({ at: start + 3_599_999, used: 2, stored: 2 })
  await capacityLog.note({ at: start + 3_600_000, used: 3, stored: 3 })
  assert.equal(pluck(capacityLog.entries(), 'used'), [1, 3])
})
