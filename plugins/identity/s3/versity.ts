import { Failure, type Feature, missingFeatures } from 'stowage'
import { hasCode, NOT_OFFERED } from 'stowage/engines/s3'
import { iamEntityNotFound } from 'stowage/iam'
import type { S3AdapterContext } from 'stowage/server'
import type { IdentityBackend } from '../backend.ts'
import type { Status, User } from '../contract.ts'
import * as messages from '../messages.ts'
import { requireSecret } from '../require-secret.ts'
import { refuse } from './refuse.ts'

type VersityAdmin = NonNullable<S3AdapterContext['versityAdmin']>
type Listed = Awaited<ReturnType<VersityAdmin['list']>>[number]

const toUser = ({ access, role }: Listed): User => ({
  accessKey: access,
  policy: [],
  memberOf: [],
  status: 'enabled',
  role,
})

/** Throws `Failure` 501 if anything is chosen that accounts do not have. */
const assertEmpty = (feature: Feature, names: readonly string[]) => {
  if (names.length > 0) throw new Failure(501, missingFeatures[feature], { code: NOT_OFFERED })
}

/** Accounts of VersityGW: an access key, a secret key and a role, without groups, policies and further keys. */
export const createVersityIdentity = (admin: VersityAdmin, { account, keys }: S3AdapterContext): IdentityBackend => {
  const user = async (name: string): Promise<User> => {
    const listed = (await admin.list()).find(({ access }) => access === name)
    if (!listed) throw iamEntityNotFound('user', name)
    // roles and owned buckets give permissions, and policies of buckets may
    return { ...toUser(listed), hasPolicy: true }
  }

  const update = async (name: string, change: Parameters<VersityAdmin['update']>[1]) => {
    try {
      await admin.update(name, change)
    } catch (error) {
      throw hasCode(error, 'XAdminUserNotFound') ? iamEntityNotFound('user', name, error.detail) : error
    }
  }

  const assertEnabled = (status: Status) => assertEmpty('account-status', status === 'disabled' ? [status] : [])

  return {
    users: async () => (await admin.list()).map(toUser),

    user,

    addUser: async ({ accessKey, secretKey, groups, policies, role = 'user' }) => {
      assertEmpty('groups', groups)
      assertEmpty('policies', policies)
      try {
        await admin.add({ access: accessKey, secret: requireSecret(secretKey), role })
      } catch (error) {
        if (!hasCode(error, 'XAdminUserExists')) throw error
        throw new Failure(409, messages.accessKeyInUse(accessKey), { detail: error.detail })
      }
      return user(accessKey)
    },

    updateUser: async (name, { status, groups, role }) => {
      assertEnabled(status)
      assertEmpty('groups', groups)
      if (role && role !== 'admin' && name === account) throw new Failure(403, messages.cannotChangeOwnRole)
      if (role) await update(name, { role })
      return user(name)
    },

    removeUser: async (name) => {
      if (name === account) throw new Failure(403, messages.cannotDeleteYourself)
      await user(name)
      await admin.remove(name)
    },

    setPassword: async (name, secretKey) => {
      if (name === account) throw new Failure(403, messages.currentPasswordRequired)
      await update(name, { secret: secretKey })
      return 'ended'
    },

    changePassword: async (current, next) => {
      if (current !== keys.secretKey) throw new Failure(403, 'Please check your current password')
      try {
        await admin.update(account, { secret: next })
      } catch (error) {
        if (!hasCode(error, 'XAdminUserNotFound')) throw error
        throw new Failure(403, messages.rootPasswordSetAtServer, { detail: error.detail })
      }
    },

    setPolicy: refuse('policies'),
    groups: async () => [],
    group: async (name) => {
      throw iamEntityNotFound('group', name)
    },
    groupDetails: async () => [],
    addGroup: refuse('groups'),
    addToGroups: refuse('groups'),
    updateGroup: refuse('groups'),
    removeGroup: refuse('groups'),
    accounts: async () => [],
    othersAccounts: async () => [],
    addAccount: refuse('access-keys'),
    account: refuse('access-keys'),
    updateAccount: refuse('access-keys'),
    removeAccount: refuse('access-keys'),
    archive: refuse('iam-archive'),
    importArchive: refuse('iam-archive'),
    sessionLength: refuse('session-length'),
    setSessionLength: refuse('session-length'),
  }
}
