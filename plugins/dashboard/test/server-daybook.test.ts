import { assert, test } from '../../../test/lib/suite.ts'
import { silentLog } from '../../../engines/engine.ts'
import { createMemoryStore } from '../../../engines/lib/key-value-store.ts'
import { createCapacityLog } from '../backend/capacity-log.ts'

const start = Date.UTC(2026, 10, 1)

const opened = async () => {
  const daybook = createCapacityLog()
  await daybook.open({ keep: createMemoryStore(), log: silentLog })
  return daybook
}

test('within an hour an entry without bucket sizes is replaced by one with them, and by no other', async () => {
  const daybook = await opened()
  await daybook.note({ at: start, used: 1, stored: 1 })
  await daybook.note({ at: start + 1000, used: 2, stored: 2 })
  assert.equal(daybook.entries(), [{ at: start, used: 1, stored: 1 }])

  const sizes = [['films', 3]] as const
  await daybook.note({ at: start + 2000, used: 3, stored: 3, sizes })
  assert.equal(daybook.entries(), [{ at: start + 2000, used: 3, stored: 3, sizes }])

  await daybook.note({ at: start + 3000, used: 4, stored: 4, sizes: [['films', 4]] })
  await daybook.note({ at: start + 4000, used: 5, stored: 5 })
  assert.equal(daybook.entries(), [{ at: start + 2000, used: 3, stored: 3, sizes }])
})

test('an entry of the next hour is appended', async () => {
  const daybook = await opened()
  await daybook.note({ at: start, used: 1, stored: 1 })
  await daybook.note({ at: start + 3_599_999, used: 2, stored: 2 })
  await daybook.note({ at: start + 3_600_000, used: 3, stored: 3 })
  assert.equal(
    daybook.entries().map(({ used }) => used),
    [1, 3],
  )
})
