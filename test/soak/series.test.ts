import { assert, test } from '../lib/suite.ts'
import { verdictOf } from './series.ts'

const tolerance = { unit: 'MiB', percent: 10, least: 5 }
const series = (value: (at: number) => number) => Array.from({ length: 30 }, (_, at) => value(at))

test('a series that varies around one value, or shrinks, is flat', () => {
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

test('a growing series is not flat, by its growth after the warm-up', () => {
  const { isFlat, growth, allowed } = verdictOf(
    series((at) => 100 + at),
    tolerance,
  )
  assert.not(isFlat)
  assert.ok(Math.abs(growth - 20) < 0.001 && allowed < 13)
})

test('a series that grows only during the warm-up is flat', () => {
  assert.ok(
    verdictOf(
      series((at) => Math.min(100, 20 + 10 * at)),
      tolerance,
    ).isFlat,
  )
})

test('a small series may grow by the least amount', () => {
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
