import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { computeForecast, type DriveUsage } from '../../../plugins/dashboard/forecast.ts'

const DAY = 86_400_000
const GiB = 2 ** 30
const start = Date.UTC(2026, 0, 1)

/** A measure an hour for so many days, after `of` days. */
const hourly = (days: number, of: (day: number) => number, usable = 1000 * GiB): DriveUsage[] =>
  Array.from({ length: days * 24 + 1 }, (_, hour) => ({ at: start + hour * (DAY / 24), used: of(hour / 24), usable }))

test('before three days have gone by nothing is foreseen, and neither without a capacity', () => {
  assert.equal(computeForecast([]), { state: 'early' })
  assert.equal(computeForecast(hourly(3, (day) => day * GiB).slice(1)), { state: 'early' })
  assert.equal(computeForecast(hourly(4, (day) => day * GiB).map(({ at, used }) => ({ at, used }))), { state: 'early' })
})

test('what grows steadily is full on the day that the line says', () => {
  const forecast = computeForecast(hourly(10, (day) => 100 * GiB + day * 10 * GiB))
  if (forecast.state !== 'full') throw new Error(forecast.state)
  assert.is(forecast.perDay, 10 * GiB)
  // 800 GiB are left after ten days
  assert.is(Math.round((forecast.on - start) / DAY), 90)
  assert.ok(Math.abs(forecast.earliest - forecast.on) < DAY / 24)
})

test('the less steady it grows the wider is the span', () => {
  const spanOf = (noise: number) => {
    const forecast = computeForecast(
      hourly(20, (day) => 100 * GiB + day * 10 * GiB + (Math.floor(day) % 2) * noise * GiB),
    )
    if (forecast.state !== 'full' || !forecast.latest) throw new Error(forecast.state)
    assert.ok(forecast.earliest <= forecast.on && forecast.on <= forecast.latest)
    return forecast.latest - forecast.earliest
  }
  assert.ok(spanOf(20) > spanOf(5) * 2)
})

test('what shrinks or stays is not filling, and what is years away says so', () => {
  assert.is(computeForecast(hourly(3, (day) => (100 - day) * GiB)).state, 'shrinking')
  assert.is(computeForecast(hourly(3, () => 100 * GiB)).state, 'shrinking')
  assert.is(computeForecast(hourly(3, (day) => (100 + day / 10) * GiB)).state, 'far')
})

test('what was more than a month ago does not count', () => {
  const forecast = computeForecast(hourly(60, (day) => (day < 30 ? 100 + day * 20 : 700 + (day - 30)) * GiB))
  assert.is(forecast.state === 'full' && Math.round(forecast.perDay / GiB), 1)
})

test.run()
