import { assert, test } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import { sparklinePoints, bars, graph, legend, single, slices } from '../pages/charts/reduce.ts'
import type { Widget } from '../widgets.ts'

type Series = { metric?: Record<string, string>; values: [number, string][] }
type Target = { legendFormat?: string; result: Series[] | null }

/** A widget as parsed by the schema, which converts null to an empty list. */
const widget = (type: Widget['type'], targets: Target[] | null, calc?: 'mean' | 'last' | 'lastNotNull'): Widget => ({
  id: 1,
  title: 'Title ',
  type,
  ...(calc && { options: { reduceOptions: { calcs: [calc] } } }),
  targets: (targets ?? []).map(({ legendFormat = '', result }) => ({
    legendFormat,
    resultType: 'matrix',
    result: (result ?? []).map(({ metric = {}, values }) => ({ metric, values })),
  })),
})

const stat = (values: [number, string][], calc: 'mean' | 'last' | 'lastNotNull') =>
  widget('stat', [{ result: [{ values }] }], calc)

test('a figure is the value with the latest time, in any order of the list', () => {
  const values: [number, string][] = [
    [3, '4'],
    [1, '1'],
  ]
  assert.is(single(stat(values, 'mean')).value, 4)
  assert.is(
    single(
      stat(
        [
          [5, '50'],
          [9, '90'],
          [7, '70'],
        ],
        'last',
      ),
    ).value,
    90,
  )
  assert.is(
    single(
      stat(
        [
          [9, '1.5e+11'],
          [7, '70'],
        ],
        'lastNotNull',
      ),
    ).value,
    1.5e11,
  )
})

test('only the first series of the first target counts', () => {
  const targets = [
    { result: [{ values: [[1, '5']] as [number, string][] }, { values: [[2, '6']] as [number, string][] }] },
    { result: [{ values: [[3, '7']] as [number, string][] }] },
  ]
  assert.is(single(widget('stat', targets, 'last')).value, 5)
})

test('a figure without values is 0 and marked as known to be none', () => {
  for (const none of [
    widget('stat', null, 'last'),
    widget('stat', [], 'mean'),
    widget('stat', [{ result: null }], 'mean'),
    widget('stat', [{ result: [] }], 'last'),
    stat([], 'mean'),
  ])
    assert.equal(single(none), { value: 0, known: false })
})

test('all points are drawn behind a figure, and a single one gets a preceding 0', () => {
  assert.equal(
    sparklinePoints(
      stat(
        [
          [1, '3'],
          [2, '4'],
        ],
        'mean',
      ),
    ),
    [3, 4],
  )
  assert.equal(sparklinePoints(stat([[1, '3']], 'mean')), [0, 3])
  assert.equal(sparklinePoints(stat([], 'mean')), [])
})

test('a type that does not fit its widget leaves the widget empty', () => {
  const other = widget('graph', [{ result: [{ metric: { range: 'LESS_THAN_1024_B' }, values: [[1, '5']] }] }])
  assert.equal(single(other), { value: 0, known: false })
  assert.equal(sparklinePoints(other), [])
  assert.equal(slices(other), { inner: 0, slices: [] })
  assert.ok(bars(other).every(({ a }) => a === 0))
  assert.equal(graph(stat([[1, '3']], 'mean'), 15), { times: [], series: [] })
})

test('a pie shows the last value of each series under its first label, and the first one reduced in its center', () => {
  const pie = widget(
    'gauge',
    [
      {
        result: [
          {
            metric: { capacity: 'Free' },
            values: [
              [2, '20'],
              [1, '10'],
            ],
          },
          { metric: {}, values: [] },
        ],
      },
    ],
    'lastNotNull',
  )
  assert.equal(slices(pie), {
    inner: 20,
    slices: [
      { name: 'Free', value: 20 },
      { name: '', value: 0 },
    ],
  })
  assert.equal(slices(widget('gauge', null)), { inner: 0, slices: [] })
})

test('bars are ordered by size, with the last value of each range under either name, or 0 if missing', () => {
  const of = (range: string, ...values: [number, string][]) => ({ metric: { range }, values })
  const found = bars(
    widget(
      'bargauge',
      [
        {
          result: [
            of('GREATER_THAN_512_MB', [1, '7']),
            of('LESS_THAN_1024_B', [9, '2'], [1, '1']),
            of('BETWEEN_1024B_AND_1_MB', [1, '3']),
            of('BETWEEN_1024_B_AND_64_KB', [1, '99']),
            of('BETWEEN_64_MB_AND_128_MB'),
          ],
        },
      ],
      'mean',
    ),
  )
  assert.equal(pluck(found, 'a'), [2, 3, 0, 0, 0, 0, 7])
  assert.equal(
    found.map(({ name }) => name),
    ['< 1 KiB', '1 KiB – 1 MiB', '1 – 10 MiB', '10 – 64 MiB', '64 – 128 MiB', '128 – 512 MiB', '> 512 MiB'],
  )
  assert.is(bars(widget('bargauge', [{ result: [of('BETWEEN_1024_B_AND_1_MB', [1, '4'])] }]))[1]?.a, 4)
})

test('labels fill the placeholders of a name, and missing ones become empty', () => {
  assert.is(legend('Data Sent [{{server}}]', { server: 'a:9000' }), 'Data Sent [a:9000]')
  assert.is(legend('{{server,api}}', { server: 'a', api: 'getobject' }), 'a,getobject')
  assert.is(legend('{{server,api}}', { api: 'getobject' }), 'getobject')
  assert.is(legend('Used [{{server}}:{{disk}}]', { server: 'a' }), 'Used [a:]')
  assert.is(legend('{{nothing}}', {}), '')
  assert.is(legend('{{server}}', { server: '$& {{api}}', api: 'x' }), '$& {{api}}', 'a label is no template')
})

test('points are merged by time and sorted, series by name, and equal names of two targets stay separate', () => {
  const found = graph(
    widget('graph', [
      {
        legendFormat: 'Read [{{server}}]',
        result: [
          {
            metric: { server: 'b' },
            values: [
              [30, '3'],
              [15, '1'],
            ],
          },
          { metric: { server: 'a' }, values: [[15, '2']] },
        ],
      },
      { legendFormat: 'Read [{{server}}]', result: [{ metric: { server: 'a' }, values: [[30, '9']] }] },
    ]),
    15,
  )
  assert.equal(found.times, [15, 30])
  assert.equal(found.series, [
    { label: 'Read [a]', values: [2, null] },
    { label: 'Read [a]', values: [null, 9] },
    { label: 'Read [b]', values: [1, 3] },
  ])
})

test('a gap stays a gap, and an unnamed series gets the name of its widget', () => {
  const found = graph(
    widget('graph', [
      {
        result: [
          {
            values: [
              [15, '1'],
              [30, '2'],
              [90, '3'],
              [105, '4'],
            ],
          },
        ],
      },
    ]),
    15,
  )
  assert.equal(found.times, [15, 30, 45, 90, 105])
  assert.equal(found.series, [{ label: 'Title', values: [1, 2, null, 3, 4] }])
  assert.equal(graph(widget('graph', null), 15), { times: [], series: [] })
})
