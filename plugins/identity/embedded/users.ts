import { randomUUID } from 'node:crypto'
import { Failure } from 'stowage'
import type { IdentityBackend } from '../backend.ts'
import type { User } from '../contract.ts'
import { type Index, getByName, type UserRecord } from 'stowage/engines/embedded'
import { groupOf, join, leave } from './groups.ts'
import { iamEntityNotFound } from 'stowage/iam'
import type { EmbeddedAdapterContext } from 'stowage/server'
import { refuseRole } from '../refuse-role.ts'
import { requireSecret } from '../require-secret.ts'
import * as messages from '../messages.ts'

/** The user with this name. Throws `Failure` 404, also for root. */
export const userOf = (index: Index, name: string): UserRecord => {
  const user = getByName(index.users, name)
  if (!user) throw iamEntityNotFound('user', name)
  return user
}

/** Throws `Failure` 409 if a user, a service account or root has this access key. */
export const assertFree = (index: Index, accessKey: string) => {
  const existing = getByName(index.users, accessKey) ?? getByName(index.accounts, accessKey)
  if (!existing && index.root.get('root')?.accessKey !== accessKey) return
  throw new Failure(409, messages.accessKeyInUse(accessKey))
}

/** Throws `Failure` 400 for an invalid access key (minio-server 1.1). */
export const assertAccessKey = (accessKey: string) => {
  if (
    accessKey.length >= 3 &&
    accessKey.length <= 128 &&
    accessKey.trim() === accessKey &&
    !/[=,\p{Cc}\p{Cs}]/u.test(accessKey)
  )
    return
  throw new Failure(400, messages.accessKeyFormat)
}

const toUser = (accessKey: string, { policies, groups, status }: UserRecord): User => ({
  accessKey,
  policy: policies,
  memberOf: [...groups].sort(),
  status,
})

const detailed = (index: Index, name: string): User => {
  const user = userOf(index, name)
  const inherited = user.groups.some((group) => groupOf(index, group).policies.length > 0)
  return { ...toUser(name, user), hasPolicy: user.policies.length > 0 || inherited }
}

/** The user whose policies will change; 409 for a disabled one, as in MinIO. */
const enabledOf = (index: Index, name: string): UserRecord => {
  const user = userOf(index, name)
  if (user.status === 'disabled') throw new Failure(409, messages.enableUserBeforePolicies(name))
  return user
}

/** Users of the embedded engine (permissions: minio-server 3.3 and 4.4). */
export const createUsers = ({ authenticate, secrets }: EmbeddedAdapterContext) =>
  ({
    users: async () => {
      const { index, caller } = authenticate()
      caller.assert('admin:ListUsers')
      const users = Array.from(index.users.getRange(), ({ key, value }) => toUser(key, value))
      return users.sort((one, other) => (one.accessKey < other.accessKey ? -1 : 1))
    },

    user: async (name) => {
      const { index, caller } = authenticate()
      const isOwn = name === caller.account
      if (isOwn && !caller.hasNoPolicies) caller.assertOwn('admin:GetUser')
      if (!isOwn) caller.assert('admin:GetUser')
      return detailed(index, name)
    },

    addUser: async ({ accessKey, secretKey, groups, policies, role }) => {
      const { index, caller } = authenticate()
      caller.assert('admin:CreateUser')
      caller.assert('admin:GetUser')
      if (groups.length > 0) caller.assert('admin:AddUserToGroup')
      if (policies.length > 0) caller.assert('admin:AttachUserOrGroupPolicy')
      refuseRole(role)
      assertAccessKey(accessKey)
      assertFree(index, accessKey)
      const secret = await secrets.hash(requireSecret(secretKey))
      await index.write(() => {
        assertFree(index, accessKey)
        index.assertPolicies(policies)
        const attached = [...new Set(policies)]
        void index.users.put(accessKey, { id: randomUUID(), secret, status: 'enabled', policies: attached, groups: [] })
        for (const group of groups) join(index, group, [accessKey])
      })
      return detailed(index, accessKey)
    },

    updateUser: async (name, { status, groups, role }) => {
      const { index, caller } = authenticate()
      // the response shows the user, so reading it must be allowed before anything changes
      caller.assert('admin:GetUser')
      refuseRole(role)
      await index.write(() => {
        const before = userOf(index, name)
        const joined = groups.filter((group) => !before.groups.includes(group))
        const leaving = before.groups.filter((group) => !groups.includes(group))
        if (status !== before.status) caller.assert('admin:EnableUser')
        if (status === 'disabled' && name === caller.account) throw new Failure(403, messages.cannotDisableYourself)
        if (joined.length + leaving.length > 0) caller.assert('admin:AddUserToGroup')
        void index.users.put(name, { ...before, status })
        for (const group of joined) join(index, group, [name])
        for (const group of leaving) leave(index, group, [name])
        if (status === 'disabled') index.endSessions(name)
      })
      return detailed(index, name)
    },

    removeUser: async (name) => {
      const { index, caller } = authenticate()
      caller.assert('admin:DeleteUser')
      if (name === caller.account) throw new Failure(403, messages.cannotDeleteYourself)
      if (name === index.root.get('root')?.accessKey) throw new Failure(403, messages.rootAccountCannotBeDeleted)
      await index.write(() => {
        for (const group of userOf(index, name).groups) leave(index, group, [name])
        for (const { key, value } of [...index.accounts.getRange()])
          if (value.parent === name) void index.accounts.remove(key)
        void index.users.remove(name)
        index.endSessions(name)
      })
    },

    setPolicy: async ({ type, name }, policies) => {
      const { index, caller } = authenticate()
      caller.assert('admin:AttachUserOrGroupPolicy')
      await index.write(() => {
        index.assertPolicies(policies)
        const attached = [...new Set(policies)]
        if (type === 'group') void index.groups.put(name, { ...groupOf(index, name), policies: attached })
        else void index.users.put(name, { ...enabledOf(index, name), policies: attached })
      })
    },

    setPassword: async (name, secretKey) => {
      const { index, caller } = authenticate()
      caller.assert('admin:CreateUser')
      caller.assert('admin:GetUser')
      if (name === caller.account) throw new Failure(403, messages.currentPasswordRequired)
      userOf(index, name)
      const secret = await secrets.hash(secretKey)
      await index.write(() => {
        void index.users.put(name, { ...userOf(index, name), secret })
        index.endSessions(name, ({ key }) => key === undefined)
      })
      return 'ended'
    },

    changePassword: async (current, next) => {
      const { index, caller } = authenticate()
      const { account } = caller
      if (caller.isRoot) throw new Failure(403, messages.rootPasswordSetAtConsole)
      caller.assertOwn('admin:CreateUser')
      const before = userOf(index, account).secret
      if (!(await secrets.verify(current, before))) throw new Failure(403, 'Please check your current password')
      const secret = await secrets.hash(next)
      await index.write(() => {
        const user = userOf(index, account)
        if (user.secret !== before) throw new Failure(409, messages.passwordChangedMeanwhile)
        void index.users.put(account, { ...user, secret })
        index.endSessions(account, ({ key }) => key === undefined)
      })
    },
  }) satisfies Partial<IdentityBackend>
