import { assert, test } from '../../../test/lib/suite.ts'
import { countedAgo } from '../pages/age.ts'

test('an age is shown in its largest unit', () => {
  for (const [seconds, words] of [
    [0, 'counted just now'],
    [9.9, 'counted just now'],
    [10, 'counted 10 seconds ago'],
    [60, 'counted 1 minute ago'],
    [200, 'counted 3 minutes ago'],
    [7199, 'counted 1 hour ago'],
    [90_000, 'counted 1 day ago'],
    [400_000, 'counted 4 days ago'],
  ] as const)
    assert.is(countedAgo(seconds), words)
})
