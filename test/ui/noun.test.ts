import { assert, test } from '../lib/suite.ts'
import { busyText, emptyInNamespaces } from '../../ui/noun.ts'

test('an empty list of some namespaces does not claim that the cluster is empty', () => {
  assert.equal(emptyInNamespaces(undefined, 'tenants'), {})
  assert.equal(emptyInNamespaces(['lab', 'shop'], 'tenants'), {
    title: 'There are no tenants in lab, shop, and your role lists no others.',
  })
})

test('a busy button says what it is doing', () => {
  const labels = [
    'Save',
    'Set Up',
    'Reset',
    'Add Pool',
    'Make Public',
    'Turn Off',
    'Abort',
    'Subscribe',
    'Test',
    'Start',
  ]
  assert.equal(labels.map(busyText), [
    'Saving',
    'Setting Up',
    'Resetting',
    'Adding Pool',
    'Making Public',
    'Turning Off',
    'Aborting',
    'Subscribing',
    'Testing',
    'Starting',
  ])
})
