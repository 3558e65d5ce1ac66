import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { assert, suite } from '../../../test/lib/suite.ts'
import { listen } from '../../../test/lib/listen.ts'
import { createMinioClient } from '../../../test/lib/minio-client.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import { temporaryFolder } from '../../../test/lib/temporary-folder.ts'
import type { Engine } from '../../../engines/engine.ts'
import { openMinioEngine } from '../../../test/lib/minio-engine.ts'
import { CLUSTER_HEALTH, probe } from '../../../engines/probe.ts'
import { startMinioCluster } from '../../../test/lib/minio-cluster.ts'
import { type Minio, missingOwnMinio, startOwnMinio } from '../../../test/lib/minio.ts'
import { actAs, type Backend } from '../../../test/lib/ports.ts'
import { until } from '../../../test/lib/until.ts'
import { certificateFor, hasOpenssl } from '../../../test/lib/certificates.ts'

const test = suite('a MinIO server that is failing', missingOwnMinio())

type Dashboard = Backend['dashboard']

let minio: Minio

const dashboardOf = async (engine: Engine, root = minio.root): Promise<Dashboard> =>
  (await actAs(engine, await engine.login(root))).dashboard

test.before(async () => {
  minio = await startOwnMinio()
})

/** Makes an alert open and close with a single sample. */
const atOnce = async (dashboard: Dashboard, id: string) => {
  const rule = (await dashboard.rules()).rules.find((one) => one.id === id)
  await dashboard.changeRule(id, { threshold: rule?.threshold ?? 0, enabled: true, durationSeconds: 0 })
}

/** Returns the latest alert of a rule, open or closed. */
const alertOf = async ({ alerts }: Dashboard, rule: string) => (await alerts()).alerts.find((one) => one.rule === rule)

test('while an authorized account is signed in, server metrics are collected on every page', async () => {
  const dashboard = await dashboardOf(openMinioEngine(minio.url))
  const ruleId = await dashboard.addRule({ metric: 'versions', level: 'warning', threshold: 0, durationSeconds: 0 })
  await until(async () => (await alertOf(dashboard, ruleId)) !== undefined)
  const values = new Map((await dashboard.rules()).rules.map(({ metric, value }) => [metric, value]))
  assert.equal(
    ['drives-offline', 'servers-offline', 'versions', 'error-rate'].map((metric) => values.get(metric as 'versions')),
    [0, 0, 1, 0],
  )
  assert.is((await dashboard.alerts()).missingData, undefined)
})

test('rules and alerts survive a restart with a data folder, and are in memory only without one', async () => {
  const folder = temporaryFolder('console')
  const open = () => openMinioEngine(minio.url, { folder })
  const stopped = open()
  const first = await dashboardOf(stopped)
  const ruleId = await first.addRule({ metric: 'versions', level: 'warning', threshold: 0, durationSeconds: 0 })
  await first.info()
  await stopped.close()
  const second = await dashboardOf(open())
  assert.is((await alertOf(second, ruleId))?.ended, undefined)
  assert.ok((await second.rules()).rules.some(({ id }) => id === ruleId))
  assert.is((await second.alerts()).durable, true)
  const third = await dashboardOf(openMinioEngine(minio.url))
  assert.is((await third.alerts()).durable, false)
})

test('a removed drive opens an alert with its name, which closes when the drive is back', async () => {
  const dashboard = await dashboardOf(openMinioEngine(minio.url))
  await atOnce(dashboard, 'drives-offline')
  const drive = join(minio.folder ?? '', 'drive4')
  const drives = async () => (await dashboard.info()).servers?.flatMap(({ drives: ruleId }) => ruleId ?? []) ?? []
  assert.equal(pluck(await drives(), 'state'), ['ok', 'ok', 'ok', 'ok'])
  assert.is(await alertOf(dashboard, 'drives-offline'), undefined)

  // a file in its place keeps the server from recreating the folder
  renameSync(drive, `${drive}-away`)
  writeFileSync(drive, '')
  await until(async () => (await drives()).filter(({ state }) => state !== 'ok').length === 1)
  const running = await alertOf(dashboard, 'drives-offline')
  assert.is(running?.value, 1)
  assert.match(running?.source ?? '', /drive4$/)
  assert.is(running?.ended, undefined)

  rmSync(drive)
  renameSync(`${drive}-away`, drive)
  await until(async () => (await drives()).every(({ state, healing }) => state === 'ok' || healing))
  await until(async () => {
    await dashboard.info()
    return (await alertOf(dashboard, 'drives-offline'))?.ended !== undefined
  })
})

test('losing two of four drives opens an alert with the pool, the set and the drives missing for writes', async () => {
  const storage = await startOwnMinio()
  const dashboard = await dashboardOf(openMinioEngine(storage.url), storage.root)
  const { capacity = 0 } = await dashboard.info()
  assert.is(await alertOf(dashboard, 'write-quorum'), undefined)
  for (const drive of ['drive3', 'drive4']) {
    renameSync(join(storage.folder as string, drive), join(storage.folder as string, `${drive}-away`))
    writeFileSync(join(storage.folder as string, drive), '')
  }
  await until(async () => {
    const { servers } = await dashboard.info()
    return (servers ?? []).flatMap(({ drives = [] }) => drives).filter(({ state }) => state !== 'ok').length === 2
  })
  const alert = await alertOf(dashboard, 'write-quorum')
  assert.is(alert?.source, 'pool 1, set 1 has 2 of 4 drives and needs 3')
  assert.is(alert?.ended, undefined)
  assert.ok(Math.abs(((await dashboard.info()).capacity ?? 0) - capacity) < capacity / 100, 'the capacity stays')
  await until(async () => (await fetch(new URL('/minio/health/cluster', storage.url))).status === 503)
  assert.is((await probe({ url: new URL(storage.url), ca: undefined, path: CLUSTER_HEALTH })).isWritable, false)
})

test('a decommissioned pool is named and its space is not counted', async () => {
  const storage = await startOwnMinio({ pools: 2 })
  const { admin } = createMinioClient(storage)
  const dashboard = await dashboardOf(openMinioEngine(storage.url), storage.root)
  const stateOfPool = async () => (await dashboard.outlook()).pools?.map(({ decommission }) => decommission)
  const { capacity = 0 } = await dashboard.info()
  assert.equal(await stateOfPool(), [undefined, undefined])
  const pool = join(storage.folder ?? '', 'pool2')
  await admin.send({ method: 'POST', name: 'pools/decommission', query: { pool: `${pool}/drive{1...4}` } })
  await until(async () => (await stateOfPool())?.[1] === 'complete')
  assert.ok(Math.abs(((await dashboard.info()).capacity ?? 0) - capacity / 2) < capacity / 100)
})

test('a stopped server opens an alert with its address and its drives', async () => {
  const cluster = await startMinioCluster()
  const dashboard = await dashboardOf(openMinioEngine(cluster.url), cluster.root)
  await atOnce(dashboard, 'servers-offline')
  const before = (await dashboard.info()).servers ?? []
  assert.equal(
    before.map(({ state, drives = [] }) => [state, drives.length]),
    [
      ['online', 2],
      ['online', 2],
    ],
  )
  await cluster.stopOther()
  const seen = async () =>
    ((await dashboard.info()).servers ?? []).find(({ endpoint }) => endpoint === new URL(cluster.other).host)
  await until(async () => (await seen())?.state === 'offline')
  const { alerts } = await dashboard.alerts()
  const alert = alerts.find(({ rule }) => rule === 'servers-offline')
  assert.is(alert?.source, new URL(cluster.other).host)
})

const openssl = hasOpenssl()

/** Starts a proxy in front of a server, with its own certificate and a clock that is `ahead` ms fast. */
const startFront = async (target: string, { key, crt }: { key: string; crt: string }, ahead: number) => {
  const { hostname, port } = new URL(target)
  const server = createServer({ key, cert: crt }, (incoming, answer) => {
    const { method, url, headers } = incoming
    const onward = request({ hostname, port, method, path: url, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, {
        ...response.headers,
        date: new Date(Date.now() + ahead).toUTCString(),
      })
      response.pipe(answer)
    })
    incoming.pipe(onward)
  })
  return { url: `https://127.0.0.1:${await listen(server)}` }
}

const withTls = openssl ? test : test.skip

withTls(
  `a certificate about to expire and a clock ahead of time open alerts${openssl ? '' : ' (openssl is not installed)'}`,
  async () => {
    const pair = certificateFor('localhost', 'IP:127.0.0.1', 9)
    const front = await startFront(minio.url, pair, 600_000)
    const engine = openMinioEngine(front.url, { ca: [pair.crt], certificateEnds: Date.now() + 40 * 86_400_000 })
    const dashboard = await dashboardOf(engine)
    for (const id of ['certificate-ends', 'certificate-ended', 'clock-skew']) await atOnce(dashboard, id)
    const { certificates, skew = 0 } = await dashboard.outlook()
    assert.ok(Math.abs(skew - 600) < 30, `${skew}`)
    assert.equal(pluck(certificates, 'owner'), ['storage', 'console'])
    assert.is(Math.round((Date.parse(certificates[0]?.expires ?? '') - Date.now()) / 86_400_000), 9)
    const running = (await dashboard.alerts()).alerts.filter(({ ended }) => !ended)
    assert.equal(running.map(({ rule }) => rule).sort(), ['certificate-ended', 'certificate-ends', 'clock-skew'])
    assert.is(running.find(({ rule }) => rule === 'certificate-ends')?.source, 'of the storage')
  },
)
