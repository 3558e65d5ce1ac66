import { assert, test } from '../lib/suite.ts'
import { bytes, count, date, duration, shortCount, displayName, displayText } from '../../core/protocol/format.ts'

const each = <In, Out>(make: (value: In) => Out, pairs: readonly (readonly [In, Out])[]) => {
  for (const [value, text] of pairs) assert.is(make(value), text, String(value))
}

test('sizes use powers of 1024 with one decimal, and whole bytes below 1024', () => {
  each(bytes, [
    [0, '0 B'],
    [1, '1 B'],
    [1023, '1023 B'],
    [1024, '1.0 KiB'],
    [1536, '1.5 KiB'],
    [8_160_437_862, '7.6 GiB'],
    [5 * 1024 ** 5, '5.0 PiB'],
    [3 * 1024 ** 6, '3.0 EiB'],
  ])
})

test('a size that would round to 1024 uses the next unit', () => {
  each(bytes, [
    [1024 ** 2 - 1, '1.0 MiB'],
    [1024 ** 3 - 1, '1.0 GiB'],
    [1_048_524, '1023.9 KiB'],
    [1023.95 * 1024, '1.0 MiB'],
    [1_048_525, '1.0 MiB'],
  ])
})

test('numbers have thousands separators', () => {
  each(count, [
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [999_999.5, '1,000,000'],
    [1_204_118, '1,204,118'],
    [-123_456, '-123,456'],
  ])
})

test('numbers from a million are shortened to one decimal and a letter', () => {
  each(shortCount, [
    [987_654, '987,654'],
    [999_999, '999,999'],
    [1_000_000, '1.0 M'],
    [1_250_000, '1.3 M'],
    [999_940_000, '999.9 M'],
    [999_950_000, '1.0 G'],
    [999_960_000, '1.0 G'],
    [987_654_321_000_000, '987.7 T'],
    [1e24, '1000000.0 E'],
  ])
})

test('a time is shown in local time with seconds', () => {
  assert.is(date(new Date(2026, 10, 4, 8, 2, 1).toISOString()), '2026-11-04 08:02:01')
  assert.is(date(new Date(1969, 0, 2, 3, 4, 5).toISOString()), '1969-01-02 03:04:05')
})

test('a missing, invalid or "never" time is a dash', () => {
  each(date, [
    ['', '—'],
    ['yesterday', '—'],
    ['0001-01-01T00:00:00Z', '—'],
  ])
})

test('durations are years above 365 days, months above 30 and weeks from 7 to 30', () => {
  const day = 86_400
  each(duration, [
    [0, '0 seconds'],
    [59.9, '59 seconds'],
    [61, '1 minute 1 second'],
    [3600, '1 hour'],
    [7500, '2 hours 5 minutes'],
    [day, '1 day'],
    [6 * day + 3600, '6 days 1 hour'],
    [7 * day, '1 week'],
    [30 * day, '4 weeks 2 days'],
    [31 * day, '1 month 1 day'],
    [365 * day, '12 months 5 days'],
    [366 * day, '1 year'],
    [729 * day, '1 year 11 months'],
    [730 * day, '2 years'],
    [759 * day, '2 years'],
    [760 * day, '2 years 1 month'],
    [800 * day, '2 years 2 months'],
  ])
})

test('control and bidirectional characters are escaped', () => {
  each(displayName, [
    ['report\u202Efdp.exe', 'report\\u202Efdp.exe'],
    ['a\nb\r\tc', 'a\\nb\\r\\tc'],
    ['\u0000\u001B[31m', '\\u0000\\u001B[31m'],
    ['zero\u200Bwidth\uFEFF', 'zero\\u200Bwidth\\uFEFF'],
    ['half \uD83D', 'half \\uD83D'],
  ])
})

test('letters of every script and emoji stay unchanged', () => {
  for (const name of [
    'naïve.txt',
    'отчёт',
    '日本語 資料',
    '👩‍👩‍👧 family',
    '👩🏽‍💻❤️‍🔥',
    '1️⃣',
    '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    'שלום',
    'می\u200Cخواهم',
    'क्\u200Dष',
    '100% #1?',
    // macOS names screenshots so
    '10.00.00\u202FAM.png',
  ])
    assert.is(displayName(name), name)
})

test('every invisible character is escaped', () => {
  each(displayName, [
    ['re\u034Fport', 're\\u034Fport'],
    ['report\uFE0F.txt', 'report\\uFE0F.txt'],
    ['report\u{E0020}', 'report\\uE0020'],
    ['re\u200Cport', 're\\u200Cport'],
    ['\u3164', '\\u3164'],
  ])
})

test('invisible spaces are escaped', () => {
  each(displayName, [
    ['report.txt ', 'report.txt\\u0020'],
    ['report.txt\u00A0', 'report.txt\\u00A0'],
    ['report.txt\u3000', 'report.txt\\u3000'],
    ['report.txt\u2800', 'report.txt\\u2800'],
    [' lead/x.txt', '\\u0020lead/x.txt'],
    ['a /b', 'a\\u0020/b'],
    ['two  blanks', 'two \\u0020blanks'],
    ['one blank', 'one blank'],
  ])
  assert.is(displayText('  a column  '), '  a column  ')
})
