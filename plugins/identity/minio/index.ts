import * as v from 'valibot'
import { Failure, missingFeatures } from 'stowage'
import type { IdentityBackend } from '../backend.ts'
import type { User } from '../contract.ts'
import { createAccounts } from './accounts.ts'
import { hasNoRights } from 'stowage/engines/minio'
import { createGroups } from './groups.ts'
import { createPasswords, endSessions } from './passwords.ts'
import { type MinioAdapterContext, accessDenied } from 'stowage/server'
import { hasCode, parseResponse, readJson, S3Error, fallbackOn } from 'stowage/engines/s3'
import { refuseRole } from '../refuse-role.ts'
import { requireSecret } from '../require-secret.ts'
import * as messages from '../messages.ts'

const Failed = v.nullish(v.array(v.object({ name: v.string() })), [])
const Imported = v.object({ failed: v.optional(v.record(v.string(), Failed), {}) })

/** Timeout of an archive import, in ms. */
const IMPORT_TIMEOUT = 120_000

const inUse = (accessKey: string) => new Failure(409, messages.accessKeyInUse(accessKey))

const toUser = (
  accessKey: string,
  { status, policies, groups }: Awaited<ReturnType<MinioAdapterContext['user']>>,
): User => ({
  accessKey,
  status,
  policy: policies,
  memberOf: groups,
})

/** Users, groups, service accounts and passwords of a MinIO server (minio-server 3.3 to 3.7). */
export default function createIdentity(caller: MinioAdapterContext): IdentityBackend {
  const { admin, account } = caller
  const groups = createGroups(caller)

  const read = (name: string) => caller.user(name)

  const statusOf = async (name: string) => (await read(name)).status

  const user = async (name: string): Promise<User> => {
    const stored = toUser(name, await read(name))
    const ofGroups = stored.policy.length
      ? []
      : await Promise.all(stored.memberOf.map((group) => fallbackOn(groups.group(group), ['AccessDenied'], undefined)))
    return { ...stored, hasPolicy: stored.policy.length > 0 || ofGroups.some((group) => group?.policy) }
  }

  /** Adding silently overwrites an existing user, so the name must be known to be free. */
  const assertFree = async (name: string) => {
    const isTaken = await read(name).then(
      () => true,
      (error: unknown) => {
        if (hasCode(error, 'XMinioAdminNoSuchUser')) return false
        if (hasCode(error, 'XMinioIAMActionNotAllowed')) return true
        if (hasCode(error, 'AccessDenied')) throw accessDenied('admin:GetUser', {}, messages.addingUserRequiresGetUser)
        throw error
      },
    )
    if (isTaken) throw inUse(name)
  }

  const setPolicy: IdentityBackend['setPolicy'] = async ({ type, name }, policies) => {
    try {
      await admin.send({
        method: 'PUT',
        name: 'set-user-or-group-policy',
        needs: 'admin:AttachUserOrGroupPolicy',
        query: { policyName: policies.join(','), userOrGroup: name, isGroup: String(type === 'group') },
      })
    } catch (error) {
      // the server reports a disabled user as unknown here
      if (type === 'user' && hasCode(error, 'XMinioAdminNoSuchUser') && (await statusOf(name)) === 'disabled')
        throw new Failure(409, messages.enableUserBeforePolicies(name), {
          detail: error.detail,
        })
      // of several policies the server does not say which one is missing
      if (hasCode(error, 'XMinioAdminNoSuchPolicy'))
        for (const policy of policies) await fallbackOn(caller.policy(policy), ['AccessDenied', 'InternalError'], 0)
      throw error
    }
  }

  const remove = (name: string) =>
    admin.send({ method: 'DELETE', name: 'remove-user', needs: 'admin:DeleteUser', query: { accessKey: name } })

  /**
   * The server lets a session read its own user only with the permission to read any. Without it, this is what the
   * session itself reveals.
   */
  const ownUser = async (): Promise<User> => {
    const hasPolicy = !hasNoRights(await caller.info())
    return { accessKey: account, status: 'enabled', policy: [], memberOf: [], hasPolicy }
  }

  /** The console chooses the duration of its sessions on this engine. */
  const refuseSessionLength = async (): Promise<never> => {
    await caller.assertGranted('admin:ConfigUpdate')
    throw new Failure(501, missingFeatures['session-length'])
  }

  return {
    users: async () => (await caller.users()).map(([name, info]) => toUser(name, info)),

    user: async (name) =>
      (await fallbackOn(user(name), name === account ? ['AccessDenied'] : [], undefined)) ?? ownUser(),

    addUser: async ({ accessKey, secretKey, groups: names, policies, role }) => {
      refuseRole(role)
      await assertFree(accessKey)
      // check first: a caller who may create a user may not be able to delete it if a later step is refused
      if (names.length) await caller.assertGranted('admin:AddUserToGroup')
      if (policies.length) await caller.assertGranted('admin:AttachUserOrGroupPolicy')
      try {
        await admin.send({
          method: 'PUT',
          name: 'add-user',
          needs: 'admin:CreateUser',
          query: { accessKey },
          sealed: { secretKey: requireSecret(secretKey), status: 'enabled' },
        })
      } catch (error) {
        throw hasCode(error, 'XMinioInvalidIAMCredentials') ? inUse(accessKey) : error
      }
      try {
        for (const name of names) await groups.change(name, [accessKey], 'add')
        if (policies.length) await setPolicy({ type: 'user', name: accessKey }, policies)
      } catch (error) {
        await remove(accessKey).catch(() => undefined)
        throw error
      }
      return user(accessKey)
    },

    updateUser: async (name, { status, groups: newGroups, role }) => {
      refuseRole(role)
      if (name === account && status === 'disabled') throw new Failure(403, messages.cannotDisableYourself)
      const before = toUser(name, await read(name))
      const joining = [...new Set(newGroups)].filter((group) => !before.memberOf.includes(group))
      const leaving = before.memberOf.filter((group) => !newGroups.includes(group))
      if (status !== before.status) await caller.assertGranted('admin:EnableUser')
      if (joining.length + leaving.length) await caller.assertGranted('admin:AddUserToGroup')
      const setStatus = () =>
        admin.send({
          method: 'PUT',
          name: 'set-user-status',
          needs: 'admin:EnableUser',
          query: { accessKey: name, status },
        })
      if (status === 'enabled' && status !== before.status) await setStatus()
      if (status === 'disabled') {
        if (status !== before.status) await setStatus()
        // the server revokes the permissions of its sessions, but not the sessions
        await endSessions(admin, name)
      }
      for (const group of joining) await groups.change(group, [name], 'add')
      for (const group of leaving) await groups.change(group, [name], 'remove')
      return user(name)
    },

    removeUser: async (name) => {
      if (name === account) throw new Failure(403, messages.cannotDeleteYourself)
      await endSessions(admin, name)
      await remove(name)
    },

    addToGroups: async (users, names) => {
      // without users or groups no request is sent, so check session and permission here
      if (!users.length || !names.length) await caller.assertGranted('admin:AddUserToGroup')
      else for (const name of names) await groups.change(name, users, 'add')
    },

    setPolicy,
    ...createPasswords(caller, statusOf),
    groups: groups.groups,
    group: groups.group,
    groupDetails: groups.groupDetails,
    addGroup: groups.addGroup,
    updateGroup: groups.updateGroup,
    removeGroup: groups.removeGroup,
    archive: async (signal) => {
      // the response is streamed without parsing, so a refusal would not name the permission
      await caller.assertGranted('admin:ExportIAM')
      return (await caller.client.stream({ method: 'GET', path: '/minio/admin/v3/export-iam', signal }, caller.keys))
        .body
    },
    importArchive: async (archive) => {
      await caller.assertGranted('admin:ImportIAM')
      // the server accepts a bucket metadata archive here and imports nothing
      const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength)
      if (bytes.subarray(0, 2).toString() === 'PK' && !bytes.includes('iam-assets/'))
        throw new Failure(422, 'This archive cannot be imported', { detail: messages.notArchive })
      const imported = await caller.client
        .call(
          { method: 'PUT', path: '/minio/admin/v3/import-iam-v2', body: archive, deadline: IMPORT_TIMEOUT },
          caller.keys,
        )
        .catch((error: unknown) => {
          if (error instanceof S3Error && error.code === 'InvalidRequest')
            throw new Failure(400, messages.archiveNotRecognized, { detail: error.message })
          throw error
        })
      const { failed } = parseResponse(Imported, readJson(imported.body.toString()))
      return Object.entries(failed).flatMap(([kind, entries]) => (entries ?? []).map(({ name }) => `${name} (${kind})`))
    },
    ...createAccounts(caller, async (name) => void (await read(name))),
    sessionLength: refuseSessionLength,
    setSessionLength: refuseSessionLength,
  }
}
