import { assert, test } from '../../../test/lib/suite.ts'
import { statusOf } from '../pages/servers-and-drives.tsx'

test('half of the drives or peers or fewer is an error, and more than half but not all is a warning', () => {
  const statuses = (all: number) => Array.from({ length: all + 1 }, (_, good) => statusOf(good, all))
  assert.equal(statuses(0), ['unknown'])
  assert.equal(statuses(1), ['danger', 'ok'])
  assert.equal(statuses(2), ['danger', 'danger', 'ok'])
  assert.equal(statuses(4), ['danger', 'danger', 'danger', 'warning', 'ok'])
  assert.equal(statuses(5), ['danger', 'danger', 'danger', 'warning', 'warning', 'ok'])
  assert.is(statusOf(6, 12), 'danger')
  assert.is(statusOf(7, 12), 'warning')
})
