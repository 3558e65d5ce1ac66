import { assert, test } from '../../../test/lib/suite.ts'
import { alertEvents, changeEvents, eventsIn, restartsIn } from '../pages/charts/events.ts'
import { alignSeries, graph, shiftWidget } from '../pages/charts/reduce.ts'
import type { Widget } from '../widgets.ts'

const widgetOf = (type: Widget['type'], values: [number, number][]): Widget => ({
  id: 1,
  title: 'Uptime',
  type,
  targets: [
    {
      legendFormat: '',
      resultType: 'matrix',
      result: [{ metric: {}, values: values.map(([time, value]): [number, string] => [time, String(value)]) }],
    },
  ],
})

const starts = (...values: [number, number][]) =>
  restartsIn(widgetOf('stat', values), { start: 1000, step: 60 }).map(({ at }) => at)

test('a restart is where the uptime begins again, once', () => {
  assert.equal(starts([1000, 500], [1060, 20], [1120, 80], [1180, 140.4]), [1040])
  assert.equal(starts([1000, 5000], [1060, 5060]), [], 'it started before the range')
  assert.equal(starts([1060, 20], [1120, 80], [1180, 3]), [1040, 1177])
  assert.equal(restartsIn(undefined, { start: 1000, step: 60 }), [])
})

test('the averaged uptime of an hour with a restart is not a restart', () => {
  assert.equal(starts([1000, 101_000], [4600, 54_000], [8200, 4000], [11_800, 7600]), [4200])
})

test('an alert marks its begin and its end, and a change its settings and account', () => {
  const alert = {
    id: '1',
    rule: 'drives-offline',
    metric: 'drives-offline' as const,
    level: 'danger' as const,
    threshold: 0,
    value: 1,
    source: 'node-3',
    started: '2026-11-25T10:00:00Z',
    ended: '2026-11-25T11:00:00Z',
  }
  assert.equal(
    alertEvents([alert]).map(({ text, tone }) => `${tone} ${text}`),
    ['danger Drives offline: 1 drive, node-3', 'plain Ended: Drives offline: 1 drive, node-3'],
  )
  const line = { section: 'region', title: 'Region', target: '_', values: {}, secrets: [] }
  const change = { id: '1', time: '2026-11-25T10:30:00Z', account: 'ana', kind: 'saved' as const, lines: [line] }
  const [changed] = changeEvents([change])
  assert.is(changed?.text, 'Settings changed: Region, by ana')
  assert.is(changed?.to, '/settings/region')
  const all = [...alertEvents([alert]), ...changeEvents([change])]
  const start = Date.parse('2026-11-25T10:15:00Z') / 1000
  assert.equal(
    eventsIn(all, { start, end: start + 3600 }).map(({ text }) => text.slice(0, 5)),
    ['Ended', 'Setti'],
    'newest first, and only those in the range',
  )
})

test('the day before is shown at the times of this day', () => {
  const [today, yesterday] = [
    graph(
      widgetOf('graph', [
        [86_460, 5],
        [86_520, 6],
      ]),
      60,
    ),
    graph(
      shiftWidget(
        widgetOf('graph', [
          [60, 1],
          [180, 3],
        ]),
        86_400,
      ),
      60,
    ),
  ]
  assert.equal(alignSeries(today.times, yesterday), [{ label: 'Uptime', values: [1, null] }])
})
