import { assert, test } from '../../../test/lib/suite.ts'
import { effectivePolicies } from '../pages/effective-policies.tsx'
import type { GroupDetails } from '../contract.ts'
import type { DetailsOfGroups } from '../pages/use-group-details.ts'

const group = (name: string, policies: string[], status: GroupDetails['status'] = 'enabled'): GroupDetails => ({
  name,
  members: 1,
  status,
  policies,
})

const details = (state: DetailsOfGroups['state'], ...groups: GroupDetails[]): DetailsOfGroups => ({
  get: (name) => groups.find((one) => one.name === name),
  state,
  prefer: () => {},
})

test('the effective policies of a user are its own and those of its groups, with their names', () => {
  const found = effectivePolicies(
    { policy: ['readonly'], memberOf: ['auditors', 'readers'] },
    details('loaded', group('auditors', ['diagnostics', 'consoleAdmin']), group('readers', ['readonly'])),
  )
  assert.equal(found, {
    names: ['readonly', 'diagnostics (auditors)', 'consoleAdmin (auditors)'],
    isLoading: false,
  })
})

test('no policy of a member of a disabled group applies', () => {
  const found = effectivePolicies(
    { policy: ['readonly'], memberOf: ['auditors', 'former'] },
    details('loaded', group('auditors', ['diagnostics']), group('former', ['readwrite'], 'disabled')),
  )
  assert.equal(found, { names: ['none (former is disabled)'], isLoading: false })
})

test('the policies of a group that may not be read or failed to load are unknown, not none', () => {
  const user = { policy: [], memberOf: ['readers'] }
  assert.equal(effectivePolicies(user, undefined), { names: ['unknown (readers)'], isLoading: false })
  assert.equal(effectivePolicies(user, details('failed')), { names: ['unknown (readers)'], isLoading: false })
  assert.equal(effectivePolicies(user, details('loading')), { names: [], isLoading: true })
  assert.equal(effectivePolicies({ policy: [], memberOf: [] }, undefined), { names: [], isLoading: false })
})
