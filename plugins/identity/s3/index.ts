import * as v from 'valibot'
import { Failure, missingFeatures } from 'stowage'
import { fallbackOn, hasCode, NOT_OFFERED } from 'stowage/engines/s3'
import { iamEntityNotFound } from 'stowage/iam'
import type { S3AdapterContext } from 'stowage/server'
import type { IdentityBackend } from '../backend.ts'
import type { User } from '../contract.ts'
import * as messages from '../messages.ts'
import { refuseRole } from '../refuse-role.ts'
import { createAccessKeys } from './access-keys.ts'
import { createAttachments } from './attachments.ts'
import { createGroups } from './groups.ts'
import { refuse } from './refuse.ts'
import { createVersityIdentity } from './versity.ts'

const Own = v.object({ User: v.object({ UserName: v.optional(v.string()) }) })

/** Users, groups and access keys of a server with AWS's IAM API. Users have access keys, and no password or status. */
const createIamIdentity = (caller: S3AdapterContext): IdentityBackend => {
  const { iam, client } = caller
  const attachments = createAttachments(iam)
  const groups = createGroups(caller, attachments)

  /** Name of the caller's own user; `undefined` for the account that the server was started with. */
  const ownName = async () => (await fallbackOn(iam.read(Own, 'GetUser'), ['NoSuchEntity'], undefined))?.User.UserName

  const read = async (name: string): Promise<User> => {
    const [policy, memberOf] = await Promise.all([iam.attached({ type: 'user', name }), iam.groupsOf(name)])
    return { accessKey: name, policy, memberOf, status: 'enabled' }
  }

  const assertExists = async (name: string) => {
    try {
      await iam.send('GetUser', { UserName: name })
    } catch (error) {
      throw hasCode(error, 'NoSuchEntity') ? iamEntityNotFound('user', name, error.detail) : error
    }
  }

  const user = async (name: string): Promise<User> => {
    await assertExists(name)
    // permissions may also come from policies of this user only, and from the configuration of the server
    return { ...(await read(name)), hasPolicy: true }
  }

  const remove = async (name: string) => {
    await assertExists(name)
    for (const { accessKey } of await accessKeys.accounts(name))
      await iam.send('DeleteAccessKey', { UserName: name, AccessKeyId: accessKey })
    for (const group of await iam.groupsOf(name)) await groups.leave(name, group)
    await attachments.clear({ type: 'user', name })
    await iam.send('DeleteUser', { UserName: name })
  }

  const accessKeys = createAccessKeys(caller, { all: iam.users, assertExists })

  return {
    ...accessKeys,

    users: async () => Promise.all((await iam.users()).map((name) => client.oneOfMany(() => read(name)))),

    user,

    addUser: async ({ accessKey, secretKey, groups: names, policies, role }) => {
      refuseRole(role)
      if (secretKey) throw new Failure(501, missingFeatures['chosen-keys'], { code: NOT_OFFERED, field: 'secretKey' })
      try {
        await iam.send('CreateUser', { UserName: accessKey })
      } catch (error) {
        if (!hasCode(error, 'EntityAlreadyExists')) throw error
        throw new Failure(409, messages.accessKeyInUse(accessKey), { detail: error.detail })
      }
      try {
        for (const name of names) await groups.add(name, [accessKey])
        await attachments.set({ type: 'user', name: accessKey }, policies)
      } catch (error) {
        await remove(accessKey).catch(() => undefined)
        throw error
      }
      return user(accessKey)
    },

    updateUser: async (name, { status, groups: chosen, role }) => {
      refuseRole(role)
      if (status === 'disabled') throw new Failure(501, missingFeatures['account-status'], { code: NOT_OFFERED })
      await assertExists(name)
      const before = await iam.groupsOf(name)
      for (const group of new Set(chosen)) if (!before.includes(group)) await groups.add(group, [name])
      for (const group of before) if (!chosen.includes(group)) await groups.leave(name, group)
      return user(name)
    },

    removeUser: async (name) => {
      if (name === (await ownName())) throw new Failure(403, messages.cannotDeleteYourself)
      await remove(name)
    },

    addToGroups: async (users, names) => {
      for (const name of names) await groups.add(name, users)
    },

    setPolicy: async (entity, policies) => attachments.set(entity, policies),

    groups: groups.groups,
    group: groups.group,
    groupDetails: groups.groupDetails,
    addGroup: groups.addGroup,
    updateGroup: groups.updateGroup,
    removeGroup: groups.removeGroup,

    setPassword: refuse('passwords'),
    changePassword: refuse('passwords'),
    archive: refuse('iam-archive'),
    importArchive: refuse('iam-archive'),
    sessionLength: refuse('session-length'),
    setSessionLength: refuse('session-length'),
  }
}

/** Users of VersityGW by its admin API, or of a server with AWS's IAM API. */
export default function createIdentity(caller: S3AdapterContext): IdentityBackend {
  return caller.versityAdmin ? createVersityIdentity(caller.versityAdmin, caller) : createIamIdentity(caller)
}
