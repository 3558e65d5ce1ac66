import { assert, test } from '../../../test/lib/suite.ts'
import { computeForecast, type DriveUsage } from '../forecast.ts'

const DAY = 86_400_000
const GiB = 2 ** 30
const start = Date.UTC(2026, 0, 1)

/** Returns one sample per hour for `days` days, with the usage after `day` days from `of`. */
const hourly = (days: number, of: (day: number) => number, usable = 1000 * GiB): DriveUsage[] =>
  Array.from({ length: days * 24 + 1 }, (_, hour) => ({ at: start + hour * (DAY / 24), used: of(hour / 24), usable }))

test('there is no forecast with less than three days of data or without a capacity', () => {
  assert.equal(computeForecast([]), { state: 'early' })
  assert.is(computeForecast(hourly(3, (day) => day * GiB).slice(1)).state, 'early')
  assert.equal(computeForecast(hourly(4, (day) => day * GiB).map(({ at, used }) => ({ at, used }))), { state: 'early' })
})

test('a few hours of history give a rough answer, whose range narrows as history grows', () => {
  const roughOf = (hours: number, perDay: number) => {
    const forecast = computeForecast(hourly(2, (day) => 100 * GiB + day * perDay * GiB).slice(0, hours + 1))
    if (forecast.state !== 'early') throw new Error(forecast.state)
    return forecast.estimate
  }
  assert.is(roughOf(1, 10), undefined)
  const [soon, late] = [roughOf(4, 10), roughOf(48, 10)]
  assert.equal([soon?.perDay, late?.perDay], [10 * GiB, 10 * GiB])
  // 900 GiB at 10 GiB a day are 90 days, which an hour's pace may miss by eight times and that of days by two
  assert.equal(soon?.days, { min: 22, max: 360 })
  assert.equal(late?.days, { min: 44, max: 176 })
  assert.equal(roughOf(10, -1), { perDay: -GiB })
  assert.equal(roughOf(10, 0), { perDay: 0 })
})

test('steady growth fills the storage on the day of the trend line', () => {
  const forecast = computeForecast(hourly(10, (day) => 100 * GiB + day * 10 * GiB))
  if (forecast.state !== 'full') throw new Error(forecast.state)
  assert.is(forecast.perDay, 10 * GiB)
  // 800 GiB remain after ten days
  assert.is(Math.round((forecast.date - start) / DAY), 90)
  assert.ok(Math.abs(forecast.earliest - forecast.date) < DAY / 24)
})

test('less steady growth widens the range of days', () => {
  const spanOf = (noise: number) => {
    const forecast = computeForecast(
      hourly(20, (day) => 100 * GiB + day * 10 * GiB + (Math.floor(day) % 2) * noise * GiB),
    )
    if (forecast.state !== 'full' || !forecast.latest) throw new Error(forecast.state)
    assert.ok(forecast.earliest <= forecast.date && forecast.date <= forecast.latest)
    return forecast.latest - forecast.earliest
  }
  assert.ok(spanOf(20) > spanOf(5) * 2)
})

test('shrinking or constant usage is not filling, and a date years away is reported as such', () => {
  assert.is(computeForecast(hourly(3, (day) => (100 - day) * GiB)).state, 'shrinking')
  assert.is(computeForecast(hourly(3, () => 100 * GiB)).state, 'shrinking')
  assert.is(computeForecast(hourly(3, (day) => (100 + day / 10) * GiB)).state, 'far')
})

test('usage from more than a month ago is ignored', () => {
  const forecast = computeForecast(hourly(60, (day) => (day < 30 ? 100 + day * 20 : 700 + (day - 30)) * GiB))
  assert.is(forecast.state === 'full' && Math.round(forecast.perDay / GiB), 1)
})
