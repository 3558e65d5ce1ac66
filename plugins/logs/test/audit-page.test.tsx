import { assert, test } from '../../../test/lib/suite.ts'
import { missingFeatures } from '../../../core/protocol/features.ts'
import { navigate } from '../../../core/web/location.ts'
import { banners } from '../../../core/web/toasts.ts'
import LogsPage from '../pages/logs.tsx'
import { type FakeResponse, type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'
import { closeAtEnd } from '../../../test/lib/close-at-end.ts'
import { button, click, field, find, findAll, render, type, unmount, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'

const limits = { days: 30, bytes: 1024 ** 3 }
let auditStatus: object
let may: boolean
let requests: string[]
let results: object[]
/** Responses to searches, in order, before those with `results`. */
let searches: FakeResponse[]
/** Response to the searches of an export. */
let exported: FakeResponse

const respond = ({ url, method }: ReceivedRequest) => {
  requests.push(`${method} ${url}`)
  const { pathname } = new URL(url, 'http://here')
  if (pathname.endsWith('/has-permission')) return { status: 201, body: { permissions: [{ id: 'setUp', can: may }] } }
  if (pathname.endsWith('/audit-status')) return { body: auditStatus }
  if (url.includes('pageSize=1000')) return exported
  return (pathname.endsWith('/search') ? searches.shift() : undefined) ?? { body: { results } }
}

const openWith = async (features: readonly 'log-search'[], at: string, pages: readonly string[] = []) => {
  startTestSession({ pages: ['/logs', ...pages], features: ['administration', ...features], plugins: ['logs'] })
  await navigate(at, { force: true })
  await render(<LogsPage />)
}

test.before.each(async () => {
  auditStatus = { count: 0, delivery: 'not-configured', limits }
  may = true
  requests = []
  results = []
  searches = []
  banners.messages = []
  await startFakeServer(respond)
})

const tab = (name: string): HTMLElement => {
  const found = findAll('[role=tab]').find(({ textContent }) => textContent === name)
  if (!found) throw new Error(`There is no tab "${name}"`)
  return found
}
const text = () => document.body.textContent ?? ''
const reason = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent ?? ''

test('without stored records the audit cannot be selected, and everyone sees the reason', async () => {
  await openWith([], '/logs')
  const audit = tab('Audit Logs')
  assert.is(audit.getAttribute('aria-disabled'), 'true')
  assert.is(reason(audit), missingFeatures['log-search'])
  await click(audit)
  assert.is(window.location.search, '')
  await unmount()
  await openWith(['log-search'], '/logs')
  assert.is(tab('Audit Logs').getAttribute('aria-disabled'), null)
})

test('before the server sends records the page offers one action', async () => {
  await openWith(['log-search'], '/logs?tab=audit')
  await until(() => assert.match(text(), /The storage server sends no audit records yet/))
  await click(button('Set Up Audit Logs'))
  await until(() => assert.is((find('[role=dialog] input') as HTMLInputElement).value, window.location.origin))
})

test('accounts that may not change settings and consoles that cannot store a token see the reason', async () => {
  may = false
  await openWith(['log-search'], '/logs?tab=audit')
  await until(() => assert.is(button('Set Up Audit Logs').getAttribute('aria-disabled'), 'true'))
  assert.match(reason(button('Set Up Audit Logs')), /admin:ConfigUpdate/)
  await unmount()
  may = true
  auditStatus = { ...auditStatus, unavailable: 'Set CONSOLE_AUDIT_TOKEN' }
  await openWith(['log-search'], '/logs?tab=audit')
  await until(() => assert.is(button('Set Up Audit Logs').getAttribute('aria-disabled'), 'true'))
  assert.match(reason(button('Set Up Audit Logs')), /CONSOLE_AUDIT_TOKEN/)
})

test("with only the console's own records the page says so, and an existing setup offers nothing", async () => {
  auditStatus = { count: 3, delivery: 'not-configured', limits }
  await openWith(['log-search'], '/logs?tab=audit&source=console')
  await until(() => assert.match(text(), /The storage server sends no audit records here/))
  assert.ok(requests.some((request) => /search\?.*source=console/.test(request)))
  await unmount()
  auditStatus = { count: 3, delivery: 'configured', limits }
  await openWith(['log-search'], '/logs?tab=audit')
  await until(() => assert.match(text(), /There is no information with this criteria/))
  assert.not.match(text(), /Set Up Audit Logs/)
})

test('the audit begins with changes, names the user first, and can be filtered by user', async () => {
  auditStatus = { count: 1, delivery: 'configured', limits }
  const time = '2026-11-24T10:00:00Z'
  results = [{ time, access_key: 'ana', api_name: 'PutObject', bucket: 'b', time_to_response_ns: 136_474_441 }]
  await openWith(['log-search'], '/logs?tab=audit')
  await until(() => assert.is(findAll('[role=row]')[1]?.querySelector('[role=rowheader]')?.textContent, 'ana'))
  const searched = () => {
    const [request = ''] = requests.filter((one) => one.includes('/search?')).slice(-1)
    return new URL(request.split(' ')[1] ?? '', 'http://here').searchParams
  }
  assert.is((find('[role=checkbox], input[type=checkbox]') as HTMLInputElement).checked, true)
  assert.is(searched().get('changes'), 'true')
  await type(field('User'), 'ana')
  await until(() => assert.equal(searched().getAll('fp'), ['access_key:ana']))
  await click(findAll('[role=row]')[1]!)
  await until(() => assert.match(find('aside').textContent ?? '', 'Response Time136.5 ms'))
  assert.not.match(find('aside').textContent ?? '', 'Before and after')
})

test('invalid days in the address are ignored, and the records load', async () => {
  auditStatus = { count: 1, delivery: 'configured', limits }
  results = [{ time: '2026-11-24T10:00:00Z', access_key: 'ana', api_name: 'PutObject' }]
  await openWith(['log-search'], '/logs?tab=audit&range=between&from=2026-13-45&to=2026-11-24')
  await until(() => assert.is(findAll('[role=row]')[1]?.querySelector('[role=rowheader]')?.textContent, 'ana'))
  const { searchParams } = new URL(requests.findLast((one) => one.includes('/search?'))!.split(' ')[1]!, 'http://here')
  assert.is(searchParams.get('timeStart'), null)
  assert.is(searchParams.get('timeEnd'), new Date(2026, 10, 25, 0, 0, 0, -1).toISOString())
  assert.is((field('From') as HTMLInputElement).value, '2026-13-45')
})

test('a record that the server has sent twice is two rows, each with its own details', async () => {
  auditStatus = { count: 2, delivery: 'configured', limits }
  const record = { time: '2026-11-24T10:00:00Z', access_key: 'ana', api_name: 'PutObject', request_id: 'R1' }
  results = [record, record]
  await openWith(['log-search'], '/logs?tab=audit')
  const opened = () => findAll('[role=row]').map((row) => row.dataset.open === 'true')
  await until(() => assert.equal(opened(), [false, false, false]))
  await click(findAll('[role=row]')[1]!)
  await until(() => assert.equal(opened(), [false, true, false]))
  await click(button('Next'))
  await until(() => assert.equal(opened(), [false, false, true]))
})

test('an action and its storage calls are one row, which leads to all records of the request', async () => {
  auditStatus = { count: 4, delivery: 'built-in', limits }
  const record = (api_name: string, request_id: string, rest = {}) => ({
    time: '2026-11-24T10:00:00Z',
    access_key: 'ana',
    api_name,
    request_id,
    ...rest,
  })
  results = [
    record('PutUser', 'R1'),
    record('PutUserPolicy', 'R1', { object: 'one' }),
    record('PutUserPolicy', 'R1', { object: 'two' }),
    record('console.identity.addUser', 'R1', { source: 'console' }),
    record('PutObject', 'R2'),
    record('PutObject', ''),
  ]
  const names = () => findAll('[role=row]').map((row) => row.querySelectorAll('[role=gridcell]')[1]?.textContent)
  await openWith(['log-search'], '/logs?tab=audit')
  await until(() => assert.equal(names().slice(1), ['identity.addUser', 'PutObject', 'PutObject']))
  await click(findAll('[role=row]')[1]!)
  const link = findAll('aside a').find(({ textContent }) => textContent === 'PutUser, 2 calls of PutUserPolicy')
  assert.match(link?.getAttribute('href') ?? '', /request_id=R1&show=all/)
  await click(link!)
  await until(() => assert.is(names().length, 1 + results.length))
})

test('buckets and objects are links only where there is an object browser', async () => {
  auditStatus = { count: 1, delivery: 'configured', limits }
  results = [{ time: '2026-11-24T10:00:00Z', access_key: 'ana', api_name: 'PutObject', bucket: 'photos', object: 'a' }]
  const links = () =>
    findAll('a[href*="/browse"]').map((link) => new URL(link.getAttribute('href') ?? '', 'http://here').pathname)
  for (const [pages, expected] of [
    [['/buckets/:bucketName/browse'], ['/buckets/photos/browse', '/buckets/photos/browse', '/buckets/photos/browse/a']],
    [[], []],
  ] as const) {
    await openWith(['log-search'], '/logs?tab=audit', pages)
    await until(() => assert.match(text(), /photos/))
    await click(findAll('[role=row]')[1]!)
    await until(() => assert.ok(find('aside')))
    assert.equal(links(), expected)
    await unmount()
  }
})

const time = '2026-11-24T10:00:00Z'
const failure = { status: 400, body: { code: 400, message: 'The search is invalid' } }

test('a search that fails shows no rows of the search before', async () => {
  auditStatus = { count: 1, delivery: 'configured', limits }
  results = [{ time, access_key: 'bob', api_name: 'PutObject' }]
  await openWith(['log-search'], '/logs?tab=audit')
  await until(() => assert.match(find('[role=grid]').textContent, 'bob'))
  searches = [failure]
  await click(button('Refresh'))
  await until(() => assert.match(text(), 'The search is invalid'))
  assert.match(find('[role=grid]').textContent, 'bob', 'the same search keeps its rows')
  searches = [failure]
  await type(field('User'), 'ana')
  await until(() => assert.not.match(text(), 'bob'))
  assert.match(text(), 'The search is invalid')
})

/** Files that the page saves, without downloading them. */
const saveFiles = () => {
  const { createObjectURL } = URL
  const blobs: Blob[] = []
  URL.createObjectURL = (blob: Blob) => `#${blobs.push(blob)}`
  closeAtEnd(async () => void (URL.createObjectURL = createObjectURL))
  return blobs
}
const openTwoPages = async () => {
  auditStatus = { count: 1, delivery: 'configured', limits }
  results = [{ time, access_key: 'bob', api_name: 'PutObject' }]
  // the table does not get the second page either
  searches = [{ body: { results, next: 'page-2' } }, failure]
  await openWith(['log-search'], '/logs?tab=audit')
  await until(() => assert.match(find('[role=grid]').textContent, 'bob'))
}

test('an export of records that fails says so', async () => {
  const blobs = saveFiles()
  await openTwoPages()
  exported = failure
  await click(button('Export CSV'))
  await until(() => assert.is(banners.messages.at(-1)?.text, 'The search is invalid'))
  assert.is(blobs.length, 0)
})

test('an export of more records than its limit says that it is incomplete', async () => {
  const blobs = saveFiles()
  await openTwoPages()
  exported = { body: { results: Array.from({ length: 100_000 }, () => results[0]), next: 'page-3' } }
  await click(button('Export CSV'))
  await until(() => assert.match(banners.messages.at(-1)?.text ?? '', 'Only the first 100,001 records were exported.'))
  assert.is(blobs.length, 1)
})

test('an export does not contain records of a search that begins meanwhile', async () => {
  saveFiles()
  await openTwoPages()
  const pages = [{ body: { results, next: 'page-3' } }, { body: { results } }]
  let answerFirst = () => {}
  const isFirstAnswered = new Promise<void>((resolve) => (answerFirst = resolve))
  await startFakeServer(async (request) => {
    const { url, method } = request
    if (!url.includes('pageSize=1000')) return respond(request)
    requests.push(`${method} ${url}`)
    const page = pages.shift()!
    if (pages.length === 1) await isFirstAnswered
    return page
  })
  const exports = () => requests.filter((one) => one.includes('pageSize=1000'))
  await click(button('Export CSV'))
  await until(() => assert.is(exports().length, 1))
  await type(field('User'), 'ana')
  await until(() => assert.ok(requests.some((one) => one.includes('access_key%3Aana'))))
  answerFirst()
  await until(() => assert.is(exports().length, 2))
  assert.not(exports().some((one) => one.includes('access_key%3Aana')))
})
