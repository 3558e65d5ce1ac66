import { assert, suite } from '../../../test/lib/suite.ts'
import { linesWith, piecesOf } from '../details/pages/line-matches.ts'

const test = suite('search matches in a log')

test('a line is split into matches of a search, ignoring case, and the text between them', () => {
  assert.equal(piecesOf('Drive a, drive b', 'DRIVE'), [
    { text: 'Drive', hit: true },
    { text: ' a, ', hit: false },
    { text: 'drive', hit: true },
    { text: ' b', hit: false },
  ])
  assert.equal(piecesOf('plain', ''), [{ text: 'plain', hit: false }])
  assert.is(
    piecesOf('a İ drive', 'drive')
      .map(({ text }) => text)
      .join(''),
    'a İ drive',
    'letters with a longer lowercase form do not shift positions',
  )
})

test('matching lines are found by index, and none without a search text', () => {
  assert.equal(linesWith(['Error', 'fine', 'an error'], 'error'), [0, 2])
  assert.equal(linesWith(['Error'], ''), [])
  assert.equal(linesWith(['cafe\u0301', 'caf\u00e9'], 'Caf\u00e9'), [0, 1], 'in either Unicode form')
})
