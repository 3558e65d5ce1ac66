import { assert, test } from '../lib/suite.ts'
import * as v from 'valibot'
import { searchQuery, filterMatches, MAX_RESULTS, searchResult as answered } from '../../ui/search-query.ts'

const name = (text: string) => text

test('prefix matches come first, then matches at a word start, ignoring case', () => {
  assert.equal(filterMatches(['unload', 'photo-Load', 'LOADER', 'other'], 'load', name), {
    results: ['LOADER', 'photo-Load', 'unload'],
    hasMore: false,
  })
})

test('scattered letters do not match', () => {
  assert.equal(filterMatches(['l-o-a-d'], 'load', name), { results: [], hasMore: false })
})

test('a limited result contains the best matches and states that it is incomplete', () => {
  const many = [...Array.from({ length: 5000 }, (_, at) => `a-load-${at}`), 'load']
  const { results, hasMore } = filterMatches(many, 'LOAD', name)
  assert.is(results.length, MAX_RESULTS)
  assert.is(results[0], 'load')
  assert.ok(hasMore)
})

test('a search with exactly the limit of matches does not announce more', () => {
  const names = Array.from({ length: MAX_RESULTS + 1 }, (_, at) => `load-${at}`)
  const { results, hasMore } = filterMatches(names.slice(0, MAX_RESULTS), 'load', name)
  assert.equal([results.length, hasMore], [MAX_RESULTS, false])
  assert.equal(
    [filterMatches(names, 'load', name).results.length, filterMatches(names, 'load', name).hasMore],
    [MAX_RESULTS, true],
  )
})

test('a search needs a text, and a result that does not announce more is complete', () => {
  assert.is(MAX_RESULTS, 50)
  assert.is(v.safeParse(searchQuery, { text: '' }).issues?.[0].message, 'Enter a part of the name in ?text=')
  assert.ok(v.is(searchQuery, { text: 'a' }))
  assert.equal(v.parse(answered(v.string()), { results: ['a'] }), { results: ['a'], hasMore: false })
  assert.not.ok(v.is(answered(v.string()), { results: ['a'], hasMore: 'yes' }))
})
