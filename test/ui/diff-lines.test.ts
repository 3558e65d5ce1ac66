import { assert, test } from '../lib/suite.ts'
import { diffLines, hunksOf } from '../../ui/diff-lines.ts'
import { choicesFrom } from '../lib/random.ts'

const marks = { both: ' ', before: '-', after: '+' } as const
const marked = (before: string, after: string) => diffLines(before, after).map(({ side, text }) => marks[side] + text)

test('common lines appear once, and different lines with their side', () => {
  assert.equal(marked('a\nb\nc', 'a\nx\nc\nd'), [' a', '-b', '+x', ' c', '+d'])
  assert.equal(marked('a', 'a'), [' a'])
  assert.equal(marked('', 'a'), ['-', '+a'])
})

test('both texts can be restored from the diff', () => {
  const { below, pick } = choicesFrom(3)
  const randomText = () => Array.from({ length: below(9) }, () => pick(['a', 'b', 'c', ''])).join('\n')
  for (let round = 0; round < 2000; round += 1) {
    const [before, after] = [randomText(), randomText()]
    const lines = diffLines(before, after)
    const without = (side: string) =>
      lines
        .filter((line) => line.side !== side)
        .map(({ text }) => text)
        .join('\n')
    assert.equal([without('after'), without('before')], [before, after])
  }
})

test('unchanged lines far from a change are only counted', () => {
  const before = Array.from({ length: 20 }, (_, at) => `line ${at}`).join('\n')
  const hunks = hunksOf(diffLines(before, before.replace('line 10', 'other')))
  assert.equal(
    hunks.map(({ side, gap }) => `${gap}${marks[side]}`),
    ['7 ', '0 ', '0 ', '0-', '0+', '0 ', '0 ', '0 '],
  )
})

test('texts too long to compare are listed one after the other', () => {
  const long = (word: string) => Array.from({ length: 2500 }, () => word).join('\n')
  const lines = diffLines(long('a'), long('b'))
  assert.equal([lines.length, lines[0]?.side, lines.at(-1)?.side], [5000, 'before', 'after'])
})

test('long texts with few differences are still compared', () => {
  const long = Array.from({ length: 50_000 }, (_, at) => `line ${at}`).join('\n')
  assert.equal(
    hunksOf(diffLines(long, long.replace('line 30000\n', 'other\n')), 0).map(
      ({ side, text, gap }) => `${gap} ${side} ${text}`,
    ),
    ['30000 before line 30000', '0 after other'],
  )
})
