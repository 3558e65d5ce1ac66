import { test } from 'uvu'
import * as assert from 'uvu/assert'
import * as v from 'valibot'
import { searchQuery, filterMatches, MAX_RESULTS, searchResult as answered } from '../../core/search.ts'

const name = (text: string) => text

test('what begins with the text comes first, then what has a word that does, whatever the case', () => {
  assert.equal(filterMatches(['unload', 'photo-Load', 'LOADER', 'other'], 'load', name), {
    found: ['LOADER', 'photo-Load', 'unload'],
    more: false,
  })
})

test('letters that merely follow each other find nothing', () => {
  assert.equal(filterMatches(['l-o-a-d'], 'load', name), { found: [], more: false })
})

test('an answer is bounded, the better ones are in it, and it says that there are more', () => {
  const many = [...Array.from({ length: 5000 }, (_, at) => `a-load-${at}`), 'load']
  const { found, more } = filterMatches(many, 'LOAD', name)
  assert.is(found.length, MAX_RESULTS)
  assert.is(found[0], 'load')
  assert.ok(more)
})

test('a search that finds exactly as many as fit does not announce more', () => {
  const names = Array.from({ length: MAX_RESULTS + 1 }, (_, at) => `load-${at}`)
  const { found, more } = filterMatches(names.slice(0, MAX_RESULTS), 'load', name)
  assert.equal([found.length, more], [MAX_RESULTS, false])
  assert.equal(
    [filterMatches(names, 'load', name).found.length, filterMatches(names, 'load', name).more],
    [MAX_RESULTS, true],
  )
})

test('a search needs a text, and its answer without a word about more is complete', () => {
  assert.is(MAX_RESULTS, 50)
  assert.is(v.safeParse(searchQuery, { text: '' }).issues?.[0].message, 'Name a part of what to find in ?text=')
  assert.ok(v.is(searchQuery, { text: 'a' }))
  assert.equal(v.parse(answered(v.string()), { found: ['a'] }), { found: ['a'], more: false })
  assert.not.ok(v.is(answered(v.string()), { found: ['a'], more: 'yes' }))
})

test.run()
