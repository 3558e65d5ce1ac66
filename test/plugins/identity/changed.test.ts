import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { mergeEdit } from '../../../plugins/identity/pages/merge-edit.ts'

test('where nobody else changed the set it becomes what was chosen', () => {
  assert.equal(mergeEdit(['a', 'b'], ['b', 'c'], ['a', 'b']), ['b', 'c'])
  assert.equal(mergeEdit([], ['a'], []), ['a'])
  assert.equal(mergeEdit(['a'], [], ['a']), [])
})

test('what others added meanwhile stays, and what they took out does not come back', () => {
  assert.equal(mergeEdit(['a', 'b'], ['a', 'b', 'c'], ['a', 'd']), ['a', 'd', 'c'])
})

test('what was added or taken out by both is changed once', () => {
  assert.equal(mergeEdit(['a', 'b'], ['b', 'c'], ['b', 'c']), ['b', 'c'])
})

test.run()
