import { assert, test } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import { createCallLatency } from '../embedded/call-latency.ts'
import { slowDrivesOf } from '../backend/latency.ts'
import { createLatencyWindow } from '../minio/latency-window.ts'

const MINUTE = 60_000

const call = (name: string, path: string, ms: number, status = 200) => ({
  kind: 's3' as const,
  host: 'here',
  time: new Date(0),
  name,
  method: 'GET',
  path,
  query: '',
  client: '',
  request: '',
  account: '',
  accessKey: '',
  status,
  error: '',
  took: ms * 1e6,
  firstByte: 0,
  received: 10,
  sent: 5,
})

const isNear = (value: number | undefined, ms: number) =>
  assert.ok(value !== undefined && value >= ms * 1e6 && value <= ms * 1.1 * 1e6, `${value} is not near ${ms} ms`)

test('the embedded engine measures S3 calls by API and bucket, and forgets them after an hour', () => {
  const latency = createCallLatency()
  latency.begin(0)
  for (let ms = 1; ms <= 100; ms += 1) latency.add(call('s3.GetObject', '/photos/a', ms), MINUTE)
  latency.add(call('s3.PutObject', '/logs/b', 500, 503), 2 * MINUTE)
  latency.add(call('admin.ServerInfo', '/info', 9000), 2 * MINUTE)
  const { apis, buckets = [], servers, since, until } = latency.read(3 * MINUTE)
  assert.equal([since, until], ['1970-01-01T00:00:00.000Z', 'end'])
  assert.equal(apis.map(({ name, calls, errors, bytes }) => [name, calls, errors, bytes]).sort(), [
    ['GetObject', 100, 0, 1500],
    ['PutObject', 1, 1, 15],
  ])
  const get = apis.find(({ name }) => name === 'GetObject')
  isNear(get?.p50, 50)
  isNear(get?.p95, 95)
  isNear(get?.p99, 99)
  assert.is(get?.time, 5050e6)
  assert.equal(buckets.map(({ name }) => name).sort(), ['logs', 'photos'])
  assert.equal(
    servers.map(({ name, calls }) => [name, calls]),
    [['here', 101]],
  )
  assert.equal(pluck(latency.read(61 * MINUTE).apis, 'name'), ['PutObject'])
  assert.equal(latency.read(200 * MINUTE).apis, [])
})

test('many buckets are counted in limited memory, and only the highest are reported', () => {
  const latency = createCallLatency()
  latency.begin(0)
  for (let number = 0; number < 3000; number += 1) latency.add(call('s3.GetObject', `/bucket-${number}/a`, 1), 1)
  const { apis, buckets = [] } = latency.read(1)
  assert.is(apis[0]?.calls, 3000)
  assert.ok(buckets.length <= 50, String(buckets.length))
})

const scrape = (at: number, calls: number, slow: number) => {
  const labels = { api: 'getobject', server: 'node-1:9000' }
  const durations = (le: string, value: number) => ({
    name: 'minio_s3_requests_ttfb_seconds_distribution',
    labels: { ...labels, le },
    value,
  })
  return {
    at,
    samples: [
      { name: 'minio_s3_requests_total', labels, value: calls },
      { name: 'minio_s3_requests_5xx_errors_total', labels, value: slow },
      durations('0.050', calls - slow),
      durations('1.000', calls),
      durations('+Inf', calls),
    ],
  }
}

test('the counters of a storage server become latency of the last hour, also after its restart', () => {
  const latency = createLatencyWindow()
  assert.equal(latency.read().apis, [])
  latency.add(scrape(0, 100, 0))
  assert.is(latency.read().since, undefined)
  assert.is(latency.read().apis[0]?.p99, 50e6)
  latency.add(scrape(6 * MINUTE, 110, 2))
  const { apis, servers, since, resolution, buckets } = latency.read()
  assert.equal([since, resolution, buckets], ['1970-01-01T00:00:00.000Z', 50e6, undefined])
  assert.equal(apis, [{ name: 'getobject', calls: 10, errors: 2, p50: 50e6, p95: 1e9, p99: 1e9 }])
  assert.is(servers[0]?.name, 'node-1:9000')
  // lower counters are those of a server that has restarted
  latency.add(scrape(12 * MINUTE, 5, 0))
  assert.is(latency.read().apis[0]?.calls, 5)
})

test('calls slower than the last bound have no percentile', () => {
  const latency = createLatencyWindow()
  const labels = { api: 'getobject', server: 'node-1:9000', le: '+Inf' }
  latency.add({
    at: 0,
    samples: [
      { name: 'minio_s3_requests_ttfb_seconds_distribution', labels, value: 1 },
      { name: 'minio_s3_requests_total', labels, value: 1 },
    ],
  })
  assert.equal(latency.read().apis, [{ name: 'getobject', calls: 1, errors: 0 }])
})

test('a drive is slow if the others are much faster, and it takes long enough to matter', () => {
  const drives = (...means: number[]) => means.map((ms, at) => ({ drive: `/data${at + 1}`, mean: ms * 1e6 }))
  assert.equal(slowDrivesOf(drives(10, 12, 240, 11)), [{ drive: '/data3', mean: 240e6, median: 11e6 }])
  assert.equal(slowDrivesOf(drives(10, 240)), [{ drive: '/data2', mean: 240e6, median: 10e6 }])
  assert.equal(slowDrivesOf(drives(0.1, 0.1, 1, 0.1)), [], 'a millisecond is not slow')
  assert.equal(slowDrivesOf(drives(100, 120, 140)), [], 'all are equally slow')
  assert.equal(slowDrivesOf(drives(240)), [])
})
