import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import * as v from 'valibot'
import type { ServerPlugin } from '../../core/protocol/serve.ts'
import type { Variable } from '../../core/protocol/variables.ts'
import { StartError } from '../../engines/start-error.ts'
import { configuredPrometheus } from '../../plugins/dashboard/backend/prometheus.ts'
import type { DashboardConfig } from '../../plugins/dashboard/config.ts'
import { type LogsConfig, serviceTokenOf } from '../../plugins/logs/config.ts'
import { outboundTo } from '../../engines/outbound/outbound.ts'
import { withoutEffect } from '../../server/environment.ts'
import type { Installed } from '../../server/installed-plugins.ts'
import { readPluginValues, unusedVariables, variableProblems, variablesOf } from '../../server/plugin-config.ts'
import { licenseConfig } from '../lib/licenses.ts'
import { plugins } from '../lib/plugins-of-server.ts'

const test = suite('variables of plugins')
const folder = temporaryFolder('plugin-config')

const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const installed = (server: ServerPlugin, problem?: string): Installed => ({
  id: server.id,
  version: '1.0.0',
  origin: 'added',
  problem,
  contributes: {},
  folder: '',
  manifest: undefined,
  server,
})

const all = plugins.map((plugin) => installed(plugin))

const read = (id: string, environment: NodeJS.ProcessEnv = {}, engine = 'minio') =>
  readPluginValues(all, environment, engine).get(id) ?? {}

const refuses = (environment: NodeJS.ProcessEnv, message: RegExp, engine?: string) =>
  assert.throws(
    () => read('', environment, engine),
    (error: unknown) => error instanceof StartError && message.test(error.message),
    `${JSON.stringify(environment)} is not refused with ${message}`,
  )

const withVariable = (variable: Partial<Variable>, id = 'greetings'): ServerPlugin => ({
  id,
  pages: {},
  routes: [],
  config: { days: { name: 'CONSOLE_GREETING_DAYS', schema: v.string(), help: 'Days.', ...variable } },
})

const days = v.pipe(v.string(), v.transform(Number), v.integer('it must be a number of days'))

test('a plugin gets its parsed values, and defaults for those that are not set', () => {
  const plugin = installed(withVariable({ schema: days, default: '30' }))
  const valuesIn = (environment: NodeJS.ProcessEnv) =>
    readPluginValues([plugin], environment, 'embedded').get('greetings')
  assert.equal(valuesIn({}), { days: 30 })
  assert.equal(valuesIn({ CONSOLE_GREETING_DAYS: '7' }), { days: 7 })
})

test('an invalid value is refused with the name of the variable, and a secret one is not repeated', () => {
  const problemOf = (variable: Partial<Variable>, problem?: string) =>
    readPluginValues([installed(withVariable(variable), problem)], { CONSOLE_GREETING_DAYS: 'many' }, 'embedded')
  assert.throws(() => problemOf({ schema: days }), /^CONSOLE_GREETING_DAYS is "many", but it must be a number of days$/)
  assert.throws(
    () => problemOf({ schema: days, isSecret: true }),
    /^CONSOLE_GREETING_DAYS is invalid: it must be a number of days$/,
  )
  assert.is(problemOf({ schema: days }, 'It is turned off').size, 0)
})

test('a secret can be read from a file', () => {
  const plugin = installed(withVariable({ isSecret: true }))
  const environment = { CONSOLE_GREETING_DAYS_FILE: file('secret', 'hidden\n') }
  assert.equal(readPluginValues([plugin], environment, 'embedded').get('greetings'), { days: 'hidden' })
  assert.equal(withoutEffect(environment, variablesOf([plugin])), [])
})

test('a misspelled variable of a plugin gets a warning with a suggestion', () => {
  assert.equal(withoutEffect({ CONSOLE_GREETING_DAY: '1' }, variablesOf([installed(withVariable({}))])), [
    'CONSOLE_GREETING_DAY is unknown and has no effect; did you mean CONSOLE_GREETING_DAYS?',
  ])
})

test('a variable that is set although its plugin is off gets a warning', () => {
  const off = installed(withVariable({}), 'It is turned off')
  assert.equal(unusedVariables([off], { CONSOLE_GREETING_DAYS: '1' }), [
    'CONSOLE_GREETING_DAYS has no effect, because the plugin "greetings" is off: It is turned off',
  ])
  assert.equal(unusedVariables([off], {}), [])
  assert.equal(unusedVariables([off, installed(off.server as ServerPlugin)], { CONSOLE_GREETING_DAYS: '1' }), [])
})

test('a variable belongs to one plugin, unless plugins share its declaration', () => {
  const problems = (...servers: ServerPlugin[]) => variableProblems(servers)
  assert.equal(problems(withVariable({}, 'one'), withVariable({}, 'two')), [
    'Plugins "one" and "two": the variable CONSOLE_GREETING_DAYS is declared twice.',
  ])
  const one = withVariable({}, 'one')
  assert.equal(problems(one, { ...one, id: 'two' }), [])
  assert.equal(problems(withVariable({ name: 'CONSOLE_PORT' })), [
    'Plugin "greetings": the variable CONSOLE_PORT belongs to the console.',
  ])
  assert.match(problems(withVariable({ name: 'days' })).join(), 'is not the name of a variable')
  assert.equal(problems(...plugins), [])
})

test("a license is set directly or in the storage's own settings file, and verified by a configured key", () => {
  assert.equal(read('license'), { text: undefined, textInFile: undefined, publicKey: undefined })
  assert.is(read('license', { CONSOLE_SUBNET_LICENSE: 'a.b.c' }).text, 'a.b.c')
  const settings = file('config.env', 'export MINIO_ROOT_USER=root\nexport MINIO_SUBNET_LICENSE="d.e.f"\n')
  assert.is(read('license', { MINIO_CONFIG_ENV_FILE: settings }).textInFile, 'd.e.f')
  const key = { CONSOLE_SUBNET_PUBLIC_KEY: file('own.pem', licenseConfig.publicKey) }
  assert.is(read('license', key).publicKey, licenseConfig.publicKey)
  refuses(
    { CONSOLE_SUBNET_PUBLIC_KEY: settings },
    /^CONSOLE_SUBNET_PUBLIC_KEY is ".*", but the file contains no public key \(PEM\) on the curve P-384$/,
  )
  refuses(
    { MINIO_CONFIG_ENV_FILE: join(folder, 'none') },
    /^MINIO_CONFIG_ENV_FILE is ".*", but the file cannot be read \(ENOENT\)$/,
  )
})

test('a Prometheus has an address, authentication and labels', () => {
  const CONSOLE_PROMETHEUS_URL = 'https://p.example/below'
  const valuesIn = (more: Record<string, string> = {}) => read('dashboard', { CONSOLE_PROMETHEUS_URL, ...more })
  assert.is(String(valuesIn().prometheusUrl), 'https://p.example/below')
  assert.is(valuesIn().prometheusJob, 'minio-job')
  assert.is(
    valuesIn({ CONSOLE_PROMETHEUS_EXTRA_LABELS: 'cluster=a, site=~"b,.*" ,x!="\\""' }).prometheusLabels,
    'cluster="a",site=~"b,.*",x!="\\""',
  )
  const refused = (more: Record<string, string>, words: RegExp) => refuses({ CONSOLE_PROMETHEUS_URL, ...more }, words)
  refused(
    { CONSOLE_PROMETHEUS_EXTRA_LABELS: 'cluster' },
    /^CONSOLE_PROMETHEUS_EXTRA_LABELS is "cluster", but it must be labels/,
  )
  refused({ CONSOLE_PROMETHEUS_EXTRA_LABELS: 'a="1"} or up{b="2"' }, /^CONSOLE_PROMETHEUS_EXTRA_LABELS is /)
  refused({ CONSOLE_PROMETHEUS_URL: 'http://a:b@p:9090' }, /^CONSOLE_PROMETHEUS_URL must not contain a user/)
  refused({ CONSOLE_PROMETHEUS_AUTH_USERNAME: 'a' }, /set both$/)
  refused(
    {
      CONSOLE_PROMETHEUS_AUTH_TOKEN: 't',
      CONSOLE_PROMETHEUS_AUTH_USERNAME: 'a',
      CONSOLE_PROMETHEUS_AUTH_PASSWORD: 'b',
    },
    /both set; keep one$/,
  )
  refuses({ CONSOLE_PROMETHEUS_URL }, /^CONSOLE_PROMETHEUS_URL needs CONSOLE_MINIO_SERVER/, 'embedded')
})

test('without the address of a Prometheus there is none', () => {
  const values = (environment: NodeJS.ProcessEnv) => read('dashboard', environment) as DashboardConfig
  assert.is(configuredPrometheus(values({}), outboundTo), undefined)
  assert.ok(configuredPrometheus(values({ CONSOLE_PROMETHEUS_URL: 'http://p:9090' }), outboundTo))
})

test('authentication without the address of a Prometheus is refused', () => {
  for (const name of ['TOKEN', 'USERNAME', 'PASSWORD'])
    refuses(
      { [`CONSOLE_PROMETHEUS_AUTH_${name}`]: 'a' },
      new RegExp(`^CONSOLE_PROMETHEUS_AUTH_${name} has no effect without CONSOLE_PROMETHEUS_URL`),
    )
})

test('tokens that a header cannot contain are refused without repeating them', () => {
  for (const name of [
    'CONSOLE_MINIO_METRICS_TOKEN',
    'CONSOLE_PROMETHEUS_AUTH_TOKEN',
    'CONSOLE_LOG_QUERY_AUTH_TOKEN',
    'LOGSEARCH_QUERY_AUTH_TOKEN',
  ])
    for (const token of ['two\nlines', 'töken…', 'two words'])
      refuses(
        { [name]: token },
        new RegExp(`^${name} is invalid: it must be a token of ASCII characters without spaces`),
      )
})

test('history is recorded unless switched off', () => {
  assert.is(read('dashboard').history, true)
  assert.is(read('dashboard', { CONSOLE_HISTORY: 'off' }).history, false)
  refuses({ CONSOLE_HISTORY: 'maybe' }, /^CONSOLE_HISTORY is "maybe", but it must be on or off$/)
})

test('audit records have a configurable age, size, database and search service', () => {
  const defaults = read('logs')
  assert.equal(
    [defaults.days, defaults.bytes, defaults.token, defaults.database],
    [90, 10 * 1024 ** 3, undefined, undefined],
  )
  const limits = read('logs', { CONSOLE_AUDIT_KEEP_DAYS: '400', CONSOLE_AUDIT_MAX_SIZE: '2TiB' })
  assert.equal([limits.days, limits.bytes], [400, 2 * 1024 ** 4])
  assert.is(read('logs', { CONSOLE_AUDIT_URL: 'postgres://u:p@h/audit' }).database, 'postgres://u:p@h/audit')
  const CONSOLE_LOG_QUERY_URL = 'http://logs:8080'
  const former = read('logs', { CONSOLE_LOG_QUERY_URL, LOGSEARCH_QUERY_AUTH_TOKEN: 't' }) as LogsConfig
  assert.equal([former.serviceUrl?.href, serviceTokenOf(former)], ['http://logs:8080/', 't'])
  refuses({ CONSOLE_AUDIT_KEEP_DAYS: '0' }, /^CONSOLE_AUDIT_KEEP_DAYS is "0", but it must be a number of days/)
  refuses({ CONSOLE_AUDIT_MAX_SIZE: '10' }, /^CONSOLE_AUDIT_MAX_SIZE is "10", but it must be a size such as/)
  refuses({ CONSOLE_AUDIT_MAX_SIZE: '1MiB' }, /at least 64MiB/)
  refuses({ CONSOLE_AUDIT_TOKEN: 'x'.repeat(19) }, /^CONSOLE_AUDIT_TOKEN is invalid: it needs at least 20 characters$/)
  refuses(
    { CONSOLE_AUDIT_URL: 'mysql://u:hidden@h/audit' },
    /^CONSOLE_AUDIT_URL is invalid: it must be the address of a PostgreSQL database(?!.*hidden)/,
  )
  refuses({ CONSOLE_LOG_QUERY_URL }, /also needs CONSOLE_LOG_QUERY_AUTH_TOKEN/)
  const service = { CONSOLE_LOG_QUERY_URL, CONSOLE_LOG_QUERY_AUTH_TOKEN: 't' }
  refuses({ ...service, CONSOLE_LOG_QUERY_URL: 'http://u:p@logs' }, /must not contain a user/)
  refuses(service, /needs CONSOLE_MINIO_SERVER/, 'embedded')
})
