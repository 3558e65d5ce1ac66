import { assert, test } from '../../../test/lib/suite.ts'
import { lifecycleRule } from './lifecycle-rule.ts'
import { evaluateVersion, type ListingProgress, type ListedVersion } from '../backend/lifecycle-evaluation.ts'
import type { LifecycleRule } from '../contract.ts'

const DAY = 24 * 60 * 60 * 1000
const now = Date.parse('2030-03-20T12:00:00Z')

/** A listed version, `age` in days. The first version of each key is the latest. */
type VersionSample = {
  key: string
  age: number
  size?: number
  marker?: boolean
  locked?: boolean
  tags?: Record<string, string>
}

/** Returns the indexes of the versions that a rule expires. */
const dueOf = (versions: VersionSample[], rules: LifecycleRule[], hides = true) => {
  let reached: ListingProgress | undefined
  return versions.flatMap(({ key, age, size = 1, marker = false, locked = false, tags = {} }, at) => {
    const row: ListedVersion = {
      key,
      modified: now - age * DAY,
      size,
      marker,
      locked,
      latest: versions[at - 1]?.key !== key,
      isOnlyVersion: () => versions[at + 1]?.key !== key,
      tags: () => tags,
    }
    const seen = evaluateVersion({ rules, now, hides }, row, reached)
    reached = seen.reached
    return seen.due ? [at] : []
  })
}

test('a rule for all versions removes the versions of a key once its object expires, and of no other key', () => {
  const versions = [
    { key: 'a', age: 9 },
    { key: 'a', age: 10 },
    { key: 'b', age: 1 },
    { key: 'b', age: 30 },
  ]
  assert.equal(dueOf(versions, [lifecycleRule({ days: 5, all_versions: true })]), [0, 1])
  assert.equal(dueOf(versions, [lifecycleRule({ days: 5 })]), [0])
})

test('a deleted object is removed with all its versions after the days of a rule that says so', () => {
  const versions = [
    { key: 'a', age: 9, marker: true },
    { key: 'a', age: 10 },
    { key: 'b', age: 2, marker: true },
    { key: 'b', age: 30 },
  ]
  assert.equal(dueOf(versions, [lifecycleRule({ delete_marker_days: 5 })]), [0, 1])
})

test('size conditions apply to objects and not to delete markers', () => {
  const versions = [
    { key: 'a', age: 9, size: 10 },
    { key: 'b', age: 9, size: 100 },
    { key: 'c', age: 9, size: 0, marker: true },
  ]
  assert.equal(dueOf(versions, [lifecycleRule({ days: 5 }, { object_size_greater_than: 10 })]), [1, 2])
  assert.equal(dueOf(versions, [lifecycleRule({ days: 5 }, { object_size_less_than: 100 })]), [0, 2])
})

test('a rule spares the newest noncurrent versions, counting locked ones, and expires others regardless of age', () => {
  const versions = [0, 1, 2, 3, 4].map((age) => ({ key: 'a', age, locked: age === 3 }))
  assert.equal(dueOf(versions, [lifecycleRule({ newer_noncurrent_versions: 2 })]), [4])
  assert.equal(dueOf(versions, [lifecycleRule({ newer_noncurrent_versions: 1 })]), [2, 4])
})

test('a lock keeps an object from permanent deletion, but not from a delete marker', () => {
  const versions = [{ key: 'a', age: 9, locked: true }]
  assert.equal(dueOf(versions, [lifecycleRule({ days: 5 })]), [0])
  assert.equal(dueOf(versions, [lifecycleRule({ days: 5 })], false), [])
})

test('tag conditions use the tags of the version under evaluation', () => {
  const versions = [
    { key: 'a', age: 9, tags: { kind: 'log' } },
    { key: 'a', age: 10 },
  ]
  const tags = [{ key: 'kind', value: 'log' }]
  assert.equal(dueOf(versions, [lifecycleRule({ days: 5, noncurrent_expiration_days: 1 }, { tags })]), [0])
})
