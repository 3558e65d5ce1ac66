import { assert, test } from '../../../test/lib/suite.ts'
import { mergeEdit } from '../pages/merge-edit.ts'

test('a set without concurrent changes becomes the selection', () => {
  assert.equal(mergeEdit(['a', 'b'], ['b', 'c'], ['a', 'b']), ['b', 'c'])
  assert.equal(mergeEdit([], ['a'], []), ['a'])
  assert.equal(mergeEdit(['a'], [], ['a']), [])
})

test('additions by others in the meantime stay, and their removals are not undone', () => {
  assert.equal(mergeEdit(['a', 'b'], ['a', 'b', 'c'], ['a', 'd']), ['a', 'd', 'c'])
})

test('a change made by both sides is applied once', () => {
  assert.equal(mergeEdit(['a', 'b'], ['b', 'c'], ['b', 'c']), ['b', 'c'])
})
