import { assert, test } from '../lib/suite.ts'
import { pluck } from '../lib/pluck.ts'
import {
  earlierLines,
  eventsAt,
  isAwayFromPoints,
  chartLines,
  chartFile,
  tooltipRows,
  sizeTicks,
  timeLabels,
  withEarlierSeries,
} from '../../ui/chart-series.ts'
import { Chart } from '../../ui/chart.tsx'
import { toCsv } from '../../ui/table-file.ts'
import { button, click, find, findAll, press, render, unmount, until } from '../lib/react.tsx'

const series = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ label: `node-${at}`, values: [at, null] }))

/** Waits until the chart is rendered, which happens asynchronously, so that it does not happen after the test. */
const waitForChart = () => until(() => void find('[aria-roledescription=chart] > div > div'))

test('of more than six series the five largest are drawn and the rest is summed as "Other"', () => {
  assert.equal(pluck(chartLines(series(6)), 'color'), [1, 2, 3, 4, 5, 6])
  const lines = chartLines(series(8))
  assert.equal(
    lines.map(({ label, color }) => `${label} ${color}`),
    ['node-3 1', 'node-4 2', 'node-5 3', 'node-6 4', 'node-7 6', 'Other 5'],
  )
  assert.equal(lines.at(-1)?.values, [0 + 1 + 2, null], 'no series has a value')
})

test('ticks less than a minute apart are labeled with seconds, and midnight with its date', () => {
  const at = (...time: [number, number, number]) => new Date(2026, 10, 25, ...time).getTime() / 1000
  assert.equal(timeLabels([at(10, 7, 15), at(10, 7, 30), at(10, 8, 0)]), ['10:07:15', '10:07:30', '10:08:00'])
  assert.equal(timeLabels([at(0, 0, 0), at(12, 0, 0)]), ['25 Nov', '12:00'])
})

test('an axis of sizes labels every size, powers of ten or not', () => {
  const sizes = [2 ** 20, 2 ** 22, 10_000_000]
  const { splits, filter } = sizeTicks(sizes)
  assert.equal(filter(undefined, splits()), sizes)
})

test('up to two short names are next to the title, and more are in columns below the chart', async () => {
  const isBelow = () => {
    const plot = find('[aria-roledescription=chart]')
    return findAll('button[aria-pressed]').every(
      (name) => (plot.compareDocumentPosition(name) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    )
  }
  await render(<Chart label="Calls" times={[0, 60]} series={series(2)} />)
  await waitForChart()
  assert.is(isBelow(), false)
  await unmount()
  await render(<Chart label="Calls" times={[0, 60]} series={series(3)} />)
  await waitForChart()
  assert.is(isBelow(), true)
  await unmount()
  await render(<Chart label="Inodes" times={[0, 60]} series={[{ label: `/${'data'.repeat(9)}`, values: [1, 2] }]} />)
  await waitForChart()
  assert.is(isBelow(), true)
})

test('"Show as table" shows the same numbers', async () => {
  const traffic = [
    { label: 'Received', values: [1024, null] },
    { label: 'Sent', values: [0, 2048] },
  ]
  await render(<Chart label="S3 traffic" unit="bytesPerSecond" times={[0, 60]} series={traffic} />)
  await waitForChart()
  assert.is(findAll('td').length, 0)
  await click(button('Show as table'))
  const cells = findAll('td').map((cell) => cell.textContent)
  assert.equal([...cells.slice(1, 3), ...cells.slice(4)], ['1.0 KiB/s', '0 B/s', '—', '2.0 KiB/s'])
  await click(button('Show as chart'))
  await waitForChart()
  assert.is(findAll('td').length, 0)
})

const traffic = [
  { label: 'Received', values: [1, 2, 3] },
  { label: 'Sent', values: [4, null, 6] },
]

const pressed = () => findAll('button[aria-pressed]').map((name) => name.getAttribute('aria-pressed'))

test('a name in the legend shows only its line, and all lines again', async () => {
  await render(<Chart label="Calls" times={[0, 60, 120]} series={traffic} />)
  await waitForChart()
  assert.equal(pressed(), ['true', 'true'])
  await click(button('Sent6'))
  assert.equal(pressed(), ['false', 'true'])
  await click(button('Received3'))
  assert.equal(pressed(), ['true', 'false'])
  await click(button('Received3'))
  assert.equal(pressed(), ['true', 'true'])
})

test('with Shift a name in the legend toggles its line', async () => {
  await render(<Chart label="Calls" times={[0, 60, 120]} series={traffic} />)
  await waitForChart()
  await click(button('Sent6'), { shiftKey: true })
  assert.equal(pressed(), ['true', 'false'])
  await click(button('Sent6'), { shiftKey: true })
  assert.equal(pressed(), ['true', 'true'])
})

test('the values at the cursor are sorted, with those that are drawn as "Other"', () => {
  const many = series(8)
  const readings = tooltipRows(many, chartLines(many), new Set(), 0)
  assert.equal(
    readings.map(({ label, value, color }) => `${label} ${value} ${color}`),
    ['node-7 7 6', 'node-6 6 4', 'node-5 5 3', 'node-4 4 2', 'node-3 3 1', 'node-2 2 5', 'node-1 1 5', 'node-0 0 5'],
  )
  assert.equal(
    tooltipRows(many, chartLines(many), new Set(['Other', 'node-7']), 0).map(({ label }) => label),
    ['node-6', 'node-5', 'node-4', 'node-3'],
  )
})

test('earlier values are compared with the series of the same name, and "Other" with the sum of the rest', () => {
  const many = series(8)
  const earlier = series(8).map(({ label, values }) => ({ label, values: values.map((value) => value && value * 10) }))
  const lines = earlierLines(chartLines(many), many, earlier)
  assert.equal(
    lines.map(({ label, values }) => `${label} ${values[0]}`),
    ['node-3 30', 'node-4 40', 'node-5 50', 'node-6 60', 'node-7 70', 'Other 30'],
  )
  const [missing] = earlierLines(chartLines(traffic), traffic, [])
  assert.equal(missing?.values, [null, null, null], 'a series that did not exist has no earlier values')
})

test('an event belongs to the nearest time', () => {
  const events = [29, 31, 500].map((at) => ({ at, text: String(at), tone: 'plain' as const }))
  const near = (at: number) => eventsAt(events, [0, 60, 120], at).map(({ text }) => text)
  assert.equal([near(0), near(1), near(2)], [['29'], ['31'], ['500']])
})

test('the table and the file also have the earlier values', async () => {
  const earlier = { label: 'Day before', series: [{ label: 'Sent', values: [7, 8, 9] }] }
  assert.is(
    toCsv(chartFile(withEarlierSeries(traffic, earlier), [0], 'time')),
    'Time,Received,Sent,"Sent, Day before"\r\n1970-01-01T00:00:00.000Z,1,4,7\r\n',
  )
  await render(<Chart label="Calls" times={[0, 60, 120]} series={traffic} earlier={earlier} />)
  await waitForChart()
  await click(button('Show as table'))
  assert.equal(pluck(findAll('th'), 'textContent'), ['Time', 'Received', 'Sent', 'Sent, Day before'])
  await click(button('Show as chart'))
  await waitForChart()
})

test('the keys 0 and + reset and select a zoom, and so do the items of the menu', async () => {
  const acts: string[] = []
  await render(
    <Chart
      label="Calls"
      file="calls"
      times={[0, 60, 120]}
      series={traffic}
      onZoom={(from, to) => void acts.push(`${from}-${to}`)}
      onReset={() => void acts.push('reset')}
    />,
  )
  await waitForChart()
  await press('0', find('[aria-roledescription=chart]'))
  await click(button('More for Calls'))
  const zoomIn = () => findAll('[role=menuitem]').find(({ textContent }) => textContent === 'Zoom In')
  await until(() => assert.ok(zoomIn()))
  await click(zoomIn() as HTMLElement)
  assert.equal(acts, ['reset', '30-90'])
})

test('keys move through the times, announce the values, and select a range', async () => {
  const zooms: number[][] = []
  await render(
    <Chart
      label="Calls"
      times={[0, 60, 120]}
      series={traffic}
      events={[{ at: 118, text: 'Storage started', tone: 'plain' }]}
      onZoom={(from, to) => void zooms.push([from, to])}
    />,
  )
  await waitForChart()
  const plot = find('[aria-roledescription=chart]')
  const announced = () => find('[aria-live]', plot).textContent?.replace(/^\S+ \S+, /, '')
  await press('ArrowRight', plot)
  assert.is(announced(), 'Sent 4, Received 1')
  await press('ArrowRight', plot)
  assert.is(announced(), 'Received 2, Sent —')
  await press('End', plot)
  assert.is(announced(), 'Sent 6, Received 3, Storage started')
  await press('ArrowLeft', plot)
  await press('+', plot)
  await press('-', plot)
  assert.equal(zooms, [
    [30, 90],
    [-60, 180],
  ])
  await press('Escape', plot)
  assert.is(announced(), '')
})

test('keys of the browser, such as Alt+Left for Back and Ctrl+Plus for its zoom, are not taken by a chart', async () => {
  const zooms: number[][] = []
  const onZoom = (from: number, to: number) => void zooms.push([from, to])
  await render(<Chart label="Calls" times={[0, 60, 120]} series={traffic} onZoom={onZoom} />)
  await waitForChart()
  const plot = find('[aria-roledescription=chart]')
  const prevented: string[] = []
  const record = (event: Event) => {
    if (event instanceof KeyboardEvent && event.defaultPrevented) prevented.push(event.key)
  }
  document.addEventListener('keydown', record)
  await press('ArrowLeft', plot, { altKey: true })
  await press('+', plot, { ctrlKey: true })
  await press('0', plot, { metaKey: true })
  document.removeEventListener('keydown', record)
  assert.equal([prevented, zooms, find('[aria-live]', plot).textContent], [[], [], ''])
})

test('a chart says how many moments or sizes it shows', async () => {
  const values = [{ label: 'Count', values: [1, 2] }]
  await render(
    <>
      <Chart label="Calls" times={[60]} series={values} />
      <Chart label="Objects" times={[1024, 2048]} series={values} xAxis="bytes" />
    </>,
  )
  assert.equal(
    findAll('[aria-roledescription=chart]').map((plot) => plot.getAttribute('aria-label')),
    ['Calls, 1 moment', 'Objects, 2 sizes'],
  )
})

test('a zoom at the last time stays within the range, and one out of it ends now', async () => {
  const now = Math.floor(Date.now() / 1000)
  const zooms: number[][] = []
  const onZoom = (from: number, to: number) => void zooms.push([from, to])
  await render(<Chart label="Calls" times={[now - 900, now - 450, now]} series={traffic} onZoom={onZoom} />)
  await waitForChart()
  const plot = find('[aria-roledescription=chart]')
  await press('End', plot)
  await press('+', plot)
  await press('Home', plot)
  await press('+', plot)
  assert.equal(zooms.splice(0), [
    [now - 450, now],
    [now - 900, now - 450],
  ])
  await press('End', plot)
  await press('-', plot)
  const [[from = 0, to = 0] = []] = zooms
  assert.ok(to >= now && to <= Date.now() / 1000)
  assert.is(Math.round(to - from), 1800)
})

test('with earlier values the legend is below the chart', async () => {
  const earlier = { label: 'Day before', series: traffic }
  await render(<Chart label="Calls" times={[0, 60, 120]} series={traffic} earlier={earlier} />)
  await waitForChart()
  assert.not.match(find('figcaption').textContent ?? '', /Day before|Sent/)
  assert.match(find('figure').textContent ?? '', /Sent.*Day before$/)
})

test('an exported file has every time with unrounded values, and empty cells for missing ones', () => {
  assert.is(
    toCsv(chartFile(traffic, [0, 60, 120], 'time')),
    'Time,Received,Sent\r\n1970-01-01T00:00:00.000Z,1,4\r\n1970-01-01T00:01:00.000Z,2,\r\n1970-01-01T00:02:00.000Z,3,6\r\n',
  )
})

test('a cursor far beside the first or last point lists no values', () => {
  const ends = [400, 600] as const
  assert.equal(
    [0, 370, 380, 500, 620, 630].map((x) => isAwayFromPoints(x, ends)),
    [true, true, false, false, false, true],
  )
})
