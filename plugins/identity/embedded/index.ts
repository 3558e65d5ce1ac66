import { Failure, missingFeatures } from 'stowage'
import { nameOf } from 'stowage/engines/embedded'
import type { IdentityBackend } from '../backend.ts'
import { createAccounts } from './accounts.ts'
import { createGroups } from './groups.ts'
import { createUsers } from './users.ts'
import type { EmbeddedCalls, EmbeddedAdapterContext } from 'stowage/server'

/** In ms. */
const HOUR = 3_600_000

/** How calls appear in Trace and in the audit log. */
export const calls: EmbeddedCalls<IdentityBackend> = {
  names: {
    users: 'admin.ListUsers',
    user: 'admin.GetUserInfo',
    addUser: 'admin.AddUser',
    updateUser: 'admin.SetUserStatus',
    removeUser: 'admin.RemoveUser',
    addToGroups: 'admin.UpdateGroupMembers',
    setPassword: 'admin.AddUser',
    changePassword: 'admin.AddUser',
    groups: 'admin.ListGroups',
    group: 'admin.GetGroup',
    groupDetails: 'admin.GetGroup',
    addGroup: 'admin.UpdateGroupMembers',
    updateGroup: 'admin.UpdateGroupMembers',
    removeGroup: 'admin.UpdateGroupMembers',
    setPolicy: 'admin.SetPolicyForUserOrGroup',
    accounts: 'admin.ListServiceAccounts',
    othersAccounts: 'admin.ListServiceAccounts',
    addAccount: 'admin.AddServiceAccount',
    account: 'admin.InfoServiceAccount',
    updateAccount: 'admin.UpdateServiceAccount',
    removeAccount: 'admin.DeleteServiceAccount',
    archive: 'admin.ExportIAM',
    importArchive: 'admin.ImportIAM',
    sessionLength: 'admin.GetConfigKV',
    setSessionLength: 'admin.SetConfigKV',
  },
}

/** Users, groups, service accounts and passwords of the embedded engine. */
export default (kit: EmbeddedAdapterContext): IdentityBackend => ({
  ...createUsers(kit),
  ...createGroups(kit),
  ...createAccounts(kit),
  archive: async () => {
    kit.authenticate().caller.assert('admin:ExportIAM')
    throw new Failure(501, missingFeatures['iam-archive'])
  },
  importArchive: async () => {
    kit.authenticate().caller.assert('admin:ImportIAM')
    throw new Failure(501, missingFeatures['iam-archive'])
  },
  sessionLength: async () => {
    const { index, caller } = kit.authenticate()
    caller.assert('admin:ConfigUpdate')
    return index.sessionLength() / HOUR
  },
  setSessionLength: async (hours) => {
    const { index, caller } = kit.authenticate()
    caller.assert('admin:ConfigUpdate')
    await index.write(() => void index.settings.put(nameOf('session', '_'), { values: { length: `${hours}h` } }))
  },
})
