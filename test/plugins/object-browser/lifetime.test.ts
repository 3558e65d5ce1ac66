import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { lifetimeOf, presetOf } from '../../../plugins/object-browser/pages/share/lifetime.ts'
import { bytesOf } from '../../../plugins/object-browser/pages/finding/filters.tsx'

const typed = (days: string, hours = '0', minutes = '0') => lifetimeOf({ days, hours, minutes })

test('a link lasts a minute to 7 days, and at 7 days no hour longer', () => {
  assert.equal([typed('7').ms, typed('0', '0', '1').ms, typed('1', '2', '3').ms], [604_800_000, 60_000, 93_780_000])
  assert.equal(typed('7', '1').wrong, 'At 7 days the hours and minutes stay 0')
  assert.equal(typed('0').wrong, 'A link lasts at least 1 minute')
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

test('a size is understood as people write it', () => {
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

test.run()
