import { act } from 'react'
import * as clock from '../../../test/lib/fake-clock.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { Charts } from '../pages/charts/charts.tsx'
import { stepOf } from '../pages/charts/range.ts'
import type { Charts as About } from '../widgets.ts'
import { type FakeResponse, type ReceivedRequest, navigate, startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, find, findAll, flush, press, render, type, unmount, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'

let line: Awaited<ReturnType<typeof startFakeServer>>
let reply: (id: number, sent: ReceivedRequest) => FakeResponse | Promise<FakeResponse> = () => ({})

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

let firing: object[] = []
const requested = () => line.sent.filter(({ url }) => url.includes('/widgets/'))

const idOf = ({ url }: ReceivedRequest) => Number(/widgets\/(\d+)/.exec(url)?.[1])

test.before.each(async () => {
  startTestSession({ pages: ['/users'], plugins: ['identity', 'policies', 'buckets', 'object-browser'] })
  line = await startFakeServer((sent) => {
    if (sent.url.includes('/widgets/')) return reply(idOf(sent), sent)
    if (sent.url.includes('/admin/alerts')) return { body: { alerts: firing, durable: false } }
    if (sent.url.includes('/config-history')) return { body: { entries: [] } }
    return { body: { permissions: [{ id: 'admin:ConfigUpdate', can: true }] } }
  })
  navigate('/dashboard?view=usage&range=1767222000-1767225600')
})

const history: About = { source: 'history', durable: true, since: 1_767_000_000 }
let reloads = 0
const renderCharts = (about: Partial<About> = {}) =>
  render(<Charts tab="usage" about={{ ...history, ...about }} onSync={async () => void (reloads += 1)} />)
const card = (label: string) => find(`section[aria-label="${label}"]`)
const ready = (label: string, source: RegExp) => until(() => assert.match(card(label).textContent ?? '', source))

const advance = (ms: number) => act(async () => clock.advanceClock(ms))
/** Waits like `until()`, also while the clock is stopped. */
const settle = async (check: () => void) => {
  for (let tries = 0; ; tries += 1) {
    try {
      return check()
    } catch (error) {
      if (tries === 500) throw error
      await flush()
    }
  }
}

test('the step between points is a sixtieth of the range, and 15 seconds for an empty range', () => {
  assert.equal([stepOf(0, 900), stepOf(0, 59), stepOf(0, 604_800), stepOf(0, 119)], [15, 15, 10_080, 1])
})

test('every widget is requested once, with the range of the address', async () => {
  reply = (id) => stat(id, 7)
  await renderCharts()
  await ready('Buckets', /^Buckets7/)
  for (const { url } of requested())
    assert.match(url, /^\/api\/v1\/admin\/info\/widgets\/\d+\?start=1767222000&end=1767225600&step=60$/)
  assert.equal(
    requested()
      .map(idOf)
      .sort((a, b) => a - b),
    [1, 9, 44, 50, 52, 53, 63, 64, 65, 66, 68, 69, 70, 78, 80, 81],
  )
})

test('changes of settings are requested only if the settings plugin is on', async () => {
  reply = (id) => stat(id, 7)
  const isRequested = () => line.sent.some(({ url }) => url.includes('/config-history'))
  await renderCharts()
  await ready('Buckets', /^Buckets7/)
  assert.not(isRequested())
  await unmount()
  startTestSession({ pages: ['/users'], plugins: ['settings'] })
  await renderCharts()
  await until(() => assert.ok(isRequested()))
})

test('figures are shown in their units, and an unknown figure is not shown as 0', async () => {
  const values: Record<number, number[]> = { 53: [3], 69: [1], 80: [8040e9], 81: [], 1: [3_562_560], 66: [] }
  reply = (id) => stat(id, ...(values[id] ?? [0]))
  await renderCharts()
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
  await renderCharts()
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
  await renderCharts({ source: 'prometheus', problem: { message, detail: body.detailedMessage } })
  await ready('Objects', /^ObjectsNot available$/)
  await ready('Buckets', /^BucketsNot available$/)
  await until(() => assert.is(findAll('section').filter((one) => one.ariaBusy === 'true').length, 0))
  assert.is(document.body.textContent?.split(message).length, 2)
  assert.is(document.body.textContent?.includes('Try Again'), false)
})

const lines = (...values: [number, number][]): FakeResponse => ({
  body: {
    id: 63,
    title: 'Data received',
    type: 'graph',
    targets: [
      { resultType: 'matrix', result: [{ metric: {}, values: values.map(([at, value]) => [at, String(value)]) }] },
    ],
  },
})

test('graphs are compared with the day before, and only then is it requested', async () => {
  const early = () => requested().filter(({ url }) => url.includes(`start=${1767222000 - 86_400}`))
  reply = (id, { url }) => (id === 63 ? lines([Number(/start=(\d+)/.exec(url)?.[1]), 7]) : stat(id, 1))
  await renderCharts()
  await ready('Data received', /7 B\/s/)
  assert.is(early().length, 0)
  await click(find('input[type=checkbox]'))
  await ready('Data received', /Day before/)
  assert.match(window.location.search, /compare=day/)
  assert.equal(
    [...new Set(early().map(idOf))].sort((a, b) => a - b),
    [63, 68, 70],
  )
  await until(() => assert.is(findAll('section').filter((one) => one.ariaBusy === 'true').length, 0))
})

test('what happened in the range is listed, with a link to its details', async () => {
  const started = new Date(1767223000_000).toISOString()
  firing = [{ id: '1', rule: 'r', metric: 'drives-offline', level: 'danger', threshold: 0, value: 1, started }]
  reply = (id) => stat(id, 1)
  await renderCharts()
  await until(() => assert.match(find('summary').textContent ?? '', /^1 event in this time range/))
  const link = find('details a')
  assert.is(link.textContent, 'Drives offline: 1 drive')
  assert.is(link.getAttribute('href'), '/dashboard?tab=alerts')
  firing = []
})

test('the link to Grafana has the time range of the charts', async () => {
  reply = (id) => stat(id, 1)
  await renderCharts({ grafana: 'https://grafana.example/d/storage?orgId=1' })
  assert.is(
    find('a[target=_blank]').getAttribute('href'),
    'https://grafana.example/d/storage?orgId=1&from=1767222000000&to=1767225600000',
  )
})

test('a zoom is left with Reset Zoom, for the range before it', async () => {
  reply = (id) => stat(id, 1)
  navigate('/dashboard?view=usage&range=1767223000-1767224000&unzoomed=3600')
  await renderCharts()
  await click(button('Reset Zoom'))
  assert.match(window.location.search, /range=3600/)
  assert.is(/unzoomed/.test(window.location.search), false)
})

test('Sync requests all widgets again and keeps the previous figures until the new ones arrive', async () => {
  reply = (id) => stat(id, 1)
  await renderCharts()
  await ready('Buckets', /^Buckets1/)
  await until(() => assert.is(new Set(requested().map(idOf)).size, 16))
  line.sent.length = 0
  reply = (id) => stat(id, 2)
  await click(button('Sync'))
  await ready('Buckets', /^Buckets2/)
  await until(() => assert.is(new Set(requested().map(idOf)).size, 16))
})

test('a source that does not answer shows that it loads, and no time at which nothing was loaded', async () => {
  reply = (id) => stat(id)
  navigate('/dashboard?view=usage')
  clock.stopClock()
  await renderCharts()
  const emptyCard = 'Capacity'
  await settle(() => assert.match(card(emptyCard).textContent ?? '', /No data in this time range/))
  const synced = () => /Last synced [\d:]+/.exec(document.body.textContent ?? '')?.[0]
  const first = synced()
  assert.ok(first)
  await settle(() => assert.is(find('section[aria-label=Capacity]').getAttribute('aria-busy'), 'false'))
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  reply = async (id) => answered.then(() => stat(id, 2))
  line.sent.length = 0
  await advance(15_000)
  await settle(() => assert.is(new Set(requested().map(idOf)).size, 16))
  await advance(3000)
  assert.match(card(emptyCard).textContent ?? '', /Loading/)
  assert.match(document.body.textContent ?? '', new RegExp(`Loading. ${first}`))
  await advance(60_000)
  assert.is(requested().length, 16, 'running requests are not replaced')
  assert.is(synced(), first)
  answer()
  await settle(() => assert.match(card('Buckets').textContent ?? '', /^Buckets2/))
  await settle(() => assert.not.ok(/Loading/.test(document.body.textContent ?? '')))
  assert.is.not(synced(), first)
})

test('Sync also requests the status when there is no history yet or it has a problem', async () => {
  reply = (id) => stat(id, 1)
  for (const [about, expectedReloads] of [
    [{}, 0],
    [{ since: undefined }, 1],
    [{ problem: { message: 'It is away' } }, 1],
  ] as const) {
    reloads = 0
    await renderCharts(about)
    await click(button('Sync'))
    assert.is(reloads, expectedReloads)
    await unmount()
  }
})

test('a typed end applies once it is complete, and an invalid time is reset', async () => {
  reply = (id) => stat(id, 1)
  await renderCharts()
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
  const source = async (about: Partial<About>) => {
    await renderCharts(about)
    const text = ['p', '[role=status]']
      .flatMap((selector) => findAll(selector))
      .map((one) => one.textContent)
      .join('|')
    await unmount()
    return text
  }
  assert.match(await source({}), /(^|\|)Collected by this console since 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d\.(\||$)/)
  assert.match(await source({ durable: false }), /in memory only: .*CONSOLE_DATA/)
  assert.match(await source({ since: undefined }), /collection has just started/)
  assert.match(await source({ droppedSeries: 12 }), /12 series are not stored/)
  assert.match(
    await source({ source: 'prometheus', problem: { message: 'It has nothing', detail: 'Set a label' } }),
    /From Prometheus\..*It has nothing\. Set a label/,
  )
})
