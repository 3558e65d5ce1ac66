import { assert, test } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import * as v from 'valibot'
import { toJsonLines, parseJsonLines } from '../../../ui/json-lines.ts'
import { ServedCall } from '../contract.ts'
import { createStatistics } from '../pages/statistics.ts'

const call = (api: string, ms: number, statusCode = 200, statusMsg = '') =>
  v.parse(ServedCall, {
    time: '2026-11-21T08:00:00Z',
    api,
    statusCode,
    statusMsg,
    callStats: { rx: 10, tx: 5, duration: `${ms}ms`, timeToFirstByte: '1ms' },
  })

test('calls are counted by API, with errors, bytes, typical duration and the slowest', () => {
  const statistics = createStatistics()
  for (let ms = 1; ms <= 100; ms += 1) statistics.add(call('s3.GetObject', ms))
  statistics.add(call('s3.PutObject', 3, 404))
  statistics.add(call('s3.PutObject', 3, 503))
  statistics.add(call('storage.ReadXL', 3, 0, 'file not found'))
  const [get, put, read] = statistics.sortedBy('calls')
  assert.equal(
    [get?.api, get?.calls, get?.bytes, put?.warnings, put?.failures, read?.failures],
    ['s3.GetObject', 100, 1500, 1, 1, 1],
  )
  assert.ok(get && get.p50 >= 50e6 && get.p50 < 50e6 * 1.06, String(get?.p50))
  assert.ok(get && get.p99 >= 99e6 && get.p99 < 99e6 * 1.06, String(get?.p99))
  assert.equal(pluck(statistics.sortedBy('errors'), 'api'), ['s3.PutObject', 'storage.ReadXL', 's3.GetObject'])
  statistics.clear()
  assert.equal(statistics.sortedBy('calls'), [])
})

test('a capture contains all of its rows, oldest first, and an invalid one is skipped', () => {
  const rows = [call('s3.B', 2), call('s3.A', 1)]
  const text = toJsonLines(rows)
  assert.equal(parseJsonLines(ServedCall, `${text}nothing\n{"api":1}\n`), [...rows].reverse())
})
