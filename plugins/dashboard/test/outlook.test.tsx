import { assert, test } from '../../../test/lib/suite.ts'
import { type InferInput, parse } from 'valibot'
import { Links } from '../../../core/web/links.ts'
import bucketsPlugin from '../../buckets/plugin.ts'
import { Failure } from '../../../core/protocol/failure.ts'
import { date } from '../../../core/protocol/format.ts'
import { Info } from '../contract.ts'
import { Outlook as Reply } from '../outlook.ts'
import { describeForecast } from '../forecast-text.ts'
import { Outlook } from '../pages/outlook.tsx'
import { OutlookByPart } from '../pages/outlook-by-part.tsx'
import { findAll, render, unmount } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'

const DAY = 86_400_000
const GiB = 2 ** 30
const inDays = (days: number) => new Date(Date.now() + days * DAY + 60_000).toISOString()
const day = (iso: string) => date(iso).slice(0, 10)

const early = { forecast: { state: 'early' as const }, history: [], durable: true, certificates: [] }

const facts = async (
  info: Parameters<typeof parse<typeof Info>>[1],
  outlook: Partial<InferInput<typeof Reply>> = {},
) => {
  const data = parse(Reply, { ...early, ...outlook })
  await render(
    <Outlook
      info={parse(Info, info)}
      state={{ data, error: undefined, loading: false, asOf: 0, reload: async () => {} }}
    />,
  )
  return Object.fromEntries(findAll('dt').map((term) => [term.textContent, term.nextElementSibling?.textContent ?? '']))
}

test.before(() => {
  startTestSession({ account: 'ana', plugins: ['dashboard'] })
})

test('with less than three days of usage the page says when the forecast is available', () => {
  const start = Date.now() - DAY + 60_000
  const forecast = (durable: boolean, history = [{ time: start, used: 1 }]) =>
    describeForecast({ ...early, durable, history })
  assert.is(forecast(true).main, 'Not enough history yet')
  assert.is(forecast(true).more, 'The forecast needs three days of recorded usage. It is available in 2 days.')
  assert.not.match(forecast(true).more, date(new Date(start).toISOString()))
  assert.match(forecast(true, []).more, 'No usage is recorded yet.')
  assert.match(forecast(false).more, 'CONSOLE_DATA')
})

test('before the forecast an estimate names its range and its pace', () => {
  const estimate = (perDay: number, min?: number, max = 0) =>
    describeForecast({
      ...early,
      forecast: { state: 'early', estimate: { perDay, ...(min && { days: { min, max } }) } },
    })
  assert.is(estimate(10 * GiB, 22, 360).main, 'Roughly 22 to 360 days')
  assert.match(estimate(10 * GiB, 22, 360).more, /^At the pace so far, 10\.0 GiB a day\. The forecast needs three days/)
  assert.is(estimate(GiB, 300, 5000).main, 'Roughly 300 days or more')
  assert.is(estimate(1, 100_000, 900_000).main, 'Probably more than 2 years')
  assert.is(estimate(-GiB).main, 'Not filling so far')
  assert.match(estimate(-GiB).more, /1\.0 GiB less a day/)
})

test('growth by bucket shows a dash with the reason for what is unknown, and links to what can be freed', async () => {
  const buckets = [
    { name: 'films', bytes: 3 * GiB, perDay: GiB, noncurrent: 1200, markers: 4 },
    { name: 'music', bytes: GiB },
  ]
  const pools = [1, 2].map((number) => ({
    name: `Pool ${number}`,
    used: number * GiB,
    usable: 4 * GiB,
    forecast: { state: 'far' as const, perDay: 1 },
  }))
  await render(
    <Links value={bucketsPlugin.links}>
      <OutlookByPart data={parse(Reply, { ...early, buckets, pools })} />
    </Links>,
  )
  const cells = (row: number) => findAll('th, td', findAll('tbody tr')[row]).map(({ textContent }) => textContent)
  assert.equal(cells(0), ['films', '3.0 GiB', '+1.0 GiB', '1,200', '4', 'What Can Be Freed'])
  assert.equal(cells(1).slice(1, 5), ['1.0 GiB', '—', '—', '—'])
  assert.equal(
    findAll('tbody a').map((link) => link.getAttribute('href')),
    ['/buckets/films/admin/lifecycle?free=now', '/buckets/music/admin/lifecycle?free=now'],
  )
  assert.match(findAll('td span[title]')[0]?.title ?? '', 'Needs an hour')
  assert.match(findAll('dl')[0]?.textContent ?? '', 'Pool 1More than 2 years, 1.0 GiB of 4.0 GiB used')
  await unmount()
  await render(<OutlookByPart data={parse(Reply, { ...early, buckets: [buckets[1]!], pools: [pools[0]!] })} />)
  assert.not.match(document.body.textContent ?? '', /Delete Markers|Forecast by pool/)
})

test('a pool with a decommission shows its state in place of a forecast', async () => {
  const pools = ([undefined, 'running', 'complete', 'failed', 'canceled'] as const).map((decommission, index) => ({
    name: `Pool ${index + 1}`,
    used: GiB,
    usable: 4 * GiB,
    forecast: { state: 'far' as const, perDay: 1 },
    ...(decommission && { decommission }),
  }))
  await render(<OutlookByPart data={parse(Reply, { ...early, pools })} />)
  assert.equal(
    findAll('dd').map(({ textContent }) => textContent?.split(',')[0]),
    ['More than 2 years', 'Being decommissioned', 'Decommissioned', 'Decommission failed', 'Decommission canceled'],
  )
})

test('a forecast that cannot be loaded is reported with a retry', async () => {
  let attempts = 0
  const state = {
    data: undefined,
    error: new Failure(503, 'The storage server cannot be reached'),
    loading: false,
    asOf: 0,
    reload: async () => void (attempts += 1),
  }
  await render(<Outlook info={parse(Info, {})} state={state} />)
  assert.match(document.body.textContent ?? '', 'The storage server cannot be reached')
  findAll('button')
    .find((button) => button.textContent === 'Try again')
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  assert.is(attempts, 1)
})

test('the day on which the storage is full is shown with its range, more urgent as it approaches', () => {
  const full = (days: number) => {
    const [date, earliest, latest] = [inDays(days), inDays(days - 1), inDays(days + 5)]
    return {
      text: describeForecast({ ...early, forecast: { state: 'full', perDay: 280 * GiB, date, earliest, latest } }),
      date,
      earliest,
      latest,
    }
  }
  const { text, date, earliest, latest } = full(90)
  assert.equal(text, {
    main: `Full on ${day(date)}`,
    more: `in 90 days at 280.0 GiB a day, between ${day(earliest)} and ${day(latest)}`,
  })
  assert.is(full(60).text.tone, 'warning')
  assert.is(full(14).text.tone, 'danger')
  assert.is(
    describeForecast({ ...early, forecast: { state: 'shrinking', perDay: -GiB } }).main,
    'Not filling at this pace',
  )
  assert.is(describeForecast({ ...early, forecast: { state: 'far', perDay: 1 } }).main, 'More than 2 years')
})

test('past usage and its trend are drawn and described in text', async () => {
  const at = Date.now()
  const history = [0, 1, 2].map((passed) => ({ time: at - (2 - passed) * DAY, used: (100 + passed * 10) * GiB }))
  const forecast = {
    state: 'full' as const,
    perDay: 10 * GiB,
    date: inDays(88),
    earliest: inDays(80),
    latest: inDays(100),
  }
  await facts({ capacity: 1000 * GiB }, { history, forecast })
  const [drawing] = findAll('svg[role=img]')
  assert.is(
    drawing?.getAttribute('aria-label'),
    `From 100.0 GiB on ${day(new Date(at - 2 * DAY).toISOString())} to 120.0 GiB on ${day(new Date(at).toISOString())}, at this pace 1000.0 GiB on ${day(forecast.date)}`,
  )
  assert.is(findAll('polyline').length, 3)
  await unmount()
  await facts({ capacity: 1000 * GiB }, { history, forecast: { state: 'far', perDay: 1 } })
  assert.is(findAll('polyline').length, 1)
  await unmount()
  await facts({ capacity: 1000 * GiB }, { history })
  assert.is(findAll('svg[role=img]').length, 0)
})

test('offline and healing drives, differing versions and an old scan are listed first', async () => {
  const drive = (state: string, healing = false) => ({ state, healing })
  const servers = [
    { version: '2026-01', drives: [drive('ok'), drive('offline')] },
    { version: '2026-02', drives: [drive('ok', true), drive('ok')] },
  ]
  const rows = await facts({ servers, asOf: new Date(Date.now() - 7_200_000).toISOString() })
  assert.is(rows.Drives, '1 unhealthy 1 healing')
  assert.is(rows.Versions, '2 differ: 2026-01, 2026-02')
  assert.is(rows['Last scan'], '2 hours ago')
  assert.is(rows['Growth, last day'], 'Available after a day')
})

test('a healthy storage is summarized briefly', async () => {
  const servers = [1, 2].map(() => ({ version: '2026-01', drives: [{ state: 'ok' }] }))
  const rows = await facts(
    { servers, asOf: 'never' },
    { skew: 0.7, certificates: [{ owner: 'storage', expires: inDays(90) }] },
  )
  assert.equal(rows, {
    Drives: 'Healthy',
    'Last scan': 'Not yet',
    Versions: 'Same on 2 servers',
    'Storage certificate': '90 days left',
    'Storage clock': 'In sync with the console',
    'Growth, last day': 'Available after a day',
  })
})

test('expiring and expired certificates and a wrong clock are highlighted', async () => {
  const ended = new Date(Date.now() - 2 * DAY).toISOString()
  const rows = await facts(
    {},
    {
      skew: -90,
      certificates: [
        { owner: 'storage', expires: ended },
        { owner: 'console', expires: inDays(12) },
      ],
    },
  )
  assert.is(rows['Storage certificate'], `Expired on ${day(ended)}`)
  assert.is(rows['Console certificate'], '12 days left')
  assert.is(rows['Storage clock'], '1 minute 30 seconds slow')
  assert.equal(
    findAll('dd [data-status]').map((one) => one.textContent),
    [`Expired on ${day(ended)}`, '12 days left', '1 minute 30 seconds slow'],
  )
})

test('growth is shown by bucket, and the largest buckets with their sizes', async () => {
  const growth = { since: inDays(-1), bytes: 312 * GiB, buckets: [{ name: 'video-masters', bytes: 300 * GiB }] }
  const rows = await facts(
    {},
    {
      growth,
      largest: [
        { name: 'video-masters', bytes: 900 * GiB },
        { name: 'empty', bytes: 0 },
      ],
    },
  )
  assert.is(rows['Growth, last day'], '+312.0 GiB, most in video-masters')
  await unmount()
  const less = await facts({}, { growth: { ...growth, bytes: -GiB } })
  assert.is(less['Growth, last day'], '−1.0 GiB')
  assert.is(rows['Largest buckets'], 'video-masters 900.0 GiB')
})
