import { assert, test } from '../../../test/lib/suite.ts'
import { Charts } from '../pages/charts/charts.tsx'
import { stepOf } from '../pages/charts/range.ts'
import type { Charts as About } from '../widgets.ts'
import { type FakeResponse, type ReceivedRequest, navigate, startFakeServer } from '../../../test/core/fake-server.ts'
import { button, cleanup, click, find, findAll, press, render, type, until } from '../../../test/lib/react.tsx'

let line: Awaited<ReturnType<typeof startFakeServer>>
let reply: (id: number, sent: ReceivedRequest) => FakeResponse = () => ({})

const stat = (id: number, ...values: number[]): FakeResponse => ({
  body: {
    id,
    title: `Widget ${id}`,
    type: 'stat',
    options: { reduceOptions: { calcs: ['last'] } },
    targets: [
      {
        resultType: 'matrix',
        result: values.length > 0 ? [{ metric: {}, values: values.map((value, at) => [at * 15, String(value)]) }] : [],
      },
    ],
  },
})

const idOf = ({ url }: ReceivedRequest) => Number(/widgets\/(\d+)/.exec(url)?.[1])

test.before(async () => {
  line = await startFakeServer((sent) => reply(idOf(sent), sent))
})
test.after(() => line.close())
test.before.each(() => {
  line.sent.length = 0
  navigate('/dashboard?view=usage&range=1767222000-1767225600')
})
test.after.each(cleanup)

const history: About = { source: 'history', kept: 'disk', since: 1_767_000_000 }
let reloads = 0
const draw = (about: Partial<About> = {}) =>
  render(<Charts tab="usage" about={{ ...history, ...about }} onSync={async () => void (reloads += 1)} />)
const card = (label: string) => find(`section[aria-label="${label}"]`)
const ready = (label: string, words: RegExp) => until(() => assert.match(card(label).textContent ?? '', words))

test('the step between points is a sixtieth of the range, and 15 seconds for an empty range', () => {
  assert.equal([stepOf(0, 900), stepOf(0, 59), stepOf(0, 604_800), stepOf(0, 119)], [15, 15, 10_080, 1])
})

test('every widget is requested with the range of the address', async () => {
  reply = (id) => stat(id, 7)
  await draw()
  await ready('Buckets', /^Buckets7/)
  for (const { url } of line.sent)
    assert.match(url, /^\/api\/v1\/admin\/info\/widgets\/\d+\?start=1767222000&end=1767225600&step=60$/)
  assert.equal(
    [...new Set(line.sent.map(idOf))].sort((a, b) => a - b),
    [1, 9, 44, 50, 52, 53, 63, 64, 65, 66, 68, 69, 70, 78, 80, 81],
  )
})

test('figures are shown in their units, and an unknown figure is not shown as 0', async () => {
  const values: Record<number, number[]> = { 53: [3], 69: [1], 80: [8040e9], 81: [], 1: [3_562_560], 66: [] }
  reply = (id) => stat(id, ...(values[id] ?? [0]))
  await draw()
  await ready('Servers', /^Servers3 online1 offline$/)
  await ready('Time since last heal activity', /2 hours 14 minutes/)
  await ready('Uptime', /1 month 11 days/)
  await ready('Time since last scan activity', /—\s*$/)
  await ready('Buckets', /^Buckets—/)
  await ready('Objects', /^Objects0/)
})

test('a widget that fails shows the reason and does not affect the others', async () => {
  reply = (id) =>
    id === 44
      ? {
          status: 500,
          body: {
            code: 500,
            message: 'The Prometheus server at p:9090 cannot be reached',
            detailedMessage: 'it is away',
          },
        }
      : stat(id, 5)
  await draw()
  await ready('Objects', /The Prometheus server at p:9090 cannot be reached It is away/)
  await ready('Buckets', /^Buckets5/)
  reply = (id) => stat(id, 6)
  await click(button('Try Again'))
  await ready('Objects', /^Objects6/)
})

test('a problem of the source is reported once, and the widgets do not repeat it', async () => {
  const message = 'The Prometheus server at p:9090 requires a sign-in'
  const body = { code: 500, message, detailedMessage: 'It redirects to https://sso.example/login' }
  reply = () => ({ status: 500, body })
  await draw({ source: 'prometheus', problem: { message, detail: body.detailedMessage } })
  await ready('Objects', /^ObjectsNot available$/)
  await ready('Buckets', /^BucketsNot available$/)
  await until(() => assert.is(findAll('section').filter((one) => one.ariaBusy === 'true').length, 0))
  assert.is(document.body.textContent?.split(message).length, 2)
  assert.is(document.body.textContent?.includes('Try Again'), false)
})

test('Sync requests all widgets again and keeps the previous figures until the new ones arrive', async () => {
  reply = (id) => stat(id, 1)
  await draw()
  await ready('Buckets', /^Buckets1/)
  await until(() => assert.is(new Set(line.sent.map(idOf)).size, 16))
  line.sent.length = 0
  reply = (id) => stat(id, 2)
  await click(button('Sync'))
  await ready('Buckets', /^Buckets2/)
  await until(() => assert.is(new Set(line.sent.map(idOf)).size, 16))
})

test('Sync also requests the status when there is no history yet or it has a problem', async () => {
  reply = (id) => stat(id, 1)
  for (const [about, expectedReloads] of [
    [{}, 0],
    [{ since: undefined }, 1],
    [{ problem: { message: 'It is away' } }, 1],
  ] as const) {
    reloads = 0
    await draw(about)
    await click(button('Sync'))
    assert.is(reloads, expectedReloads)
    await cleanup()
  }
})

test('a typed end applies once it is complete, and an invalid time is reset', async () => {
  reply = (id) => stat(id, 1)
  await draw()
  const start = find('input[aria-label="Start Time"]') as HTMLInputElement
  const was = start.value
  await type(start, '2026-02-30 00:00')
  await press('Enter', start)
  assert.is(start.value, was)
  await type(start, '2026-01-01 00:00')
  await press('Enter', start)
  const from = new Date(2026, 0, 1).getTime() / 1000
  assert.match(window.location.search, new RegExp(`range=${from}-`))
})

test('the source of the figures, their start and missing parts are shown above them', async () => {
  reply = (id) => stat(id, 1)
  const words = async (about: Partial<About>) => {
    await draw(about)
    const text = ['p', '[role=status]']
      .flatMap((selector) => findAll(selector))
      .map((one) => one.textContent)
      .join('|')
    await cleanup()
    return text
  }
  assert.match(await words({}), /(^|\|)Collected by this console since 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d\.(\||$)/)
  assert.match(await words({ kept: 'memory' }), /in memory only: .*CONSOLE_DATA/)
  assert.match(await words({ since: undefined }), /collection has just started/)
  assert.match(await words({ left: 12 }), /12 series are not stored/)
  assert.match(
    await words({ source: 'prometheus', problem: { message: 'It has nothing', detail: 'Set a label' } }),
    /From Prometheus\..*It has nothing\. Set a label/,
  )
})
