import { identity } from '../contract.ts'
import type { Samples, Fixture } from '../../../test/lib/samples.ts'

const done = 'plugins/settings/test/conformance/settings.test.ts'
const secretKey = 'access-secret-key'
const restriction = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::elsewhere/*'] }],
})

/** A user with a policy and a group; the group; and a service account of the user. */
export const fixtures: Record<string, Fixture> = {
  user: {
    create: async (send, accessKey, the) =>
      send(identity.addUser, { body: { accessKey, secretKey, groups: [await the('group')], policies: ['readonly'] } }),
    read: async (send, name) => [
      await send(identity.user, { query: { name } }),
      await send(identity.userAccounts, { params: { name } }),
    ],
  },
  group: {
    create: (send, group) => send(identity.addGroup, { body: { group, members: [] } }),
    read: (send, name) => send(identity.group, { query: { name } }),
  },
  account: {
    create: async (send, accessKey, the) =>
      send(identity.addUserAccountWithKeys, {
        params: { name: await the('user') },
        body: { policy: '', accessKey, secretKey },
      }),
    read: async (send, _, the) => send(identity.userAccounts, { params: { name: await the('user') } }),
  },
}

const user = { name: 'sample-user' }

export default {
  users: { request: {} },
  findUsers: { request: { query: { text: 'sample' } } },
  findGroups: { request: { query: { text: 'sample' } } },
  findAccounts: { request: { query: { text: 'sample' } } },
  findOthersAccounts: { request: { query: { text: 'sample' } } },
  archive: { request: {}, done: 'plugins/identity/test/conformance/accounts-archive.test.ts' },
  importArchive: { request: {}, done: 'plugins/identity/test/conformance/accounts-archive.test.ts' },
  addUser: {
    request: { body: { accessKey: 'sample-new', secretKey, groups: ['sample-group'], policies: ['sample-policy'] } },
    more: [
      { body: { accessKey: 'sample-new', secretKey, groups: [], policies: [] } },
      { body: { accessKey: 'sample-user', secretKey, groups: [], policies: [] } },
    ],
    also: ['admin:AddUserToGroup', 'admin:AttachUserOrGroupPolicy'],
  },
  user: { request: { query: user }, self: 'may' },
  updateUser: {
    request: { query: user, body: { status: 'disabled', groups: [] } },
    more: [{ query: user, body: { status: 'enabled', groups: ['sample-group'] } }],
    also: ['admin:EnableUser', 'admin:AddUserToGroup'],
  },
  setUserGroups: {
    request: { query: user, body: { groups: [] } },
    more: [{ query: user, body: { groups: ['sample-group'] } }],
    also: ['admin:AddUserToGroup'],
  },
  removeUser: { request: { query: user } },
  addToGroups: {
    request: { body: { users: ['sample-user'], groups: ['sample-new'] } },
    more: [
      { body: { users: ['sample-user'], groups: ['sample-group'] } },
      { body: { users: [], groups: ['sample-group'] } },
    ],
  },
  accounts: { request: {} },
  accountDetails: { request: {} },
  addAccount: {
    request: { body: { policy: '' } },
    more: [{ body: { policy: restriction } }],
    unless: 'admin:CreateServiceAccount',
  },
  addAccountWithKeys: {
    request: { body: { policy: '', accessKey: 'sample-new', secretKey } },
    unless: 'admin:CreateServiceAccount',
  },
  account: { request: { params: { accessKey: 'sample-account' } }, more: [{ params: { accessKey: 'sample-new' } }] },
  updateAccount: {
    request: { params: { accessKey: 'sample-account' }, body: { name: 'backup', policy: restriction } },
    more: [
      { params: { accessKey: 'sample-account' }, body: { status: 'disabled' } },
      { params: { accessKey: 'sample-account' }, body: {} },
    ],
  },
  removeAccount: { request: { params: { accessKey: 'sample-account' } }, also: ['admin:RemoveServiceAccount'] },
  userAccounts: { request: { params: user }, self: 'may' },
  userAccountDetails: { request: { params: user }, self: 'may' },
  addUserAccount: { request: { params: user, body: { policy: '' } }, self: 'may' },
  addUserAccountWithKeys: {
    request: { params: user, body: { policy: '', accessKey: 'sample-new', secretKey } },
    self: 'may',
  },
  changePassword: {
    request: { body: { current_secret_key: secretKey, new_secret_key: 'another-secret-key' } },
    unless: 'admin:CreateUser',
  },
  changeUserPassword: { request: { body: { selectedUser: 'sample-user', newSecretKey: 'another-secret-key' } } },
  sessionLength: { request: {}, done },
  setSessionLength: { request: { body: { hours: 24 } }, done },
  groups: { request: {} },
  addGroup: {
    request: { body: { group: 'sample-new', members: ['sample-user'] } },
    more: [
      { body: { group: 'sample-group', members: ['sample-user'] } },
      { body: { group: 'sample-group', members: [] } },
    ],
  },
  groupDetails: {
    request: { body: { groups: ['sample-group'] } },
    more: [{ body: { groups: [] } }, { body: { groups: ['sample-new'] } }],
  },
  group: { request: { query: { name: 'sample-group' } } },
  updateGroup: {
    request: { query: { name: 'sample-group' }, body: { members: [], status: 'disabled' } },
    more: [{ query: { name: 'sample-group' }, body: { members: ['sample-user'], status: 'enabled' } }],
    also: ['admin:AddUserToGroup', 'admin:EnableGroup'],
  },
  removeGroup: { request: { query: { name: 'sample-group' } } },
  setPolicies: {
    request: { body: { name: ['sample-policy'], users: ['sample-user'], groups: ['sample-group'] } },
    more: [{ body: { name: ['readonly'], users: ['sample-user'] } }, { body: { name: [], groups: ['sample-group'] } }],
  },
  setPolicy: {
    request: { body: { entityType: 'user', entityName: 'sample-user', name: ['sample-policy'] } },
    more: [
      { body: { entityType: 'user', entityName: 'sample-user', name: ['readonly'] } },
      { body: { entityType: 'group', entityName: 'sample-group', name: ['sample-policy'] } },
      { body: { entityType: 'group', entityName: 'sample-group', name: [] } },
    ],
  },
} satisfies Samples<typeof identity>
