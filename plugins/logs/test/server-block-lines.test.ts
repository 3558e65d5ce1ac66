import { assert, suite } from '../../../test/lib/suite.ts'
import { linesAt, linesWith } from '../backend/records/block-lines.ts'

const test = suite('lines of a block of audit records')

const lines = ['{"a":"é ✓"}', '{"b":"plain"}', '{"c":"é and ✓"}', '{"d":"plain"}', '{"e":"é"}']
const text = Buffer.from(lines.join('\n'))
const numbered = (...numbers: number[]) => numbers.map((number) => [number, lines[number]])

test('lines are read by their numbers', () => {
  assert.equal(linesAt(text, []), [])
  assert.equal(linesAt(text, [0, 3, 4]), numbered(0, 3, 4))
  assert.equal(linesAt(text, [1, 2]), numbered(1, 2))
})

test('lines are found by a part, at most once each', () => {
  assert.equal(linesWith(text, 'plain'), numbered(1, 3))
  assert.equal(linesWith(text, 'é'), numbered(0, 2, 4))
  assert.equal(linesWith(text, '"'), numbered(0, 1, 2, 3, 4))
  assert.equal(linesWith(text, ''), numbered(0, 1, 2, 3, 4))
  assert.equal(linesWith(text, 'absent'), [])
})
