import { join } from 'node:path'
import { assert, test } from '../../../test/lib/suite.ts'
import { temporaryFolder } from '../../../test/lib/temporary-folder.ts'
import { createFileMedium, createMemoryMedium, type Medium } from '../backend/history/medium.ts'
import { onDisk } from '../backend/history/history.ts'
import { valueAt, type Layout, openRing, sizeOf } from '../backend/history/ring.ts'
import { choicesFrom } from '../../../test/lib/random.ts'

const layout: Layout = {
  width: 3,
  tiers: [
    { every: 15, slots: 20 },
    { every: 3600, slots: 7 },
  ],
}

/** A row whose first number is its slot. */
const row = (slot: number) => Float64Array.of(slot, slot / 2, NaN)

const readAll = async (medium: Medium, tier = 0) => {
  const ring = await openRing(medium, layout)
  const slots = ring.slots(tier)
  const rows = await ring.rows(tier, slots)
  for (const slot of slots) assert.is(valueAt(rows.get(slot) as Buffer, 1), slot / 2)
  assert.is(rows.size, slots.length)
  return slots
}

test('each slot keeps its newest row regardless of the write order, also after the ring is reopened', async () => {
  const { below: whole } = choicesFrom(5)
  for (let round = 0; round < 30; round += 1) {
    const medium = createMemoryMedium(sizeOf(layout))
    const ring = await openRing(medium, layout)
    const expected = new Map<number, number>()
    let slot = 1
    for (let at = 0; at < whole(80); at += 1) {
      slot += 1 + whole(whole(4) === 0 ? 30 : 2)
      await ring.put(0, slot, row(slot))
      expected.set(slot % 20, slot)
    }
    const slots = [...expected.values()].sort((a, b) => a - b)
    assert.equal(ring.slots(0), slots)
    assert.equal(await readAll(medium), slots)
  }
})

test('the file never exceeds its declared size, which is below 64 MB', async () => {
  const medium = createMemoryMedium(sizeOf(layout))
  const ring = await openRing(medium, layout)
  for (let slot = 1; slot < 100; slot += 1) for (const tier of [0, 1]) await ring.put(tier, slot, row(slot))
  assert.ok((await medium.read(0, 1e9)).length <= sizeOf(layout))
  assert.ok(sizeOf(onDisk) <= 64_000_000)
})

test('a truncated or corrupted row is a gap and does not affect its neighbors', async () => {
  const medium = createMemoryMedium(sizeOf(layout))
  const ring = await openRing(medium, layout)
  for (let slot = 1; slot <= 20; slot += 1) await ring.put(0, slot, row(slot))
  const before = await readAll(medium)
  const size = 8 + 3 * 8
  const at = sizeOf(layout) - 27 * size + 5 * size
  await medium.write(at + 12, Buffer.from([1, 2, 3]))
  assert.equal(
    await readAll(medium),
    before.filter((slot) => slot !== 5),
  )
  assert.is((await ring.rows(0, [4, 5, 6])).size, 2, 'also for changes after it was opened')
})

test('a row replaced while being read is not returned', async () => {
  const medium = createMemoryMedium(sizeOf(layout))
  const other = await openRing(medium, layout)
  await other.put(0, 5, row(5))
  const ring = await openRing(medium, layout)
  await other.put(0, 25, row(25))
  assert.equal(ring.slots(0), [5])
  assert.equal([...(await ring.rows(0, [5]))], [])
})

test('a row in the wrong slot is ignored', async () => {
  const medium = createMemoryMedium(sizeOf(layout))
  await (await openRing(medium, layout)).put(0, 5, row(5))
  const size = 8 + 3 * 8
  const start = sizeOf(layout) - 27 * size
  await medium.write(start + 6 * size, await medium.read(start + 5 * size, size))
  assert.equal(await readAll(medium), [5])
})

test('a truncated column description is ignored in favor of the previous one', async () => {
  const medium = createMemoryMedium(sizeOf(layout))
  const ring = await openRing(medium, layout)
  assert.is(ring.directory(), undefined)
  assert.ok(await ring.describe('one'))
  assert.ok(await ring.describe('two'))
  assert.is((await openRing(medium, layout)).directory(), 'two')
  // the second description is in the first copy of the directory
  await medium.write(4096 + 12, Buffer.from('x'))
  assert.is((await openRing(medium, layout)).directory(), 'one')
  assert.not.ok(await ring.describe('x'.repeat(100_000)), 'a description that is too long is refused')
})

test('a file with another layout or content is started again', async () => {
  const medium = createMemoryMedium(sizeOf(layout))
  await (await openRing(medium, layout)).put(0, 7, row(7))
  assert.equal(await readAll(medium), [7])
  await openRing(medium, { ...layout, width: 2 })
  assert.equal(await readAll(medium), [])
  await medium.write(0, Buffer.from('something else'))
  assert.equal(await readAll(medium), [])
})

test('a file contains the same as memory, also after reopening', async () => {
  const folder = temporaryFolder('ring')
  const path = join(folder, 'made', 'history')
  const first = await createFileMedium(path)
  const ring = await openRing(first, layout)
  await ring.describe('columns')
  for (const slot of [3, 4, 30]) await ring.put(0, slot, row(slot))
  await ring.close()
  const second = await createFileMedium(path)
  assert.equal(await readAll(second), [3, 4, 30])
  assert.is((await openRing(second, layout)).directory(), 'columns')
  await second.close()
})

test('a ring of a later format is refused and left as it is', async () => {
  const medium = createMemoryMedium(sizeOf(layout))
  const later = Buffer.from('STOWRNG2 {"width":3}\n')
  await medium.write(0, later)
  let message = ''
  await openRing(medium, layout).catch((error: Error) => (message = error.message))
  assert.match(message, /format 2 of a later Stowage, and this one reads formats up to 1/)
  assert.equal(await medium.read(0, later.length), later)
})
