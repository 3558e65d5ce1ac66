import { assert, test } from '../../../test/lib/suite.ts'
import type { MetricRule } from '../backend/history/columns.ts'
import { openHistory } from '../backend/history/history.ts'
import { createMemoryMedium, type Medium } from '../backend/history/medium.ts'
import { type Layout, sizeOf } from '../backend/history/ring.ts'
import { choicesFrom } from '../../../test/lib/random.ts'

/** Two hours in steps of 15 seconds, two days in hours. */
const layout: Layout = {
  width: 6,
  tiers: [
    { every: 15, slots: 480 },
    { every: 3600, slots: 48 },
  ],
}

const rules: MetricRule[] = [
  { id: 'used', metrics: ['used_bytes', 'used_bytes_formerly'], by: [], aggregate: 'sum', kind: 'gauge' },
  { id: 'calls', metrics: ['calls_total'], by: ['api'], aggregate: 'sum', kind: 'counter' },
  { id: 'all-calls', metrics: ['calls_total'], by: [], aggregate: 'sum', kind: 'counter' },
  { id: 'began', metrics: ['start_seconds'], by: [], aggregate: 'max', kind: 'gauge' },
]

const sample = (name: string, value: number, labels: Record<string, string> = {}) => ({ name, labels, value })
const fresh = () => createMemoryMedium(sizeOf(layout))
const open = (medium: Medium) => openHistory(medium, rules, layout)

/** Midnight of a day, in seconds. */
const DAY = 1_700_006_400

const points = async (
  history: Awaited<ReturnType<typeof open>>,
  id: string,
  as: 'value' | 'rate' | 'increase' | 'age',
  [start, end, step]: [number, number, number],
) => (await history.read({ id, as }, { start, end, step })).map(({ points }) => points)

test('a series has a value for every 15 seconds, starting with the first metric', async () => {
  const history = await open(fresh())
  await history.note({ at: DAY * 1000, samples: [sample('used_bytes_formerly', 5)] })
  await history.note({
    at: (DAY + 16) * 1000,
    samples: [
      sample('used_bytes', 7, { server: 'a' }),
      sample('used_bytes', 1, { server: 'b' }),
      sample('used_bytes_formerly', 5),
    ],
  })
  assert.equal(await points(history, 'used', 'value', [DAY, DAY + 30, 15]), [
    [
      [DAY, 5],
      [DAY + 15, 8],
      [DAY + 30, 8],
    ],
  ])
  assert.is(history.since(), DAY)
})

test('there are no values before the first sample, during downtime and after the last one', async () => {
  const history = await open(fresh())
  const times = Array.from({ length: 40 }, (_, index) => DAY + index * 15).filter(
    (time) => time < DAY + 150 || time >= DAY + 400,
  )
  for (const time of times)
    await history.note({
      at: time * 1000,
      samples: [sample('used_bytes', 1), sample('calls_total', time - DAY, { api: 'get' })],
    })
  const [used = []] = await points(history, 'used', 'value', [DAY - 600, DAY + 1200, 15])
  // a point may be as old as the one scrape before it
  const isActive = (time: number) => times.some((at) => at <= time && time - at < 30)
  assert.equal(
    used.map(([time]) => time),
    Array.from({ length: 121 }, (_, index) => DAY - 600 + index * 15).filter(isActive),
  )
  const [rate = []] = await points(history, 'calls', 'rate', [DAY - 600, DAY + 1200, 15])
  assert.ok(rate.every(([time]) => isActive(time)))
  assert.ok(
    rate.every(([, value]) => Math.abs(value - 1) < 1e-9),
    'and a gap is in no rate',
  )
})

test('hours store the mean of gauges and the last value of counters, and outlive the 15-second values', async () => {
  const { below: whole } = choicesFrom(3)
  const medium = fresh()
  const history = await open(medium)
  const byHour = new Map<number, { gauge: number[]; counter: number }>()
  let counter = 100
  for (let time = DAY + 15; time <= DAY + 20 * 3600; time += 15) {
    if (whole(5) === 0) continue
    const gauge = whole(1000)
    counter += whole(10)
    const hour = Math.ceil(time / 3600)
    const known = byHour.get(hour) ?? { gauge: [], counter: 0 }
    byHour.set(hour, { gauge: [...known.gauge, gauge], counter })
    await history.note({
      at: time * 1000,
      samples: [sample('used_bytes', gauge), sample('calls_total', counter, { api: 'get' })],
    })
  }
  const hours = [...byHour.keys()].filter((hour) => hour * 3600 < DAY + 17 * 3600)
  const [used = []] = await points(history, 'used', 'value', [DAY + 3600, DAY + 16 * 3600, 3600])
  assert.equal(
    used.map(([time, value]) => [time, Math.round(value * 1e6)]),
    hours.map((hour) => {
      const { gauge = [] } = byHour.get(hour) ?? {}
      return [hour * 3600, Math.round((gauge.reduce((sum, one) => sum + one, 0) / gauge.length) * 1e6)]
    }),
  )
  const [rate = []] = await points(history, 'calls', 'rate', [DAY + 2 * 3600, DAY + 16 * 3600, 3600])
  for (const [time, value] of rate) {
    const hour = time / 3600
    const grown =
      (byHour.get(hour)?.counter ?? 0) - (byHour.get(hour - 2)?.counter ?? byHour.get(hour - 1)?.counter ?? 0)
    const over = byHour.has(hour - 2) ? 7200 : 3600
    assert.ok(Math.abs(value - grown / over) < 1e-9, `hour ${hour}: ${value}`)
  }
  const again = await open(medium)
  assert.equal(await points(again, 'used', 'value', [DAY + 3600, DAY + 16 * 3600, 3600]), [used])
})

test('an hour with a console stop is aggregated at the next start', async () => {
  const medium = fresh()
  const before = await open(medium)
  for (let time = DAY + 15; time < DAY + 1800; time += 15)
    await before.note({ at: time * 1000, samples: [sample('used_bytes', 4)] })
  const after = await open(medium)
  for (const time of [DAY + 7215, DAY + 11_000])
    await after.note({ at: time * 1000, samples: [sample('used_bytes', 9)] })
  assert.equal(await points(after, 'used', 'value', [DAY + 3600, DAY + 3600, 3600]), [[[DAY + 3600, 4]]])
})

test('a counter continues after a server reset, even while the console was down', async () => {
  const medium = fresh()
  const history = await open(medium)
  const calls = (get: number, put?: number) => [
    sample('calls_total', get, { api: 'get', server: 'a' }),
    ...(put === undefined ? [] : [sample('calls_total', put, { api: 'get', server: 'b' })]),
  ]
  const last = async (one: typeof history, time: number) =>
    (await points(one, 'calls', 'value', [time, time, 15]))[0]?.[0]?.[1]
  await history.note({ at: DAY * 1000, samples: calls(100, 50) })
  await history.note({ at: (DAY + 15) * 1000, samples: calls(110, 2) })
  assert.is(await last(history, DAY + 15), 162, 'one of two servers')
  await history.note({ at: (DAY + 30) * 1000, samples: calls(120) })
  assert.is(await last(history, DAY + 30), 172, 'one of them is down')
  await history.note({ at: (DAY + 45) * 1000, samples: calls(120, 5) })
  assert.is(await last(history, DAY + 45), 175, 'and comes back')
  const second = await open(medium)
  await second.note({ at: (DAY + 60) * 1000, samples: calls(130, 6) })
  assert.is(await last(second, DAY + 60), 186, 'the console was restarted')
  const third = await open(medium)
  await third.note({ at: (DAY + 75) * 1000, samples: calls(3, 1) })
  assert.is(await last(third, DAY + 75), 190, 'all servers were restarted as well')
})

test('a counter is stored in total and by label, and both grow', async () => {
  const history = await open(fresh())
  for (const [index, count] of [10, 20, 30].entries())
    await history.note({
      at: (DAY + index * 15) * 1000,
      samples: [sample('calls_total', count, { api: 'get' }), sample('calls_total', 2 * count, { api: 'put' })],
    })
  const last = async (id: string) =>
    (await points(history, id, 'value', [DAY + 30, DAY + 30, 15])).map((series) => series[0]?.[1])
  assert.equal([await last('calls'), await last('all-calls')], [[30, 60], [90]])
})

test('a restart loses no stored value', async () => {
  const { below: whole } = choicesFrom(11)
  const medium = fresh()
  let history = await open(medium)
  const recorded: [number, number][] = []
  for (let index = 0; index < 300; index += 1) {
    if (whole(10) === 0) history = await open(medium)
    recorded.push([DAY + index * 15, whole(100)])
    await history.note({ at: (DAY + index * 15) * 1000, samples: [sample('used_bytes', recorded[index]?.[1] ?? 0)] })
  }
  assert.equal(await points(await open(medium), 'used', 'value', [DAY, DAY + 299 * 15, 15]), [recorded])
})

test('values over the capacity are counted and dropped, and capacity is freed later', async () => {
  const history = await open(fresh())
  const calls = (names: string[]) => names.map((api) => sample('calls_total', 1, { api }))
  await history.note({
    at: DAY * 1000,
    samples: [sample('used_bytes', 1), ...calls(['a', 'b', 'c', 'd', 'e', 'f', 'g'])],
  })
  assert.is(history.dropped(), 3)
  assert.is((await points(history, 'calls', 'value', [DAY, DAY, 15])).length, 5)
  await history.note({ at: (DAY + 10 * 86_400) * 1000, samples: calls(['g']) })
  assert.is(history.dropped(), 0)
  const series = await history.read({ id: 'calls', as: 'value' }, { start: DAY, end: DAY + 10 * 86_400, step: 86_400 })
  assert.equal(
    series.find(({ labels }) => labels.api === 'g')?.points,
    [[DAY + 10 * 86_400, 1]],
    'without what another series left there',
  )
})

test('the age of a timestamp metric is computed from it', async () => {
  const history = await open(fresh())
  await history.note({ at: DAY * 1000, samples: [sample('start_seconds', DAY - 500)] })
  assert.equal(await points(history, 'began', 'age', [DAY, DAY + 15, 15]), [
    [
      [DAY, 500],
      [DAY + 15, 515],
    ],
  ])
})

test('after the clock is set back, values continue from there', async () => {
  const history = await open(fresh())
  await history.note({ at: (DAY + 400 * 86_400) * 1000, samples: [sample('used_bytes', 9)] })
  for (let time = DAY; time <= DAY + 7300; time += 15)
    await history.note({ at: time * 1000, samples: [sample('used_bytes', 1)] })
  assert.equal(await points(history, 'used', 'value', [DAY + 7200, DAY + 7230, 15]), [
    [
      [DAY + 7200, 1],
      [DAY + 7215, 1],
      [DAY + 7230, 1],
    ],
  ])
  assert.equal(await points(history, 'used', 'value', [DAY + 3600, DAY + 3600, 3600]), [[[DAY + 3600, 1]]])
})
