import { assert, suite } from '../../../test/lib/suite.ts'
import { temporaryFolder } from '../../../test/lib/temporary-folder.ts'
import { createMinioEngine, type MinioOptions } from '../../../engines/minio/engine.ts'
import { tokenOf } from '../minio/tokens.ts'
import { addUser, allow } from '../../../test/conformance/engines.ts'
import { type Minio, missingOwnMinio, startOwnMinio } from '../../../test/lib/minio.ts'
import { actAs, openPorts } from '../../../test/lib/ports.ts'
import type { KeyPair } from '../../../test/lib/server.ts'
import { until } from '../../../test/lib/until.ts'

const test = suite('metrics history of a MinIO server', missingOwnMinio())

let minio: Minio
let folder = ''
/** An account that may see servers but not read metrics. */
let viewer: KeyPair

type Backend = Awaited<ReturnType<typeof actAs>>

const as = async <T>(
  pair: KeyPair,
  { metricsToken, ...options }: Partial<MinioOptions> & { metricsToken?: string },
  act: (backend: Backend) => Promise<T>,
): Promise<T> => {
  const engine = createMinioEngine({ url: new URL(minio.url), ...options })
  await openPorts(engine, { dashboard: { metricsToken } })
  try {
    return await act(await actAs(engine, await engine.login(pair)))
  } finally {
    await engine.close()
  }
}

const charts = async (backend: Backend) => (await backend.dashboard.info()).charts
const online = async (backend: Backend) =>
  (await backend.dashboard.widget('53', {})).targets?.[0]?.result?.[0]?.values.at(-1)?.[1]

test.before(async () => {
  minio = await startOwnMinio()
  folder = temporaryFolder('history')
  viewer = await as(minio.root, {}, (admin) => addUser(admin, [allow(['admin:ServerInfo'])]))
})

test('metrics that no signed-in account may read are missing, with the reason', () =>
  as(viewer, {}, async (backend) => {
    await until(async () => /refused access to its metrics/.test((await charts(backend))?.problem?.message ?? ''))
    assert.match((await charts(backend))?.problem?.detail ?? '', /CONSOLE_MINIO_METRICS_TOKEN/)
    assert.is(await online(backend), undefined)
  }))

test('latency is measured by API and server until the first byte, and idle drives are not slow', () =>
  as(minio.root, {}, async (backend) => {
    await backend.buckets.list()
    await until(async () => (await backend.dashboard.latency()).apis.length > 0)
    const {
      apis,
      servers,
      until: measured,
      resolution,
      buckets,
      slowDrives,
      problem,
    } = await backend.dashboard.latency()
    assert.equal([measured, resolution, buckets, slowDrives, problem], ['first-byte', 50e6, undefined, [], undefined])
    assert.ok(apis.every(({ p50 = 0 }) => p50 >= 50e6))
    assert.is(servers.length, 1)
  }))

test('a token of the deployment provides metrics to callers who may see servers, also after a restart', async () => {
  const { bearer } = tokenOf({ keys: minio.root, expires: Date.now() + 3_600_000 })
  const options = { metricsToken: bearer, folder }
  const before = await as(viewer, options, async (backend) => {
    await until(async () => (await online(backend)) === '1')
    // a single server reports its drives
    await until(async () => ((await backend.dashboard.widget('74', {})).targets?.[0]?.result ?? []).length === 4)
    return charts(backend)
  })
  assert.equal([before?.durable, before?.problem], [true, undefined])
  assert.is((await as(viewer, options, charts))?.since, before?.since)
})

test('without a token, a signed-in account that may read metrics makes them visible to all', () =>
  as(minio.root, {}, async (backend) => {
    await until(async () => (await online(backend)) === '1')
    assert.is((await charts(backend))?.durable, false)
  }))
