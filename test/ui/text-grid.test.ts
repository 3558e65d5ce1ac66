import { assert, test } from '../lib/suite.ts'
import { guessColumnType } from '../../ui/text-grid.tsx'

test('the type of a column is detected by its texts', () => {
  assert.equal([['1', '', '-2.5'], ['2026-01-02', '2026-01-02T10:00:00Z'], ['1', 'x'], ['']].map(guessColumnType), [
    'number',
    'date',
    'text',
    'text',
  ])
})
