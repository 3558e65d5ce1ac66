import { assert, test } from '../../../test/lib/suite.ts'
import { notStarted, fractionDone } from '../pages/emptying.ts'

const holding = { objects: 4, versions: 7, markers: 3, size: 10 }

test('the progress of emptying counts versions and delete markers and leaves out those that remain', () => {
  assert.is(fractionDone(holding, notStarted), 0)
  assert.is(fractionDone(holding, { ...notStarted, deleted: 5 }), 0.5)
  assert.is(fractionDone(holding, { ...notStarted, deleted: 4, notDeleted: 2 }), 0.5)
  assert.is(fractionDone(holding, { ...notStarted, deleted: 12 }), 1, 'what came meanwhile is no more than all')
  assert.is(fractionDone({ objects: 0, versions: 0, markers: 0, size: 0 }, notStarted), 1)
})
