import { assert, test } from '../../../test/lib/suite.ts'
import { Failure } from '../../../core/protocol/failure.ts'
import { silentLog } from '../../../engines/engine.ts'
import { createMeasures, SCRAPE_INTERVAL, samplesNamed, startScraping } from '../backend/measures.ts'
import { createServerSamples } from '../minio/samples.ts'
import { createTokens } from '../minio/tokens.ts'
import type { Pause } from '../../../engines/outbound/webhook.ts'
import { until } from '../../../test/lib/until.ts'

/** A clock that advances when `step` is called and wakes what waits for it. */
const manualClock = (start: number) => {
  let now = start
  let wake = () => {}
  const delays: number[] = []
  const pause: Pause = (ms, signal) =>
    new Promise<void>((resolve) => {
      delays.push(ms)
      wake = () => {
        now += ms
        resolve()
      }
      signal.addEventListener('abort', () => resolve())
    })
  return { clock: () => now, pause, delays, step: () => wake() }
}

test('the storage is sampled immediately and then every 15 seconds', async () => {
  const { clock, pause, delays, step } = manualClock(1_000_007_000)
  const measures = createMeasures()
  const seen: number[] = []
  measures.listen(({ at }) => seen.push(at))
  let value = 0
  const { stop } = startScraping({
    measures,
    clock,
    log: silentLog,
    pause,
    read: async () => [{ name: 'up', labels: {}, value: (value += 1) }],
  })
  await until(() => delays.length === 1)
  assert.is(delays[0], SCRAPE_INTERVAL - (1_000_007_000 % SCRAPE_INTERVAL))
  step()
  await until(() => delays.length === 2)
  assert.is(delays[1], SCRAPE_INTERVAL)
  assert.equal(seen, [1_000_007_000, 1_000_007_000 + (delays[0] ?? 0)])
  assert.equal(measures.newest()?.samples, [{ name: 'up', labels: {}, value: 2 }])
  await stop()
})

test('a failure is reported with its time, the latest figures stay, and the next success clears it', async () => {
  const { clock, pause, delays, step } = manualClock(0)
  const measures = createMeasures()
  let fails = false
  const { stop } = startScraping({
    measures,
    clock,
    log: silentLog,
    pause,
    read: async () => {
      if (fails) throw new Failure(503, 'The storage server cannot be reached')
      return []
    },
  })
  await until(() => delays.length === 1)
  fails = true
  step()
  await until(() => delays.length === 2)
  step()
  await until(() => delays.length === 3)
  assert.equal(measures.problem(), { since: SCRAPE_INTERVAL, message: 'The storage server cannot be reached' })
  assert.is(measures.newest()?.at, 0)
  fails = false
  step()
  await until(() => delays.length === 4)
  assert.is(measures.problem(), undefined)
  await stop()
})

test('the sign-in of an account with more rights samples the storage immediately', async () => {
  const { clock, pause, delays } = manualClock(0)
  const measures = createMeasures()
  let reads = 0
  const { stop } = startScraping({ measures, clock, log: silentLog, pause, read: async () => ((reads += 1), []) })
  await until(() => delays.length === 1)
  measures.requestScrape()
  await until(() => delays.length === 2)
  assert.is(reads, 2)
  await stop()
})

test('samples are matched by any of their names and added up', () => {
  const scrape = {
    at: 0,
    samples: [
      { name: 'new', labels: { server: 'a' }, value: 1 },
      { name: 'new', labels: { server: 'b' }, value: 2 },
      { name: 'other', labels: {}, value: 9 },
    ],
  }
  assert.is(samplesNamed(scrape, 'new', 'old').length, 2)
})

/** A server that accepts some tokens and records the token of each request. */
const serverOf = (accepts: (bearer: string | undefined) => boolean) => {
  const tokensUsed: (string | undefined)[] = []
  const metrics = async (_of: string, token: { bearer: string } | undefined) => {
    tokensUsed.push(token?.bearer)
    if (!accepts(token?.bearer)) throw new Failure(403, 'Access denied')
    return 'up 1\n'
  }
  return { tokensUsed, metrics }
}

const owner = (name: string, expires?: number) => ({
  keys: { accessKey: name, secretKey: `${name}-secret`, sessionToken: `${name}-session` },
  expires,
})
const never = new AbortController().signal
const subject = (bearer: string | undefined) =>
  (JSON.parse(Buffer.from(bearer?.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }).sub

test('the metrics token of the deployment takes precedence', async () => {
  const { tokensUsed, metrics } = serverOf((bearer) => bearer === 'given')
  const tokens = createTokens()
  tokens.lend(owner('admin', 1e12), 0)
  await createServerSamples({ clock: () => 0, metrics, metricsToken: 'given', idleSeconds: undefined }, tokens)(never)
  assert.equal(tokensUsed, ['given'])
})

test('the token of a signed-in account is used during its session and never afterwards', async () => {
  let now = 0
  const { tokensUsed, metrics } = serverOf((bearer) => bearer !== undefined)
  const tokens = createTokens()
  const read = createServerSamples({ clock: () => now, metrics, metricsToken: undefined, idleSeconds: 60 }, tokens)
  tokens.lend(owner('admin', 100_000), now)
  await read(never)
  assert.is(subject(tokensUsed[0]), 'admin')
  now = 59_000
  tokens.lend(owner('admin', 100_000), now)
  now = 99_000
  await read(never)
  now = 100_000
  await read(never).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, 'refused access to its metrics'),
  )
  tokens.lend(owner('other', 1e9), now)
  now += 60_000
  assert.equal(tokens.current(now, 60_000), [], 'unused for the idle timeout of a session')
  tokens.lend(owner('left', 1e9), now)
  tokens.end('left')
  assert.equal(tokens.current(now, 60_000), [], 'signed out')
})

test('an account that may not read metrics is not retried immediately, and another account is used', async () => {
  const { tokensUsed, metrics } = serverOf((bearer) => bearer !== undefined && subject(bearer) === 'admin')
  const tokens = createTokens()
  const read = createServerSamples({ clock: () => 0, metrics, metricsToken: undefined, idleSeconds: undefined }, tokens)
  tokens.lend(owner('admin', 1e9), 0)
  tokens.lend(owner('reader', 1e9), 0)
  await read(never)
  assert.equal(tokensUsed.map(subject), ['reader', 'admin'])
  tokens.lend(owner('reader', 1e9), 0)
  await read(never)
  assert.equal(tokensUsed.map(subject), ['reader', 'admin', 'admin'])
})

test("a single server's own drive metrics are read, but not those of one server among several", async () => {
  const sampleNames = async (servers: number) => {
    const metrics = async (of: string) =>
      of === 'cluster'
        ? `minio_cluster_nodes_online_total ${servers}\nminio_cluster_nodes_offline_total 0\n`
        : 'minio_node_drive_used_bytes{drive="/1"} 7\nminio_node_io_rchar_bytes 1\n'
    const samples = await createServerSamples(
      { clock: () => 0, metrics, metricsToken: 'given', idleSeconds: undefined },
      createTokens(),
    )(never)
    return samples.map(({ name }) => name.replace('minio_', ''))
  }
  assert.equal(await sampleNames(1), [
    'cluster_nodes_online_total',
    'cluster_nodes_offline_total',
    'node_drive_used_bytes',
  ])
  assert.equal(await sampleNames(4), ['cluster_nodes_online_total', 'cluster_nodes_offline_total'])
})

test('public metrics are read without a token, and a server that requires one is not polled constantly', async () => {
  const open = serverOf(() => true)
  assert.equal(
    await createServerSamples(
      { clock: () => 0, metrics: open.metrics, metricsToken: undefined, idleSeconds: undefined },
      createTokens(),
    )(never),
    [{ name: 'up', labels: {}, value: 1 }],
  )
  assert.equal(open.tokensUsed, [undefined])
  const closed = serverOf(() => false)
  const read = createServerSamples(
    { clock: () => 0, metrics: closed.metrics, metricsToken: undefined, idleSeconds: undefined },
    createTokens(),
  )
  for (let time = 0; time < 3; time += 1) await read(never).catch(() => undefined)
  assert.is(closed.tokensUsed.length, 1)
})
