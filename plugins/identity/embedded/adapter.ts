import type { EmbeddedKit } from '../../../engines/embedded/kit.ts'
import type { Calls } from '../../../engines/embedded/traced.ts'
import type { IdentityBackend } from '../backend.ts'
import { createAccounts } from './accounts.ts'
import { createGroups } from './groups.ts'
import { createUsers } from './users.ts'

/** How the calls are told of. */
export const calls: Calls = {
  family: 'admin',
  names: { users: 'admin.ListUsers', groups: 'admin.ListGroups', accounts: 'admin.ListServiceAccounts' },
}

/** Users, groups, service accounts and passwords of the embedded engine. */
export default (kit: EmbeddedKit): IdentityBackend => ({
  ...createUsers(kit),
  ...createGroups(kit),
  ...createAccounts(kit),
})
