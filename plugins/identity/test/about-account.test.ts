import { assert, test } from '../../../test/lib/suite.ts'
import * as v from 'valibot'
import { AccountName } from '../contract.ts'
import { unchangedOr } from '../pages/about-account.ts'

test('a service account named by another tool can be edited without a new name', () => {
  for (const name of ["root's own", 'ci runner ü', 'x'.repeat(40)]) {
    const schema = unchangedOr(name, AccountName)
    assert.ok(v.is(schema, name), name)
    assert.ok(v.is(schema, 'ci-runner'))
    const [issue] = v.safeParse(schema, 'another name').issues ?? []
    assert.match(issue?.message ?? '', /^Start with a letter/)
  }
})
