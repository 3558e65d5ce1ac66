import { assert, test } from '../../../test/lib/suite.ts'
import { forecastsByPool, paceByBucket } from '../backend/outlook-by-part.ts'
import type { Entry } from '../backend/capacity-log.ts'
import { usableSpaceByPool } from '../minio/erasure-sets.ts'

const [HOUR, DAY, GiB] = [3_600_000, 86_400_000, 2 ** 30]
const start = Date.UTC(2026, 10, 1)
const hours = (number: number, entry: (hour: number) => Partial<Entry>): Entry[] =>
  Array.from({ length: number }, (_, hour) => ({ at: start + hour * HOUR, stored: 0, ...entry(hour) }))

test('each pool has its forecast, and a single pool has none', () => {
  const entries = hours(96, (hour) => ({
    pools: [
      ['Pool 1', 900 * GiB, 1000 * GiB],
      ['Pool 2', (100 + hour) * GiB, 1000 * GiB],
    ],
  }))
  const now: Entry = {
    at: start + 96 * HOUR,
    stored: 0,
    pools: [
      ['Pool 1', 900 * GiB, 1000 * GiB],
      ['Pool 2', 196 * GiB, 1000 * GiB],
    ],
  }
  const [full, growing] = forecastsByPool(entries, now)
  assert.is(full?.forecast.state, 'shrinking')
  assert.is(growing?.forecast.state, 'full')
  if (growing?.forecast.state === 'full') {
    assert.is(Math.round((growing.forecast.date - now.at) / DAY), 34)
    assert.is(growing.forecast.perDay, 24 * GiB)
  }
  assert.equal(forecastsByPool(entries, { ...now, pools: [['Pool 1', 1, 2]] }), [])
  assert.equal(forecastsByPool(entries, { at: now.at, stored: 0 }), [])
})

test('buckets are sorted by their pace, which needs an hour of sizes', () => {
  const entries = hours(24, (hour) => ({
    sizes: [
      ['large', 500],
      ['growing', hour],
    ],
  }))
  const sizes = [
    ['large', 500],
    ['growing', 24],
    ['new', 3],
  ] as const
  const counts = new Map([['large', { noncurrent: 7, markers: 2 }]])
  assert.equal(paceByBucket(entries, { at: start + 24 * HOUR, stored: 0, sizes }, counts), [
    { name: 'growing', bytes: 24, perDay: 24 },
    { name: 'large', bytes: 500, perDay: 0, noncurrent: 7, markers: 2 },
    { name: 'new', bytes: 3 },
  ])
})

test('at most ten buckets are listed', () => {
  const sizes = Array.from({ length: 12 }, (_, index) => [`b${index}`, index] as const)
  const listed = paceByBucket([], { at: start, stored: 0, sizes }, new Map())
  assert.equal([listed.length, listed[0]?.name], [10, 'b11'])
})

test('drives count for their own pool', () => {
  const drive = (pool_index: number, totalspace: number, availspace: number) => ({
    state: 'ok',
    totalspace,
    availspace,
    pool_index,
    set_index: 0,
  })
  const drives = [drive(1, 300, 100), drive(0, 100, 90), drive(1, 300, 100), drive(0, 100, 90)]
  assert.equal(usableSpaceByPool(drives, 1), [
    ['Pool 1', 10, 100],
    ['Pool 2', 200, 300],
  ])
  assert.equal(usableSpaceByPool([{ ...drive(0, 1, 1), set_index: -1 }], 1), [])
})
