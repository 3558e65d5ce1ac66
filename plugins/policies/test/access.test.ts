import { assert, test } from '../../../test/lib/suite.ts'
import { access } from '../access.ts'

test('questions about access are not recorded as changes', () => {
  for (const [name, { effect }] of Object.entries(access)) assert.is(effect, 'none', name)
})
