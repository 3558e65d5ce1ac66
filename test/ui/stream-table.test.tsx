import { act } from 'react'
import { assert, test } from '../lib/suite.ts'
import { createRingBuffer, type RingBuffer } from '../../ui/ring-buffer.ts'
import { StreamTable } from '../../ui/stream-table.tsx'
import type { Column } from '../../ui/table.tsx'
import { button, click, find, findAll, press, render } from '../lib/react.tsx'

const columns: Column<number>[] = [{ id: 'number', title: 'Number', value: (row) => row, look: 'number' }]

const renderTable = async (cap = 100, onOpen?: (row: number) => void) => {
  const ring = createRingBuffer<number>(cap)
  await render(
    <div style={{ height: '400px' }}>
      <StreamTable
        ring={ring}
        columns={columns}
        noun={{ one: 'number', many: 'numbers' }}
        empty={<p>None yet</p>}
        note="All is well"
        {...(onOpen && { onOpen })}
      />
    </div>,
  )
  return ring
}

/** Adds rows, and waits for the next frame. */
const push = (ring: RingBuffer<number>, ...rows: number[]) =>
  act(async () => {
    rows.forEach(ring.push)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  })

const scrollTo = (top: number) =>
  act(async () => {
    const grid = find('[role=grid]')
    grid.scrollTop = top
    grid.dispatchEvent(new Event('scroll'))
  })

const visibleRows = () => findAll('[role=row][data-index]').map((row) => Number(row.textContent))
const pageText = () => document.body.textContent

test('an empty stream says so, and a footer states the status', async () => {
  const ring = await renderTable()
  assert.match(pageText(), /^None yetAll is wellKeeps the latest 100 rows$/)
  await push(ring, 1)
  assert.not.match(pageText(), 'None yet')
})

test('a click or Enter opens a row', async () => {
  const opened: number[] = []
  const ring = await renderTable(100, (row) => opened.push(row))
  await push(ring, 1, 2, 3)
  const second = find('[role=row][data-index="1"]')
  await click(second)
  await press('Enter', second)
  assert.equal(opened, [2, 2])
})

test('the newest row is on top, and the table shows at most the buffered rows', async () => {
  const ring = await renderTable(3)
  await push(ring, 1, 2)
  assert.equal(visibleRows(), [2, 1])
  await push(ring, 3, 4, 5)
  assert.equal(visibleRows(), [5, 4, 3])
  assert.is(find('[role=grid]').getAttribute('aria-rowcount'), '4')
  assert.is(find('[role=columnheader]').getAttribute('aria-sort'), 'descending')
})

test('scrolling down keeps the visible rows, even if evicted from the buffer, and a button jumps to the newest', async () => {
  const ring = await renderTable(3)
  await push(ring, 1, 2, 3)
  await scrollTo(10)
  await push(ring, 4)
  assert.equal(visibleRows(), [3, 2, 1])
  assert.ok(button('1 newer row'))
  await push(ring, 5, 6, 7, 8)
  assert.equal(visibleRows(), [3, 2, 1])
  await click(button('5 newer rows'))
  assert.equal(visibleRows(), [8, 7, 6])
  assert.is(find('[role=grid]').scrollTop, 0)
  assert.not.match(pageText(), 'newer')
})

test('scrolling back to the top resumes the stream', async () => {
  const ring = await renderTable()
  await push(ring, 1, 2)
  await scrollTo(10)
  await push(ring, 3)
  assert.equal(visibleRows(), [2, 1])
  await scrollTo(0)
  assert.equal(visibleRows(), [3, 2, 1])
})

test('a focused row stays', async () => {
  const ring = await renderTable()
  await push(ring, 1, 2)
  await act(async () => find('[role=row][data-index]').focus())
  await push(ring, 3)
  assert.equal(visibleRows(), [2, 1])
  await press('ArrowDown')
  assert.is(document.activeElement?.textContent, '1')
  await click(button('1 newer row'))
  assert.equal(visibleRows(), [3, 2, 1])
})

test('clearing the stream releases paused rows', async () => {
  const ring = await renderTable()
  await push(ring, 1, 2)
  await scrollTo(10)
  ring.clear()
  await push(ring)
  assert.match(pageText(), 'None yet')
  await push(ring, 3)
  assert.equal(visibleRows(), [3])
  await push(ring, 4, 5)
  assert.equal(visibleRows(), [5, 4, 3])
})
