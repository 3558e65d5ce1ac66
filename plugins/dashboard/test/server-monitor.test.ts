import { assert, test } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import { createMonitor, type MonitorContext, type StorageState } from '../backend/monitor.ts'
import { createMeasures } from '../backend/measures.ts'
import { silentLog } from '../../../engines/engine.ts'
import { createMemoryStore } from '../../../engines/lib/key-value-store.ts'
import { createSecretBox } from '../../../engines/lib/secret-box.ts'
import { createOutbound } from '../../../engines/outbound/outbound.ts'
import { until } from '../../../test/lib/until.ts'

const [HOUR, DAY, GiB] = [3_600_000, 86_400_000, 2 ** 30]
const start = Date.UTC(2026, 10, 1)

/** A monitor on a store that survives restarts, with a clock set by the test. */
const setup = (more: Partial<MonitorContext> = {}) => {
  const keyValueStore = createMemoryStore()
  const state = { now: start }
  const measures = createMeasures()
  const context: MonitorContext = {
    keyValueStore,
    secrets: createSecretBox(undefined),
    log: silentLog,
    outbound: createOutbound(),
    clock: () => state.now,
    measures,
    certificateEnds: undefined,
    ...more,
  }
  const begin = async () => {
    const monitor = createMonitor()
    const work = monitor.work(context)
    await monitor.ready()
    return { monitor, work }
  }
  return { begin, state, measures }
}

const stateWith = (gib: number, sizes?: StorageState['sizes']): StorageState => ({
  info: { usage: gib * GiB, used: gib * GiB, capacity: 1000 * GiB, servers: [] },
  ...(sizes && { sizes }),
})

/** Makes a rule's alert open and close with a single sample. */
const alertImmediately = ({ alerts }: ReturnType<typeof createMonitor>, id: string, threshold: number) =>
  alerts.changeRule(id, { enabled: true, threshold, durationSeconds: 0 })

test('three days of usage give a forecast and growth by bucket, which survive a restart', async () => {
  const { begin, state } = setup()
  const first = await begin()
  for (let hour = 0; hour <= 80; hour += 1, state.now += HOUR)
    await first.monitor.ingest(
      stateWith(100 + hour, [
        ['films', (60 + hour) * GiB],
        ['music', 40 * GiB],
      ]),
    )
  await first.work.stop()
  const { monitor, work } = await begin()
  const now = stateWith(181, [
    ['films', 141 * GiB],
    ['music', 39.5 * GiB],
    ['new', GiB / 2],
  ])
  const { forecast, growth, largest, history, durable } = await monitor.outlook(now)
  if (forecast.state !== 'full') throw new Error(forecast.state)
  assert.is(Math.round(forecast.perDay / GiB), 24)
  assert.is(Math.round((Date.parse(forecast.date) - state.now) / DAY), 34)
  const films = monitor.quotaOutlook(now, 'films', 213 * GiB)
  if (films.forecast.state !== 'full') throw new Error(films.forecast.state)
  assert.is(Math.round((Date.parse(films.forecast.date) - state.now) / DAY), 3)
  assert.ok(films.forecast.earliest <= films.forecast.date && films.forecast.date <= (films.forecast.latest ?? ''))
  assert.equal(films.history.at(-1), { time: state.now, used: 141 * GiB })
  const over = monitor.quotaOutlook(now, 'films', GiB).forecast
  assert.is(over.state === 'full' && over.date, new Date(state.now).toISOString())
  assert.is(monitor.quotaOutlook(now, 'music', 50 * GiB).forecast.state, 'shrinking')
  assert.equal(monitor.quotaOutlook(now, 'new', GiB).forecast, { state: 'early' })
  assert.equal(monitor.quotaOutlook(now, 'none', GiB).history, [])
  assert.is(growth?.since, new Date(state.now - DAY).toISOString())
  assert.is(growth?.bytes, 24 * GiB)
  assert.equal(
    growth?.buckets.map(({ name, bytes }) => [name, bytes / GiB]),
    [
      ['films', 24],
      ['music', -0.5],
      ['new', 0.5],
    ],
  )
  assert.equal(
    largest?.map(({ name }) => name),
    ['films', 'music', 'new'],
  )
  assert.is(history.length, 50)
  assert.is(durable, false)
  // a caller who may not see all buckets sees the growth without bucket names
  const { growth: plain, largest: none } = await monitor.outlook(stateWith(181))
  assert.is(plain?.bytes, 24 * GiB)
  assert.equal([plain?.buckets, none], [[], undefined])
  await work.stop()
})

test('a storage that will be full within days opens an alert', async () => {
  const { begin, state } = setup()
  const { monitor, work } = await begin()
  await alertImmediately(monitor, 'full-soon', 14)
  for (let hour = 0; hour <= 73; hour += 1, state.now += HOUR) await monitor.ingest(stateWith(500 + hour * 5))
  assert.is(monitor.alerts.running()[0]?.rule, 'full-soon')
  await work.stop()
})

test('a state counts as of when its read began, so a slow read cannot end an alert', async () => {
  const { begin, state } = setup()
  const { monitor, work } = await begin()
  await alertImmediately(monitor, 'capacity-low', 75)
  let respond = (_: StorageState) => {}
  const reading = monitor.read(() => new Promise((resolve) => (respond = resolve)))
  state.now += 1000
  await monitor.read(async () => stateWith(800))
  respond(stateWith(700))
  assert.equal(await reading, stateWith(700))
  assert.equal(pluck(monitor.alerts.running(), 'rule'), ['capacity-low'])
  await work.stop()
})

test('the capacity alert uses the space used on the drives, not the total size of objects', async () => {
  const { begin } = setup()
  const { monitor, work } = await begin()
  await alertImmediately(monitor, 'capacity-low', 75)
  const capacityAlerts = async (usage: number, used: number | undefined) => {
    const state = stateWith(usage)
    await monitor.ingest({ info: { ...state.info, used: used === undefined ? used : used * GiB } })
    return monitor.alerts
      .running()
      .filter(({ rule }) => rule === 'capacity-low')
      .map(({ value }) => value)
  }
  assert.equal(await capacityAlerts(900, undefined), [], 'the usage of the drives is unknown')
  assert.equal(await capacityAlerts(900, 700), [])
  assert.equal(await capacityAlerts(1, 800), [80])
  await work.stop()
})

test('a storage that does not respond opens an alert until it does', async () => {
  const line: { up: boolean } = { up: false }
  const { begin, state } = setup({
    probe: async () => {
      if (!line.up) throw new Error('ECONNREFUSED')
      return { skew: 0, certificateEnds: undefined }
    },
  })
  const { monitor, work } = await begin()
  await alertImmediately(monitor, 'unreachable', 0)
  await monitor.outlook(stateWith(1))
  assert.equal(pluck(monitor.alerts.running(), 'rule'), ['unreachable'])
  line.up = true
  state.now += 60_000
  await monitor.outlook(stateWith(1))
  assert.equal(monitor.alerts.running(), [])
  await work.stop()
})

test('a console that stops during a sample reports nothing as offline', async () => {
  let isAsked = false
  const { begin } = setup({
    probe: (stop) =>
      new Promise((_resolve, reject) => {
        isAsked = true
        stop.addEventListener('abort', () => reject(stop.reason as Error))
      }),
  })
  const first = await begin()
  await alertImmediately(first.monitor, 'unreachable', 0)
  const reading = first.monitor.outlook(stateWith(1))
  await until(() => isAsked)
  await first.work.stop()
  await reading
  const { monitor, work } = await begin()
  assert.equal(monitor.alerts.list().alerts, [])
  await work.stop()
})

test('scraped metrics count as well: drives, recent errors and used space', async () => {
  const { begin, state, measures } = setup()
  const { monitor, work } = await begin()
  await alertImmediately(monitor, 'drives-offline', 0)
  await alertImmediately(monitor, 'errors', 5)
  const scrape = (drives: number, calls: number, failed: number) => {
    state.now += 15_000
    const samples = Object.entries({
      minio_cluster_drive_offline_total: drives,
      minio_cluster_usage_total_bytes: 150 * GiB,
      minio_cluster_capacity_usable_free_bytes: 800 * GiB,
      minio_cluster_capacity_usable_total_bytes: 1000 * GiB,
      minio_s3_requests_total: calls,
      minio_s3_requests_5xx_errors_total: failed,
    }).map(([name, value]) => ({ name, labels: {}, value }))
    measures.publish({ at: state.now, samples })
  }
  const running = () =>
    monitor.alerts
      .running()
      .map(({ rule }) => rule)
      .sort()
  scrape(0, 1000, 0)
  scrape(0, 1010, 10)
  await until(() =>
    monitor.alerts.rules(true).rules.some(({ metric, value }) => metric === 'error-rate' && value !== undefined),
  )
  assert.equal(running(), [], 'ten calls are too few')
  scrape(1, 1100, 10)
  await until(() => running().length === 2)
  assert.equal(running(), ['drives-offline', 'errors'])
  const capacityUsed = () => monitor.alerts.rules(true).rules.find(({ metric }) => metric === 'capacity-used')?.value
  assert.is(capacityUsed(), 20)
  scrape(0, 2000, 10)
  await until(() => running().length === 0)
  await monitor.ingest({ info: { buckets: 0 }, excluded: { capacity: 600 * GiB, used: 100 * GiB, drives: 8 } })
  scrape(0, 2000, 10)
  await until(() => capacityUsed() === 25)
  await work.stop()
})

test('any widget can have a threshold, and the server beyond it is named', async () => {
  const queries: number[] = []
  const { begin, state } = setup({
    source: () => ({
      about: async () => ({ source: 'history' as const }),
      read: async ({ of }, { start: from, end, step }) => {
        queries.push(end - from, step)
        const inMiB =
          of.id === 'memory'
            ? ([
                ['a', 90],
                ['b', 110],
              ] as const)
            : []
        return inMiB.map(([server, mib]) => ({
          labels: { server },
          points: [
            [from, 0],
            [end, mib * 2 ** 20],
          ] as [number, number][],
        }))
      },
    }),
  })
  const { monitor, work } = await begin()
  await monitor.outlook(stateWith(1))
  assert.equal(queries, [], 'no rule uses a widget yet')
  const over = await monitor.alerts.addRule({ metric: 'memory', level: 'warning', threshold: 100, durationSeconds: 0 })
  await monitor.alerts.addRule({ metric: 'memory', level: 'danger', threshold: 111, durationSeconds: 0 })
  await monitor.alerts.addRule({ metric: 'processor', level: 'danger', threshold: 0, durationSeconds: 0 })
  state.now += 60_000
  await monitor.outlook(stateWith(1))
  assert.equal(queries.slice(0, 2), [300, 60])
  assert.equal(
    monitor.alerts.running().map(({ rule, value, source, text }) => [rule, value, source, text]),
    [[over, 110, 'b', '110 MiB, b']],
  )
  await work.stop()
})

test('unknown metrics are reported with the reason', async () => {
  const { begin, measures } = setup()
  const { monitor, work } = await begin()
  measures.fail({ since: start, message: 'nobody may' })
  assert.equal(monitor.missingData(), { missingData: { since: new Date(start).toISOString(), message: 'nobody may' } })
  measures.publish({ at: start, samples: [] })
  assert.equal(monitor.missingData(), {})
  await work.stop()
})

test('saved rules and history that cannot be read for a moment are not overwritten', async () => {
  const saved = createMemoryStore()
  let isReadable = true
  const keyValueStore = {
    ...saved,
    read: async (name: string) => {
      if (!isReadable) throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })
      return saved.read(name)
    },
  }
  const { begin } = setup({ keyValueStore })
  const first = await begin()
  await first.monitor.alerts.addRule({ metric: 'clock-skew', level: 'danger', threshold: 7, durationSeconds: 0 })
  await first.monitor.ingest(stateWith(100))
  await first.work.stop()
  const before = await Promise.all(['dashboard-alerts', 'dashboard-days'].map(saved.read))
  isReadable = false
  const second = await begin()
  await second.monitor.ingest(stateWith(200))
  assert.throws(() => second.monitor.alerts.list(), /restarting/)
  await second.work.stop()
  assert.equal(await Promise.all(['dashboard-alerts', 'dashboard-days'].map(saved.read)), before)
})

test('a decommission that failed starts an alert, which ends once the pool is decommissioned again', async () => {
  const { begin, state } = setup()
  const { monitor, work } = await begin()
  const ingest = (decommission: 'failed' | 'running') => {
    state.now += 60_000
    return monitor.ingest({ ...stateWith(100), decommissions: new Map([['Pool 2', decommission]]) })
  }
  const running = () => monitor.alerts.running().map(({ title, source }) => [title, source])
  await ingest('failed')
  assert.equal(running(), [['Failed decommissions', 'Pool 2']])
  await ingest('running')
  assert.equal(running(), [])
  await work.stop()
})

test('space of a decommissioned pool is left out after a restart, until its drives are removed', async () => {
  const { begin, state, measures } = setup()
  const first = await begin()
  await first.monitor.ingest({ info: { buckets: 0 }, excluded: { capacity: 600 * GiB, used: 100 * GiB, drives: 8 } })
  await first.work.stop()
  const { monitor, work } = await begin()
  const scrape = (drives: number, usable: number, free: number) => {
    state.now += 60_000
    const values = {
      minio_cluster_drive_online_total: drives,
      minio_cluster_drive_offline_total: 0,
      minio_cluster_capacity_usable_total_bytes: usable * GiB,
      minio_cluster_capacity_usable_free_bytes: free * GiB,
    }
    const samples = Object.entries(values).map(([name, value]) => ({ name, labels: {}, value }))
    measures.publish({ at: state.now, samples })
  }
  const capacityUsed = () => monitor.alerts.rules(true).rules.find(({ metric }) => metric === 'capacity-used')?.value
  const isUsed = (percent: number) => until(() => capacityUsed() === percent)
  scrape(8, 1000, 800)
  await isUsed(25)
  scrape(4, 700, 350)
  await isUsed(50)
  await work.stop()
})

test('the growth of the last day includes deleted buckets', async () => {
  const { begin, state } = setup()
  const { monitor, work } = await begin()
  await monitor.ingest(
    stateWith(115, [
      ['archive', 100 * GiB],
      ['films', 10 * GiB],
      ['music', 5 * GiB],
    ]),
  )
  state.now += 25 * HOUR
  const now = stateWith(14, [
    ['films', 9 * GiB],
    ['music', 5 * GiB],
  ])
  assert.equal((await monitor.outlook(now)).growth?.buckets, [
    { name: 'archive', bytes: -100 * GiB },
    { name: 'films', bytes: -1 * GiB },
  ])
  await work.stop()
})
