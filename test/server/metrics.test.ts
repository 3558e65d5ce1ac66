import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import * as v from 'valibot'
import { get } from '../../core/protocol/contract.ts'
import { provideGauges } from '../../engines/lib/gauges.ts'
import { plugins } from '../lib/plugins-of-server.ts'
import { createTransport } from '../../engines/transport.ts'
import { programPath, hasPrograms } from '../lib/programs.ts'
import { startStaticServer } from '../lib/prometheus.ts'
import { freePort } from '../../testing/process.ts'
import { isPresent } from '../runner/components.mjs'
import { codesOf, readDocument, rowsOf, sectionOf } from '../lib/documents.ts'
import { startHost, type Host, pluginFor } from './host.ts'

const test = suite('metrics of the console')
const hasPromtool = isPresent('promtool', hasPrograms('promtool'))
if (!hasPromtool) console.log('Checks of metrics and rules are skipped: there is no `promtool` program on PATH')
const checked = hasPromtool ? test : Object.assign(() => test.skip(), test)

const metricsOf = async ({ app }: Host) => (await app.inject('/metrics')).payload

/** The value of a series; `undefined` if there is none. */
const valueOf = (text: string, series: string) => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

const promtool = (args: string[], input = '') => {
  const { status, stdout, stderr } = spawnSync(programPath('promtool'), args, { input, encoding: 'utf8' })
  return { status, text: `${stdout}${stderr}` }
}

test('sign-ins are counted by result', async () => {
  const host = await startHost()
  const login = (pair: object) =>
    host.app.inject({ method: 'POST', url: '/api/v1/login', headers: { host: 'a', origin: 'http://a' }, payload: pair })
  const count = async (result: string) => valueOf(await metricsOf(host), `stowage_sign_ins_total{result="${result}"}`)
  assert.equal([await count('ok'), await count('failed'), await count('throttled')], [0, 0, 0])
  await login(host.root)
  for (let tries = 0; tries < 6; tries += 1) await login({ accessKey: 'nobody', secretKey: 'wrong-secret' })
  assert.equal([await count('ok'), await count('failed'), await count('throttled')], [1, 5, 1])
})

test('a defect of a plugin counts for that plugin, a refusal does not', async () => {
  const contract = {
    broken: get('/api/v1/broken', { allow: 'signed-in', reply: v.object({}) }),
  }
  const handlers = {
    broken: () => {
      throw new TypeError('a defect')
    },
  }
  const plugin = pluginFor(contract, handlers)
  const host = await startHost({ plugin })
  const send = await host.as(host.root)
  assert.is((await send('GET', '/api/v1/broken')).statusCode, 500)
  assert.is((await send('GET', '/api/v1/buckets/none/objects')).statusCode, 404)
  const text = await metricsOf(host)
  assert.equal(
    text.split('\n').filter((line) => line.startsWith('stowage_plugin_errors_total{')),
    ['stowage_plugin_errors_total{plugin="of-this-test"} 1'],
  )
  assert.is(valueOf(text, 'stowage_plugin_up{plugin="of-this-test"}'), 1)
})

test('a plugin that is off is reported', async () => {
  const off = plugins.filter(({ id }) => id === 'watch')
  const host = await startHost({ plugins: plugins.filter(({ id }) => id !== 'watch'), off })
  const text = await metricsOf(host)
  assert.equal(
    ['watch', 'buckets'].map((id) => valueOf(text, `stowage_plugin_up{plugin="${id}"}`)),
    [0, 1],
  )
})

test('requests to other servers are counted by server and code, and 0 means no response', async () => {
  const host = await startHost()
  const server = await startStaticServer(() => ({ status: 503, text: '' }))
  const dead = new URL(`http://127.0.0.1:${await freePort()}`)
  const call = (url: URL) =>
    createTransport({ url, maxBytes: 1000 }, { server: 'storage server', ca: 'CONSOLE_MINIO_CA' }).call(
      { method: 'GET', path: '/', headers: {} },
      undefined,
      {},
    )
  await call(server.url)
  await call(dead).catch(() => undefined)
  const text = await metricsOf(host)
  const series = (url: URL, code: number) => `stowage_upstream_requests_total{server="${url.host}",code="${code}"}`
  assert.equal([valueOf(text, series(server.url, 503)), valueOf(text, series(dead, 0))], [1, 1])
  assert.is(valueOf(text, `stowage_upstream_request_duration_seconds_count{server="${server.url.host}"}`), 1)
})

test('transfers are counted by direction and result', async () => {
  const host = await startHost()
  const send = await host.as(host.root)
  await send('POST', '/api/v1/buckets', { name: 'counted' })
  const form = '--x\r\ncontent-disposition: form-data; name="3"; filename="a"\r\n\r\nabc\r\n--x--\r\n'
  const type = { 'content-type': 'multipart/form-data; boundary=x' }
  await send('POST', '/api/v1/buckets/counted/objects/upload?key=a', form, type)
  await send('POST', '/api/v1/buckets/none/objects/upload?key=a', form, type)
  await send('GET', '/api/v1/buckets/counted/objects/download?prefix=a')
  const text = await metricsOf(host)
  const count = (direction: string, result: string) =>
    valueOf(text, `stowage_transfers_total{direction="${direction}",result="${result}"}`)
  assert.equal([count('upload', 'ok'), count('upload', 'failed'), count('download', 'ok')], [1, 1, 1])
  assert.is(valueOf(text, 'stowage_transfers_in_progress{direction="upload"}'), 0)
})

test('figures of background work are those of its providers, and end with them', async () => {
  const host = await startHost()
  const series = 'stowage_sample_size{kind="small"}'
  const leave = provideGauges(() => [
    { name: 'sample_size', help: 'Size of a sample.', labels: { kind: 'small' }, value: 7 },
  ])
  const before = await metricsOf(host)
  assert.is(valueOf(before, series), 7)
  assert.match(before, '# HELP stowage_sample_size Size of a sample.\n')
  leave()
  const text = await metricsOf(host)
  assert.is(valueOf(text, series), undefined)
  assert.is(valueOf(text, 'stowage_delivery_queue_messages{queue="events"}'), 0)
  assert.is(valueOf(text, 'stowage_alerts_firing{level="danger"}'), 0)
})

test('every family is documented with its type and labels', async () => {
  const host = await startHost()
  await (await host.as(host.root))('GET', '/api/v1/session')
  const text = await metricsOf(host)
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => `${name} ${type}`)
  const rows = rowsOf(sectionOf(readDocument('docs/monitoring.md'), 'Metrics'))
  assert.equal(
    rows.map(([name = '', type = '']) => `${codesOf(name)[0]} ${type}`),
    types,
  )
})

checked('promtool finds nothing to correct in the metrics', async () => {
  const host = await startHost()
  await (await host.as(host.root))('GET', '/api/v1/session')
  const { status, text } = promtool(['check', 'metrics'], await metricsOf(host))
  assert.is(text, '')
  assert.is(status, 0)
})

type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] }

const dashboard = JSON.parse(readFileSync('deploy/grafana/dashboard.json', 'utf8')) as Dashboard
const rules = readFileSync('deploy/grafana/alerts.yaml', 'utf8')

test('dashboard and rules query documented metrics only', () => {
  const rows = rowsOf(sectionOf(readDocument('docs/monitoring.md'), 'Metrics'))
  const documented = rows.map(([name = '']) => codesOf(name)[0])
  const queries = [...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)), rules]
  const used = queries.flatMap((query) => query.match(/\b(?:stowage|process|nodejs)_[a-z_]+(?=\{)/g) ?? [])
  assert.ok(used.length > 20)
  const unknown = used.filter((name) => !documented.includes(name.replace(/_bucket$/, '')))
  assert.equal(unknown, [])
})

checked('every query of the dashboard is valid', () => {
  const variables: Readonly<Record<string, string>> = { $job: 'stowage', $instance: '.*', $__rate_interval: '5m' }
  const exprs = dashboard.panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => expr.replaceAll(/\$\w+/g, (name) => variables[name] ?? name)),
  )
  const groups = [{ name: 'dashboard', rules: exprs.map((expr, index) => ({ record: `panel:${index}`, expr })) }]
  const folder = temporaryFolder('rules')
  writeFileSync(join(folder, 'rules.json'), JSON.stringify({ groups }))
  const { status, text } = promtool(['check', 'rules', join(folder, 'rules.json')])
  assert.is(status, 0, text)
})

checked('the alert rules are valid, and pass their tests', () => {
  const check = promtool(['check', 'rules', 'deploy/grafana/alerts.yaml'])
  assert.is(check.status, 0, check.text)
  const tests = promtool(['test', 'rules', 'test/server/alert-rules.yaml'])
  assert.is(tests.status, 0, tests.text)
})
