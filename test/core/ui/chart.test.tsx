import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { linesOf } from '../../../core/ui/chart-figures.ts'
import { Chart } from '../../../core/ui/chart.tsx'
import { button, cleanup, click, findAll, render } from '../../lib/react.tsx'

test.after.each(cleanup)

const series = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ label: `node-${at}`, values: [at, null] }))

test('six series keep the order of the colours, more are added up as a grey "Other"', () => {
  assert.equal(
    linesOf(series(6)).map(({ colour }) => colour),
    [1, 2, 3, 4, 5, 6],
  )
  const lines = linesOf(series(8))
  assert.equal(
    lines.map(({ label, colour }) => `${label} ${colour}`),
    ['node-0 1', 'node-1 2', 'node-2 3', 'node-3 4', 'node-4 6', 'Other 5'],
  )
  assert.equal(lines.at(-1)?.values, [5 + 6 + 7, null], 'where none has a value there is none')
})

test('the same numbers stand behind "Show as table"', async () => {
  const traffic = [
    { label: 'Received', values: [1024, null] },
    { label: 'Sent', values: [0, 2048] },
  ]
  await render(<Chart label="S3 traffic" unit="bytesPerSecond" times={[0, 60]} series={traffic} />)
  assert.is(findAll('td').length, 0)
  await click(button('Show as table'))
  const cells = findAll('td').map((cell) => cell.textContent)
  assert.equal([...cells.slice(1, 3), ...cells.slice(4)], ['1.0 KiB/s', '0 B/s', '—', '2.0 KiB/s'])
  await click(button('Show as chart'))
  assert.is(findAll('td').length, 0)
})

test.run()
