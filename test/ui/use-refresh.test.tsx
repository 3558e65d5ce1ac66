import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { assert, test } from '../lib/suite.ts'
import { useRefresh } from '../../ui/use-refresh.ts'
import { restoreClock, advanceClock, stopClock } from '../lib/fake-clock.ts'

let times = 0
let hidden = false

const List = ({ seconds }: { seconds: number }) => {
  useRefresh(seconds, async () => void times++)
  return null
}

// the clock is stopped here, so nothing may wait for a timer as test/lib/react.tsx does
let root: Root
const renderList = (seconds: number) => act(async () => root.render(<List seconds={seconds} />))

const wait = (ms: number) => act(async () => advanceClock(ms))

const show = (seen: boolean) =>
  act(async () => {
    hidden = !seen
    document.dispatchEvent(new Event('visibilitychange'))
  })

test.before.each(() => {
  times = 0
  hidden = false
  root = createRoot(document.createElement('div'))
  stopClock()
  Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true })
})
test.after.each(async () => {
  await act(async () => root.unmount())
  restoreClock()
})

test('a list reloads at the chosen interval after each response, until switched off', async () => {
  await renderList(0)
  await wait(60_000)
  assert.is(times, 0)
  await renderList(10)
  await wait(9_999)
  assert.is(times, 0)
  await wait(1)
  assert.is(times, 1)
  await wait(10_000)
  assert.is(times, 2)
  await renderList(0)
  await wait(60_000)
  assert.is(times, 2)
})

test('a hidden tab does not reload, and a due reload runs when it becomes visible', async () => {
  await renderList(30)
  await show(false)
  await wait(300_000)
  assert.is(times, 0)
  await show(true)
  await wait(0)
  assert.is(times, 1)
})
