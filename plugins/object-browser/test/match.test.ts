import { assert, test } from '../../../test/lib/suite.ts'
import { nameMatcher, createFolderTracker, matchesWildcards } from '../finding/match.ts'

test('a pattern matches a whole name, a star any characters and a question mark one', () => {
  for (const [text, pattern] of [
    ['abc', 'a*c'],
    ['abc', '*'],
    ['', '*'],
    ['abc', 'a?c'],
    ['a*c', 'a*c'],
    ['aXbXc', 'a*b*c'],
    ['abcabc', '*abc'],
  ] as const)
    assert.ok(matchesWildcards(text, pattern), `${text} ${pattern}`)
  for (const [text, pattern] of [
    ['abc', 'a*b'],
    ['', '?'],
    ['abc', 'ab'],
    ['ab', 'abc'],
    ['abcd', 'a?c*e'],
  ] as const)
    assert.not(matchesWildcards(text, pattern), `${text} ${pattern}`)
})

test('no pattern takes long to match the longest name', () => {
  // a backtracking matcher would not finish
  assert.not(matchesWildcards('a'.repeat(1024), `${'*a'.repeat(500)}b`))
})

test('a text is searched in the last segment of a name, and one with a slash in the whole name', () => {
  assert.equal(
    [
      nameMatcher('deep')('deep/a'),
      nameMatcher('deep')('a/deep/'),
      nameMatcher('deep/a')('x/deep/a'),
      nameMatcher('')('a'),
    ],
    [false, true, true, true],
  )
})

test('each folder on the way through sorted keys is returned once', () => {
  const watch = createFolderTracker('p/')
  assert.equal(['p/a', 'p/b/c', 'p/b/d', 'p/b/e/f', 'p/g/h/i'].map(watch), [
    [],
    ['p/b/'],
    [],
    ['p/b/e/'],
    ['p/g/', 'p/g/h/'],
  ])
})
