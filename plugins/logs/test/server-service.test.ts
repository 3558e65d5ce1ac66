import { assert, test } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import type { AuditSearch } from '../audit-search.ts'
import { createLogService as createService } from '../backend/records/service.ts'
import { outboundTo } from '../../../engines/outbound/outbound.ts'
import { silentLog } from '../../../engines/engine.ts'
import { createAudit, describeStore } from '../backend/audit.ts'
import { expectFailure } from '../../../test/conformance/engines.ts'
import { freePort } from '../../../testing/process.ts'
import { startStaticServer } from '../../../test/lib/prometheus.ts'

const row = (number: number) => ({
  time: `2026-11-20T12:00:0${number}.123456789Z`,
  api_name: 'PutObject',
  bucket: 'b',
  object: `o${number}`,
  time_to_response_ns: 1500,
  remote_host: '10.0.0.1',
  request_id: `R${number}`,
  user_agent: 'MinIO (linux)',
  response_status: 'OK',
  response_status_code: 200,
  request_content_length: 5,
  response_content_length: null,
})
const createLogService = (at: { url: URL; token: string }) => createService({ ...at, outbound: outboundTo(at.url) })
const search = (some: Partial<AuditSearch> = {}): AuditSearch => ({ patterns: [], order: 'timeDesc', size: 2, ...some })

test('the service is queried page by page, and a page that is not full is the last', async () => {
  const requested: URL[] = []
  const server = await startStaticServer(({ url }) => {
    const address = new URL(url, 'http://h')
    requested.push(address)
    return { text: JSON.stringify(address.searchParams.get('pageNo') === '0' ? [row(3), row(2)] : [row(1)]) }
  })
  const service = createLogService({ url: new URL('/below/', server.url), token: 'a token' })
  const patterns = [
    { field: 'bucket', pattern: 'b*' },
    { field: 'object', pattern: 'o.' },
  ] as const
  const first = await service.search(search({ patterns, start: Date.UTC(2026, 10, 20), end: Date.UTC(2026, 10, 21) }))
  assert.equal(
    first.rows.map(({ request_id, access_key }) => [request_id, access_key]),
    [
      ['R3', ''],
      ['R2', ''],
    ],
  )
  assert.equal(first.next, [1, 0])
  const second = await service.search(search({ after: first.next }))
  assert.equal([second.rows.map(({ request_id }) => request_id), second.next], [['R1'], undefined])
  const [one, other] = requested.map(({ pathname, searchParams }) => [
    pathname,
    ...Array.from(searchParams, ([name, value]) => `${name}=${value}`),
  ])
  assert.equal(one, [
    '/below/api/query',
    'token=a token',
    'q=reqinfo',
    'fp=bucket:b*',
    'fp=object:o.',
    'pageSize=2',
    'pageNo=0',
    'pageStart=0',
    'timeStart=2026-11-20T00:00:00.000Z',
    'timeEnd=2026-11-21T00:00:00.000Z',
    'timeDesc=ok',
  ])
  assert.ok(other?.includes('pageNo=1') && other.includes('pageStart=1'))
  assert.equal((await service.search(search({ skip: 2, order: 'timeAsc' }))).rows.length, 1)
  assert.ok(requested.at(-1)?.searchParams.has('timeAsc'))
})

test('records after the requested end are dropped if the service ignores the end', async () => {
  const server = await startStaticServer(() => ({ text: JSON.stringify([row(3), row(1)]) }))
  const { rows } = await createLogService({ url: server.url, token: 't' }).search(
    search({ end: Date.UTC(2026, 10, 20, 12, 0, 2) }),
  )
  assert.equal(pluck(rows, 'request_id'), ['R1'])
})

test('an empty result is no error, and an unavailable, refusing or invalid service is reported without ending a session', async () => {
  const cases: { text: string; status?: number }[] = [
    { text: 'null' },
    { text: '[]' },
    { status: 401, text: '' },
    { status: 503, text: '' },
    { text: '<!doctype html>' },
  ]
  const server = await startStaticServer(() => cases.shift() ?? { text: '[]' })
  const service = createLogService({ url: server.url, token: 'hidden-token' })
  for (let turn = 0; turn < 2; turn += 1) assert.equal(await service.search(search()), { rows: [] })
  assert.match(
    (await expectFailure(500, service.search(search()), /^error retrieving logs: Unauthorized/)).detail ?? '',
    /CONSOLE_LOG_QUERY_AUTH_TOKEN/,
  )
  await expectFailure(503, service.search(search()), /^error retrieving logs: Service Unavailable/)
  await expectFailure(500, service.search(search()), /is not from a log search service/)
  const unreachable = createLogService({
    url: new URL(`http://127.0.0.1:${await freePort()}`),
    token: 'hidden-token',
  })
  const failure = await expectFailure(500, unreachable.search(search()), /^Log Search API not available\./)
  assert.not.match(`${failure.message} ${failure.detail}`, /hidden-token/)
})

test('with a service, searches need no data folder, and searches for console records do not use the service', async () => {
  const audit = createAudit()
  const service = { search: async () => ({ rows: [], next: [7, 0] as const }) }
  const close = audit.open({
    folder: undefined,
    config: { days: 90, bytes: 1e9, database: undefined },
    service,
    log: silentLog,
    clock: Date.now,
  })
  assert.equal((await audit.search(search())).next, [7, 0])
  await expectFailure(503, audit.search(search({ source: 'console' })))
  assert.is((await describeStore(audit, 'external')).problem, undefined)
  await close()
})
