import { administrators } from '../../../test/lib/administrators.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { type Administrators, lastAdministrator, remainingAdministrators } from '../administrators.ts'

const warning = (part: Partial<Administrators>) => lastAdministrator(administrators(part)).join(' ')

test('a change that removes no administrator or leaves another one shows no warning', () => {
  assert.is(warning({ before: ['ann', 'bob'], after: ['bob'] }), '')
  assert.is(warning({ before: [], after: [] }), '')
  assert.is(warning({ before: ['ann'], conditional: ['ann'] }), '')
})

test('the last administrator is named, with who remains', () => {
  const ann = { before: ['ann'] }
  assert.is(
    warning(ann),
    'ann is the last user who can manage users and policies. Only the root account will be able to.',
  )
  assert.match(warning({ ...ann, root: 'off' }), /The root account cannot sign in, so nobody will be able to/)
  assert.match(warning({ ...ann, root: 'unknown' }), /Whether the root account may sign in is unknown/)
  assert.match(warning({ ...ann, externalAccounts: 'unknown' }), /identity provider or directory are not counted/)
  assert.match(warning({ ...ann, unreadablePolicies: ['odd'] }), /cannot read odd/)
  assert.match(warning({ before: ['ann', 'bob'], conditional: ['bob'] }), /bob may have these permissions/)
  assert.match(warning({ before: ['ann', 'bob'] }), /ann, bob are the last users/)
})

test('the remaining administrators are named, with or without root, or reported as none', () => {
  const remains = (part: Partial<Administrators>, root: 'stays' | 'goes') =>
    remainingAdministrators(administrators(part), { root })
  assert.match(remains({ after: ['ann'] }, 'goes'), /, the users ann can manage users and policies\.$/)
  assert.match(
    remains({ after: ['ann'] }, 'stays'),
    /, the root account and the users ann can manage users and policies\.$/,
  )
  assert.match(remains({}, 'goes'), /^After this change, no user of the storage can manage users and policies\./)
  assert.match(remains({ root: 'off' }, 'stays'), /^After this change, no user of the storage/)
  assert.match(remains({ root: 'unknown' }, 'stays'), /Whether the root account may sign in is unknown/)
  assert.not.match(remains({ root: 'unknown' }, 'goes'), /root account/)
})
