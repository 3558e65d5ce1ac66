import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { asOf } from '../../../plugins/buckets/pages/age.ts'

test('how long ago something was is told in its largest unit', () => {
  for (const [seconds, words] of [
    [0, 'as of now'],
    [9.9, 'as of now'],
    [10, 'as of 10 seconds ago'],
    [60, 'as of 1 minute ago'],
    [200, 'as of 3 minutes ago'],
    [7199, 'as of 1 hour ago'],
    [90_000, 'as of 1 day ago'],
    [400_000, 'as of 4 days ago'],
  ] as const)
    assert.is(asOf(seconds), words)
})

test.run()
