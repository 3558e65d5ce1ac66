import { identity } from '../contract.ts'
import type { Samples, Thing } from '../../../test/lib/samples.ts'

const done = 'plugins/settings/test/conformance/settings.test.ts'
const secretKey = 'access-secret-key'
const restriction = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::elsewhere/*'] }],
})

/** A user with a policy and a group; the group; and a service account of the user. */
export const things: Record<string, Thing> = {
  user: {
    make: async (ask, accessKey, the) =>
      ask(identity.addUser, { body: { accessKey, secretKey, groups: [await the('group')], policies: ['readonly'] } }),
    look: async (ask, name) => [
      await ask(identity.user, { query: { name } }),
      await ask(identity.userAccounts, { params: { name } }),
    ],
  },
  group: {
    make: (ask, group) => ask(identity.addGroup, { body: { group, members: [] } }),
    look: (ask, name) => ask(identity.group, { query: { name } }),
  },
  account: {
    make: async (ask, accessKey, the) =>
      ask(identity.addUserAccountWithKeys, {
        params: { name: await the('user') },
        body: { policy: '', accessKey, secretKey },
      }),
    look: async (ask, _, the) => ask(identity.userAccounts, { params: { name: await the('user') } }),
  },
}

const user = { name: 'sample-user' }

export default {
  users: { ask: {} },
  findUsers: { ask: { query: { text: 'sample' } } },
  findGroups: { ask: { query: { text: 'sample' } } },
  findAccounts: { ask: { query: { text: 'sample' } } },
  findOthersAccounts: { ask: { query: { text: 'sample' } } },
  archive: { ask: {}, done: 'plugins/identity/test/conformance/accounts-archive.test.ts' },
  importArchive: { ask: {}, done: 'plugins/identity/test/conformance/accounts-archive.test.ts' },
  addUser: {
    ask: { body: { accessKey: 'sample-new', secretKey, groups: ['sample-group'], policies: ['sample-policy'] } },
    more: [
      { body: { accessKey: 'sample-new', secretKey, groups: [], policies: [] } },
      { body: { accessKey: 'sample-user', secretKey, groups: [], policies: [] } },
    ],
    also: ['admin:AddUserToGroup', 'admin:AttachUserOrGroupPolicy'],
  },
  user: { ask: { query: user }, self: 'may' },
  updateUser: {
    ask: { query: user, body: { status: 'disabled', groups: [] } },
    more: [{ query: user, body: { status: 'enabled', groups: ['sample-group'] } }],
    also: ['admin:EnableUser', 'admin:AddUserToGroup'],
  },
  setUserGroups: {
    ask: { query: user, body: { groups: [] } },
    more: [{ query: user, body: { groups: ['sample-group'] } }],
    also: ['admin:AddUserToGroup'],
  },
  removeUser: { ask: { query: user } },
  addToGroups: {
    ask: { body: { users: ['sample-user'], groups: ['sample-new'] } },
    more: [
      { body: { users: ['sample-user'], groups: ['sample-group'] } },
      { body: { users: [], groups: ['sample-group'] } },
    ],
  },
  accounts: { ask: {} },
  accountDetails: { ask: {} },
  addAccount: {
    ask: { body: { policy: '' } },
    more: [{ body: { policy: restriction } }],
    unless: 'admin:CreateServiceAccount',
  },
  addAccountWithKeys: {
    ask: { body: { policy: '', accessKey: 'sample-new', secretKey } },
    unless: 'admin:CreateServiceAccount',
  },
  account: { ask: { params: { accessKey: 'sample-account' } }, more: [{ params: { accessKey: 'sample-new' } }] },
  updateAccount: {
    ask: { params: { accessKey: 'sample-account' }, body: { name: 'backup', policy: restriction } },
    more: [
      { params: { accessKey: 'sample-account' }, body: { status: 'disabled' } },
      { params: { accessKey: 'sample-account' }, body: {} },
    ],
  },
  removeAccount: { ask: { params: { accessKey: 'sample-account' } }, also: ['admin:RemoveServiceAccount'] },
  userAccounts: { ask: { params: user }, self: 'may' },
  userAccountDetails: { ask: { params: user }, self: 'may' },
  addUserAccount: { ask: { params: user, body: { policy: '' } }, self: 'may' },
  addUserAccountWithKeys: {
    ask: { params: user, body: { policy: '', accessKey: 'sample-new', secretKey } },
    self: 'may',
  },
  changePassword: {
    ask: { body: { current_secret_key: secretKey, new_secret_key: 'another-secret-key' } },
    unless: 'admin:CreateUser',
  },
  changeUserPassword: { ask: { body: { selectedUser: 'sample-user', newSecretKey: 'another-secret-key' } } },
  sessionLength: { ask: {}, done },
  setSessionLength: { ask: { body: { hours: 24 } }, done },
  groups: { ask: {} },
  addGroup: {
    ask: { body: { group: 'sample-new', members: ['sample-user'] } },
    more: [
      { body: { group: 'sample-group', members: ['sample-user'] } },
      { body: { group: 'sample-group', members: [] } },
    ],
  },
  groupDetails: {
    ask: { body: { groups: ['sample-group'] } },
    more: [{ body: { groups: [] } }, { body: { groups: ['sample-new'] } }],
  },
  group: { ask: { query: { name: 'sample-group' } } },
  updateGroup: {
    ask: { query: { name: 'sample-group' }, body: { members: [], status: 'disabled' } },
    more: [{ query: { name: 'sample-group' }, body: { members: ['sample-user'], status: 'enabled' } }],
    also: ['admin:AddUserToGroup', 'admin:EnableGroup'],
  },
  removeGroup: { ask: { query: { name: 'sample-group' } } },
  setPolicies: {
    ask: { body: { name: ['sample-policy'], users: ['sample-user'], groups: ['sample-group'] } },
    more: [{ body: { name: ['readonly'], users: ['sample-user'] } }, { body: { name: [], groups: ['sample-group'] } }],
  },
  setPolicy: {
    ask: { body: { entityType: 'user', entityName: 'sample-user', name: ['sample-policy'] } },
    more: [
      { body: { entityType: 'user', entityName: 'sample-user', name: ['readonly'] } },
      { body: { entityType: 'group', entityName: 'sample-group', name: ['sample-policy'] } },
      { body: { entityType: 'group', entityName: 'sample-group', name: [] } },
    ],
  },
} satisfies Samples<typeof identity>
