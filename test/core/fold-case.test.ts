import { assert, test } from '../lib/suite.ts'
import { foldCase, includesIgnoringCase } from '../../core/protocol/fold-case.ts'
import { fuzzyMatch } from '../../ui/fuzzy-match.ts'
import { filterRows } from '../../ui/table-sort.ts'
import { nameMatcher } from '../../plugins/object-browser/finding/match.ts'

/** The same letters, composed, and decomposed as macOS writes them. */
const forms = (text: string) => [text.normalize('NFC'), text.normalize('NFD')] as const

test('a search finds a name in the other Unicode normalization', () => {
  for (const word of ['café', 'мой', 'ガ', 'Å']) {
    const [composed, decomposed] = forms(word)
    assert.is.not(composed, decomposed, word)
    for (const [name, query] of [
      [composed, decomposed],
      [decomposed, composed],
      [`${decomposed}.txt`, composed.toUpperCase()],
    ] as const) {
      assert.ok(includesIgnoringCase(name, query), word)
      assert.ok(fuzzyMatch(name, query), word)
      assert.ok(nameMatcher(query)(name), word)
      assert.is(filterRows([name], [{ id: 'name', value: (row: string) => row }], query).length, 1, word)
    }
  }
})

test('a match highlights the typed letters in either normalization', () => {
  const [, decomposed] = forms('café au lait')
  assert.equal(
    fuzzyMatch(decomposed, 'é a')?.pieces.map(({ text, hit }) => [text, hit]),
    [
      ['caf', false],
      ['é a', true],
      ['u lait', false],
    ],
  )
})

test('accented letters do not match unaccented ones', () => {
  assert.is(foldCase('CAFÉ'), 'café')
  assert.not(includesIgnoringCase('cafe', 'café'))
})
