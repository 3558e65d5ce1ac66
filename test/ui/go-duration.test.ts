import { assert, test } from '../lib/suite.ts'
import { formatElapsed, formatGoDuration, parseGoDuration } from '../../ui/go-duration.ts'

const spans: [nanoseconds: number, text: string][] = [
  [0, '0s'],
  [1, '1ns'],
  [1100, '1.1µs'],
  [2_200_000, '2.2ms'],
  [2_480_790, '2.48079ms'],
  [3_300_000_000, '3.3s'],
  [245_000_000_000, '4m5s'],
  [245_001_000_000, '4m5.001s'],
  [18_367_001_000_000, '5h6m7.001s'],
  [480_000_000_001, '8m0.000000001s'],
]

test("durations are written in Go's format", () => {
  for (const [nanoseconds, text] of spans) assert.is(formatGoDuration(nanoseconds), text)
})

test("durations in Go's format are parsed", () => {
  for (const [nanoseconds, text] of spans) assert.is(Math.round(parseGoDuration(text)), nanoseconds)
  assert.is(parseGoDuration('1.5us'), 1500)
  assert.is(parseGoDuration(''), 0)
  assert.is(parseGoDuration('soon'), 0)
})

test('the duration of a call is shown in a suitable unit', () => {
  const durations = [
    0, 800, 270_400, 999_499, 999_500, 16_440_000, 999_949_999, 999_950_000, 1_914_000_000, 59_994_000_000, 60e9,
  ]
  assert.equal(durations.map(formatElapsed), [
    '0 µs',
    '1 µs',
    '270 µs',
    '999 µs',
    '1.0 ms',
    '16.4 ms',
    '999.9 ms',
    '1.00 s',
    '1.91 s',
    '59.99 s',
    '1 minute',
  ])
})
