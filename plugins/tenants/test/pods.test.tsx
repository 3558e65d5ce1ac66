import { assert, test } from '../../../test/lib/suite.ts'
import { ageOf } from '../details/pages/pods.tsx'

test('the age of a pod is shown in its largest unit, and months with days, so that it fits a column', () => {
  const ages: Readonly<Record<number, string>> = {
    59: '59 seconds',
    3599: '59 minutes',
    86399: '23 hours',
    604799: '6 days',
    864000: '1 week',
    2678400: '1 month 1 day',
    30931200: '11 months 28 days',
    34300800: '1 year',
  }
  for (const [seconds, expectedAge] of Object.entries(ages))
    assert.is(ageOf({ timeCreated: 1000 }, (1000 + Number(seconds)) * 1000), expectedAge)
})
