import { assert, suite } from '../../../test/lib/suite.ts'
import { createPrometheus, type PrometheusOptions } from '../backend/prometheus.ts'
import { outboundTo } from '../../../engines/outbound/outbound.ts'
import { prometheusSource } from '../backend/prometheus-source.ts'
import { table, type Target } from '../backend/widget-table.ts'
import { expectFailure } from '../../../test/conformance/engines.ts'
import { freePort } from '../../../testing/process.ts'
import { hasPrometheus, noPrometheus, startStaticServer, startPrometheus } from '../../../test/lib/prometheus.ts'
import { until } from '../../../test/lib/until.ts'

const options = (url: URL, more: Partial<PrometheusOptions> = {}): PrometheusOptions => ({
  url,
  job: 'minio-job',
  labels: '',
  authorization: undefined,
  outbound: outboundTo(url),
  ...more,
})
const targetOf = (id: number) => table[id]?.targets[0] as Target
const recentRange = () => {
  const end = Math.floor(Date.now() / 1000)
  return { start: end - 60, end, step: 15 }
}

const failing = suite('a failing Prometheus')

failing('an unreachable Prometheus is a failure of the widget that names its address', async () => {
  const url = new URL(`http://127.0.0.1:${await freePort()}`)
  const prometheus = createPrometheus(options(url))
  const failure = await expectFailure(500, prometheus.range('up$J', recentRange()), /cannot be reached/)
  assert.match(failure.detail ?? '', /^Prometheus URL is unreachable: /)
  assert.match((await prometheus.problem())?.message ?? '', new RegExp(url.host))
})

failing('a slow Prometheus times out', async () => {
  const server = await startStaticServer(() => 'never')
  const prometheus = createPrometheus(options(server.url, { deadline: 100 }))
  await expectFailure(500, prometheus.range('up$J', recentRange()), /cannot be reached/)
  assert.match((await prometheus.problem())?.detail ?? '', /does not answer/)
})

failing(
  'requests are authorized, values that are not finite are dropped, and a refusal names the variable to set',
  async () => {
    const responseBody = JSON.stringify({
      status: 'success',
      data: {
        resultType: 'matrix',
        result: [
          {
            metric: {},
            values: [
              [1, '+Inf'],
              [2, '7'],
              [3, 'NaN'],
            ],
          },
        ],
      },
    })
    const server = await startStaticServer(({ authorization }) =>
      authorization === 'Bearer good' ? { text: responseBody } : { status: 401, text: 'Unauthorized' },
    )
    assert.equal(
      await createPrometheus(options(server.url, { authorization: 'Bearer good' })).range('up$J', recentRange()),
      [{ labels: {}, points: [[2, 7]] }],
    )
    const failure = await expectFailure(
      500,
      createPrometheus(options(server.url)).range('up$J', recentRange()),
      /denied access/,
    )
    assert.match(failure.detail ?? '', /CONSOLE_PROMETHEUS_AUTH_TOKEN/)
  },
)

failing('a redirect to a sign-in page is reported with its target, without the query', async () => {
  const server = await startStaticServer(() => ({
    status: 302,
    text: '',
    headers: { location: 'https://sso.example/login?state=secret' },
  }))
  const failure = await expectFailure(
    500,
    createPrometheus(options(server.url)).range('up$J', recentRange()),
    /requires a sign-in/,
  )
  assert.match(failure.detail ?? '', /^It redirects to https:\/\/sso\.example\/login\. /)
})

failing('the path of the configured address is a prefix, and a server other than Prometheus is reported', async () => {
  const queries: string[] = []
  const server = await startStaticServer(({ url }) => {
    queries.push(url)
    return { text: '<!doctype html>' }
  })
  await expectFailure(
    500,
    createPrometheus(options(new URL('/below/', server.url))).range('up$J', recentRange()),
    /is not a Prometheus server/,
  )
  assert.equal(queries, ['/below/api/v1/query_range'])
})

/** Metrics of a server that only counts its buckets, and of one that also reports its nodes. */
const partialMetrics = 'minio_cluster_bucket_total{server="s"} 3\n'
const completeMetrics = (count: number) =>
  [
    'minio_cluster_bucket_total{server="s"} 5',
    'minio_cluster_usage_total_bytes{server="s"} 4096',
    'minio_node_process_starttime_seconds{server="s"} 1700000000',
    `minio_s3_traffic_received_bytes{server="s"} ${count * 1000}`,
    `minio_s3_requests_total{server="s",api="getobject"} ${count}`,
    '',
  ].join('\n')

const all = suite('a Prometheus')
if (!hasPrometheus()) console.log(`A Prometheus is skipped: ${noPrometheus}`)
const test = hasPrometheus() ? all : () => all.skip()

let count = 0
let running: Awaited<ReturnType<typeof startPrometheus>>
const prometheusWith = (more: Partial<PrometheusOptions> = {}) => createPrometheus(options(running.url, more))

all.before(async () => {
  if (!hasPrometheus()) return
  const servers = [
    await startStaticServer(() => ({ text: completeMetrics((count += 1)) })),
    await startStaticServer(() => ({ text: partialMetrics })),
  ]
  const [one, other] = servers.map(({ port }) => `127.0.0.1:${port}`)
  running = await startPrometheus('minio-job', { whole: one ?? '', half: other ?? '' })
  await until(async () => (await prometheusWith({ labels: 'cluster="whole"' }).problem()) === undefined && count > 3)
  await until(
    async () =>
      (await prometheusWith({ labels: 'cluster="half"' }).range('minio_cluster_bucket_total$J', recentRange())).length >
      0,
  )
})
all.after(() => running?.stop())

test('the queries of every widget are accepted, and answered if there is data', async () => {
  const source = prometheusSource(prometheusWith({ labels: 'cluster="whole"' }))
  const known: string[] = []
  for (const [id, { targets }] of Object.entries(table))
    for (const target of targets) if ((await source.read(target, recentRange())).length > 0) known.push(id)
  assert.equal(known, ['1', '60', '63', '65', '66', '68'])
  assert.equal(await source.about(), { source: 'prometheus' })
  const [buckets] = await source.read(targetOf(66), recentRange())
  assert.is(buckets?.points.at(-1)?.[1], 5)
})

test('partially available metrics are shown, and the rest is empty', async () => {
  const source = prometheusSource(prometheusWith({ labels: 'cluster="half"' }))
  assert.is((await source.read(targetOf(66), recentRange()))[0]?.points.at(-1)?.[1], 3)
  assert.equal(await source.read(targetOf(68), recentRange()), [])
})

test('a wrong job or label gives no data, and names the setting', async () => {
  for (const wrong of [prometheusWith({ job: 'other' }), prometheusWith({ labels: 'cluster="none"' })]) {
    assert.equal(await wrong.range('minio_cluster_bucket_total$J', recentRange()), [])
    const problem = await wrong.problem()
    assert.match(problem?.message ?? '', /has no metrics of a storage server with the labels {job="/)
    assert.match(problem?.detail ?? '', /CONSOLE_PROMETHEUS_JOB_ID/)
  }
})

test('errors of Prometheus are passed on', async () => {
  const failure = await expectFailure(500, prometheusWith().range('sum(', recentRange()), /refused the query/)
  assert.match(failure.detail ?? '', /parse error/)
})
