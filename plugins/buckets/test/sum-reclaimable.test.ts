import { assert, test } from '../../../test/lib/suite.ts'
import type { ListedVersion } from '../backend/lifecycle-evaluation.ts'
import { reclaimable } from './reclaimable.ts'
import { sumReclaimable } from '../backend/sum-reclaimable.ts'

const now = Date.parse('2026-11-26')
const row = (key: string, size: number, more: Partial<ListedVersion> = {}): ListedVersion => ({
  key,
  size,
  modified: now,
  marker: false,
  latest: true,
  isOnlyVersion: () => true,
  locked: false,
  tags: () => ({}),
  ...more,
})
const older = { latest: false }
const old = { modified: Date.parse('2025-11-25') }

test('noncurrent versions and delete markers are counted, and old objects by the first part of their key', () => {
  const rows = [
    row('a', 1),
    row('a', 2, older),
    row('gone', 0, { marker: true }),
    row('gone', 4, older),
    row('logs/2024/x', 8, old),
    row('logs/2025/x', 16, old),
    row('logs/2026/x', 32),
    row('root', 64, old),
    row('root', 128, { ...old, ...older }),
  ]
  assert.equal(
    sumReclaimable(rows, undefined, now).page,
    reclaimable(9, [3, 134], 1, { '': [1, 64], 'logs/': [2, 24] }),
  )
})

test('small prefixes are added up where there are many', () => {
  const rows = Array.from({ length: 60 }, (_, index) => row(`p${index}/x`, index + 1, old))
  const { oldObjects: found } = sumReclaimable([...rows, row('root', 100, old)], undefined, now).page
  assert.is(found.length, 50)
  assert.is(
    found.reduce((sum, { size }) => sum + size, 0),
    1930,
  )
  assert.equal(found.at(-1), { prefix: '', count: 12, size: 166 })
})

test('a noncurrent version at the start of the next page belongs to the key before it', () => {
  const { reached } = sumReclaimable([row('a', 1)], undefined, now)
  assert.is(sumReclaimable([row('a', 2, older)], reached, now).page.noncurrent.size, 2)
})

test('locked versions free nothing', () => {
  const { page } = sumReclaimable(
    [row('a', 1, { ...old, locked: true }), row('a', 2, { ...older, locked: true })],
    undefined,
    now,
  )
  assert.equal(page, reclaimable(2, [0, 0], 0, {}))
})
