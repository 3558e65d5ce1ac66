import { assert, test } from '../lib/suite.ts'
import { createRingBuffer } from '../../ui/ring-buffer.ts'

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

const filled = (cap: number, rows: number) => {
  const ring = createRingBuffer<number>(cap)
  for (let row = 0; row < rows; row++) ring.push(row)
  return ring
}

test('the newest row comes first', () => {
  const ring = filled(5, 3)
  assert.equal(ring.latest(), [2, 1, 0])
  assert.equal([ring.at(0), ring.at(2)], [2, 0])
  assert.equal([ring.size(), ring.total()], [3, 3])
})

test('the buffer keeps at most its capacity and counts all rows', () => {
  for (const rows of [5, 6, 9, 10, 5003]) {
    const ring = filled(5, rows)
    assert.equal(
      ring.latest(),
      [1, 2, 3, 4, 5].map((back) => rows - back),
    )
    assert.equal([ring.size(), ring.total()], [5, rows])
  }
})

test('a returned snapshot does not change later', () => {
  const ring = filled(3, 3)
  const before = ring.latest()
  for (let row = 3; row < 20; row++) ring.push(row)
  assert.equal(before, [2, 1, 0])
})

test('subscribers are notified once per frame, however many rows arrive', async () => {
  const ring = filled(100, 1)
  await frame()
  let notifications = 0
  const leave = ring.subscribe(() => (notifications += 1))
  const before = ring.version()
  for (let row = 0; row < 1000; row++) ring.push(row)
  assert.is(ring.version(), before)
  await frame()
  assert.equal([notifications, ring.version()], [1, before + 1])
  await frame()
  assert.is(notifications, 1)
  leave()
  ring.push(0)
  await frame()
  assert.equal([notifications, ring.version()], [1, before + 2])
})

test('clearing empties the buffer and resets the count', async () => {
  const ring = filled(3, 7)
  await frame()
  const before = ring.version()
  ring.clear()
  assert.equal([ring.latest(), ring.size(), ring.total()], [[], 0, 0])
  ring.push(42)
  assert.equal(ring.latest(), [42])
  await frame()
  assert.is(ring.version(), before + 1)
})
