import * as v from 'valibot'
import { Failure, missingFeatures } from 'stowage'
import { hasCode, NOT_OFFERED } from 'stowage/engines/s3'
import { iamEntityNotFound } from 'stowage/iam'
import type { S3AdapterContext } from 'stowage/server'
import type { IdentityBackend } from '../backend.ts'
import type { ServiceAccount, Status } from '../contract.ts'

const Listed = v.object({ AccessKeyId: v.string(), Status: v.optional(v.string()) })
const Created = v.object({ AccessKey: v.object({ AccessKeyId: v.string(), SecretAccessKey: v.string() }) })

const LastUsed = v.object({ AccessKeyLastUsed: v.optional(v.object({ LastUsedDate: v.optional(v.string()) })) })

const statusOf = (status = 'Active'): Status => (status === 'Active' ? 'enabled' : 'disabled')

const refuseSettings = () => {
  throw new Failure(501, missingFeatures['access-key-settings'], { code: NOT_OFFERED })
}

/** Users as far as access keys need them: names of all, and a check that throws 404 for an unknown one. */
type Users = { all(): Promise<string[]>; assertExists(name: string): Promise<void> }

/** Access keys of IAM users, which the console shows as service accounts. */
export const createAccessKeys = ({ iam, client, capabilities }: S3AdapterContext, users: Users) => {
  /** When a key was last used: `null` if the server recorded no use, `undefined` if it does not report it. */
  const lastUseOf = async (accessKey: string): Promise<string | null | undefined> => {
    try {
      const { AccessKeyLastUsed: use } = await capabilities.use('key-usage', '', 'read', () =>
        iam.read(LastUsed, 'GetAccessKeyLastUsed', { AccessKeyId: accessKey }),
      )
      return use?.LastUsedDate ?? null
    } catch (error) {
      if (error instanceof Failure) return undefined
      throw error
    }
  }

  const withLastUse = (keys: ServiceAccount[]) =>
    Promise.all(
      keys.map(async (key) => {
        const lastUsed = await client.oneOfMany(() => lastUseOf(key.accessKey))
        return lastUsed === undefined ? key : { ...key, lastUsed }
      }),
    )

  const keysOf = async (user: string | undefined): Promise<ServiceAccount[]> => {
    const keys = await iam.list(Listed, 'AccessKeyMetadata', 'ListAccessKeys', { UserName: user })
    return keys
      .map(({ AccessKeyId, Status }) => ({ accessKey: AccessKeyId, status: statusOf(Status) }))
      .sort((one, next) => (one.accessKey < next.accessKey ? -1 : 1))
  }

  const knownKeysOf = async (user?: string): Promise<ServiceAccount[]> => {
    try {
      const keys = await keysOf(user)
      // some servers list no keys of a user who does not exist
      if (user !== undefined && keys.length === 0) await users.assertExists(user)
      return keys
    } catch (error) {
      if (user !== undefined)
        throw hasCode(error, 'NoSuchEntity') ? iamEntityNotFound('user', user, error.detail) : error
      // the account that a server was started with is no user, and has no keys in IAM
      if (hasCode(error, 'ValidationError', 'NoSuchEntity')) return []
      throw error
    }
  }

  const keysOfAll = async () => {
    const names = await users.all()
    return Promise.all(names.map((user) => client.oneOfMany(async () => ({ user, keys: await keysOf(user) }))))
  }

  /** The owner of a key; `undefined` is the caller. Servers need its name to change the key. Throws 404 without one. */
  const ownerOf = async (accessKey: string) => {
    const has = (keys: readonly ServiceAccount[]) => keys.find((key) => key.accessKey === accessKey)
    const own = has(await knownKeysOf())
    if (own) return { user: undefined, key: own }
    for (const { user, keys } of await keysOfAll()) {
      const key = has(keys)
      if (key) return { user, key }
    }
    throw iamEntityNotFound('service account', accessKey)
  }

  return {
    accounts: async (user) => withLastUse(await knownKeysOf(user)),

    othersAccounts: async () =>
      (await keysOfAll()).flatMap(({ user, keys }) => keys.map(({ accessKey }) => ({ user, accessKey }))),

    addAccount: async ({ policy, accessKey, secretKey, name, description, expiry }, user) => {
      if (accessKey || secretKey) throw new Failure(501, missingFeatures['chosen-keys'], { code: NOT_OFFERED })
      if (policy.trim() || name || description || expiry) refuseSettings()
      const { AccessKey } = await iam
        .read(Created, 'CreateAccessKey', { UserName: user })
        .catch((error: unknown): never => {
          throw user !== undefined && hasCode(error, 'NoSuchEntity')
            ? iamEntityNotFound('user', user, error.detail)
            : error
        })
      return { accessKey: AccessKey.AccessKeyId, secretKey: AccessKey.SecretAccessKey }
    },

    account: async (accessKey) => (await ownerOf(accessKey)).key,

    updateAccount: async (accessKey, { status, policy, name, description, expiry }) => {
      if (policy || name || description || expiry) refuseSettings()
      const { user } = await ownerOf(accessKey)
      if (!status) return
      const Status = status === 'enabled' ? 'Active' : 'Inactive'
      await iam.send('UpdateAccessKey', { UserName: user, AccessKeyId: accessKey, Status })
    },

    removeAccount: async (accessKey) => {
      const { user } = await ownerOf(accessKey)
      await iam.send('DeleteAccessKey', { UserName: user, AccessKeyId: accessKey })
    },
  } satisfies Partial<IdentityBackend>
}
