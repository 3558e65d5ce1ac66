import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { noneWithin } from '../../ui/words.ts'

test('an empty list of some namespaces does not claim that the cluster is empty', () => {
  assert.equal(noneWithin(undefined, 'tenants'), {})
  assert.equal(noneWithin(['lab', 'shop'], 'tenants'), {
    title: 'There are no tenants in lab, shop, and your role lists no others.',
  })
})

test.run()
