import type { IdentityBackend } from '../backend.ts'
import { createAccounts } from './accounts.ts'
import type { Context } from '../../../engines/embedded/kit.ts'
import { createGroups } from './groups.ts'
import { createUsers } from './users.ts'

/** Users, groups, service accounts and passwords of the embedded engine. */
export const createIdentity = (context: Context): IdentityBackend => ({
  ...createUsers(context),
  ...createGroups(context),
  ...createAccounts(context),
})
