import { assert, test } from '../../../test/lib/suite.ts'
import { healthOf } from '../minio/color.ts'

const drives = (...states: string[]) => states.map((state, at) => ({ uuid: '', endpoint: `drive-${at}`, state }))
const many = (ok: number, missing: number) =>
  drives(...Array<string>(ok).fill('ok'), ...Array<string>(missing).fill('missing'))
const object = (data: number, parity: number) => ({
  type: 'object',
  dataBlocks: data,
  parityBlocks: parity,
  diskCount: data + parity,
  setCount: 1,
})

test('the health of an object is its number of shards compared with those it needs', () => {
  const of = (missing: number) => healthOf(object(8, 4), many(12 - missing, missing)).color
  assert.equal([0, 1, 2, 3, 4, 5].map(of), ['green', 'green', 'yellow', 'red', 'red', 'grey'])
})

test('each parity has separate limits', () => {
  const worst = (parity: number) =>
    Array.from(
      { length: parity + 1 },
      (_, missing) => healthOf(object(4, parity), many(4 + parity - missing, missing)).color?.[0],
    ).join('')
  assert.equal([1, 2, 3, 4, 5, 6, 7, 8].map(worst), [
    'gr',
    'gyr',
    'gyrr',
    'ggyrr',
    'ggyyrr',
    'ggyyrrr',
    'gggyyrrr',
    'gggyyyrrr',
  ])
  assert.is(healthOf(object(1, 0), many(1, 0)).color, 'green')
})

test('the health of a bucket is the number of drives of a set that agree', () => {
  const bucket = { type: 'bucket', dataBlocks: 0, parityBlocks: 0, diskCount: 8, setCount: 2 }
  assert.is(healthOf(bucket, many(8, 0)).color, 'green')
  assert.is(healthOf(bucket, many(6, 2)).color, 'red')
  assert.is(healthOf(bucket, many(5, 3)).color, 'grey')
})

test('an item that no drive was checked for has no color', () => {
  assert.is(
    healthOf({ type: 'bucket', dataBlocks: 0, parityBlocks: 0, diskCount: 0, setCount: -1 }, []).color,
    undefined,
  )
})

test('drives are counted by their problem', () => {
  const { online, offline, missing, corrupted } = healthOf(
    object(4, 2),
    drives('ok', 'ok', 'offline', 'missing', 'corrupt', 'faulty'),
  )
  assert.equal([online, offline, missing, corrupted], [2, 1, 1, 2])
})
