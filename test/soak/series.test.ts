import { assert, test } from '../lib/suite.ts'
import { verdictOf } from './series.ts'

const tolerance = { unit: 'MiB', percent: 10, least: 5 }
const series = (value: (at: number) => number) => Array.from({ length: 30 }, (_, at) => value(at))

test('what goes up and down around one height is flat, and so is what shrinks', () => {
  assert.ok(
    verdictOf(
      series((at) => 100 + 8 * Math.sin(at)),
      tolerance,
    ).isFlat,
  )
  assert.ok(
    verdictOf(
      series((at) => 200 - at),
      tolerance,
    ).isFlat,
  )
})

test('what grows is not, by as much as it grew after the beginning', () => {
  const { isFlat, growth, allowed } = verdictOf(
    series((at) => 100 + at),
    tolerance,
  )
  assert.not(isFlat)
  assert.ok(Math.abs(growth - 20) < 0.001 && allowed < 13)
})

test('what grows only while it warms up is flat', () => {
  assert.ok(
    verdictOf(
      series((at) => Math.min(100, 20 + 10 * at)),
      tolerance,
    ).isFlat,
  )
})

test('a small thing may grow by the least', () => {
  assert.ok(
    verdictOf(
      series((at) => 10 + at * 0.2),
      tolerance,
    ).isFlat,
  )
  assert.not(
    verdictOf(
      series((at) => 10 + at * 0.3),
      tolerance,
    ).isFlat,
  )
})
