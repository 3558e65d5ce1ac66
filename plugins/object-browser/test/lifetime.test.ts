import { assert, test } from '../../../test/lib/suite.ts'
import { lifetimeOf, maxLifetime, presetOf } from '../pages/share/lifetime.ts'
import { bytesOf } from '../pages/finding/filters.tsx'

const typed = (days: string, hours = '0', minutes = '0') => lifetimeOf({ days, hours, minutes })

test('a presigned link lasts from a minute to exactly 7 days', () => {
  assert.equal([typed('7').ms, typed('0', '0', '1').ms, typed('1', '2', '3').ms], [604_800_000, 60_000, 93_780_000])
  assert.equal(typed('7', '1').wrong, 'At most 7 days')
  assert.equal(typed('0').wrong, 'Enter at least 1 minute')
  for (const [days, hours, minutes] of [
    ['8', '0', '0'],
    ['1', '24', '0'],
    ['1', '0', '60'],
    ['', '0', '0'],
    ['-1', '0', '0'],
    ['1.5', '0', '0'],
  ] as const)
    assert.is(typed(days, hours, minutes).ms, undefined, `${days} ${hours} ${minutes}`)
  assert.equal(
    [presetOf({ days: '1', hours: '0', minutes: '0' }), presetOf({ days: '2', hours: '0', minutes: '0' })],
    ['1 day', ''],
  )
})

test('the longest lifetime is 7 days or the rest of the session in whole minutes', () => {
  const day = 86_400_000
  assert.equal(maxLifetime(), { days: '7', hours: '0', minutes: '0' })
  assert.equal(maxLifetime(30 * day), { days: '7', hours: '0', minutes: '0' })
  assert.equal(maxLifetime(day / 2 - 1), { days: '0', hours: '11', minutes: '59' })
  assert.equal(maxLifetime(day + 3 * 60_000), { days: '1', hours: '0', minutes: '3' })
  assert.equal(maxLifetime(5), { days: '0', hours: '0', minutes: '1' })
  for (const most of [day / 2 - 1, day, 5 * day]) assert.ok((lifetimeOf(maxLifetime(most)).ms ?? Infinity) <= most)
})

test('a size is parsed as people write it', () => {
  assert.equal(['', '512', '1.5 GiB', '20k', '3 MB', 'many', '1 2'].map(bytesOf), [
    '',
    '512',
    '1610612736',
    '20480',
    '3145728',
    undefined,
    undefined,
  ])
})
