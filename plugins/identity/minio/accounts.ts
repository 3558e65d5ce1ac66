import * as v from 'valibot'
import { Failure, toRfc3339 } from 'stowage'
import type { IdentityBackend } from '../backend.ts'
import { KeyPair, type ServiceAccount } from '../contract.ts'
import { entriesOf, isAccessKeyTaken, parseDocument, policyAsWritten, sendPolicy } from 'stowage/engines/minio'
import { iamEntityNotFound } from 'stowage/iam'
import type { MinioAdapterContext } from 'stowage/server'
import { hasCode, type S3Error, fallbackOn } from 'stowage/engines/s3'
import * as messages from '../messages.ts'

const Account = v.object({
  accessKey: v.string(),
  accountStatus: v.optional(v.string()),
  name: v.optional(v.string()),
  description: v.optional(v.string()),
  expiration: v.nullish(v.string()),
  impliedPolicy: v.optional(v.boolean()),
})

/** `comment` is the description on servers before May 2023. */
const Detailed = v.object({ ...Account.entries, comment: v.optional(v.string()), policy: v.optional(v.string(), '') })

/** Servers before May 2023 list only the access keys. */
const Accounts = v.object({ accounts: v.nullish(v.array(v.union([v.string(), Account])), []) })

const KeysOfUser = v.object({ serviceAccounts: v.nullish(v.array(v.pick(Account, ['accessKey'])), []) })

/** The server returns 1970-01-01 for no expiration. */
const toAccount = ({
  accessKey,
  accountStatus,
  name,
  description,
  expiration,
  impliedPolicy,
}: v.InferOutput<typeof Account>): ServiceAccount => ({
  accessKey,
  ...(impliedPolicy !== undefined && { policy: impliedPolicy ? 'inherited' : 'inline' }),
  ...(name && { name }),
  ...(description && { description }),
  ...(accountStatus && { status: accountStatus === 'off' ? 'disabled' : 'enabled' }),
  ...(expiration && Date.parse(expiration) > 0 && { expiration: toRfc3339(expiration) }),
})

/** The server's value for no expiration. */
const NO_EXPIRATION = '1970-01-01T00:00:00Z'

const CreatedAccount = v.object({ credentials: KeyPair })

const isNameInUseError = (error: unknown): error is S3Error =>
  hasCode(error, 'XMinioIAMActionNotAllowed', 'XMinioInvalidIAMCredentials') ||
  (hasCode(error, 'XMinioIAMServiceAccountNotAllowed') && isAccessKeyTaken(error))

const toNotFound = (accessKey: string) => (error: unknown) => {
  if (error instanceof Failure && error.status === 404)
    throw iamEntityNotFound('service account', accessKey, error.detail)
  throw error
}

/**
 * Service accounts of a MinIO server (minio-server 3.6). `assertUser` throws 404 for an unknown user. Requests for the
 * caller's own accounts omit the user, because naming it requires the permission for other users.
 */
export const createAccounts = (caller: MinioAdapterContext, assertUser: (name: string) => Promise<void>) => {
  const { admin, account, client } = caller
  const detailed = async (accessKey: string) => {
    const { comment, ...info } = await admin
      .read(v.omit(Detailed, ['accessKey']), {
        method: 'GET',
        name: 'info-service-account',
        needs: 'admin:ListServiceAccounts',
        query: { accessKey },
      })
      .catch(toNotFound(accessKey))
    return { ...info, description: info.description ?? comment }
  }

  return {
    accounts: async (user) => {
      const otherUser = user === account ? undefined : user
      const list = await admin.read(Accounts, {
        method: 'GET',
        name: 'list-service-accounts',
        needs: 'admin:ListServiceAccounts',
        query: { user: otherUser },
      })
      const withDetails = async (accessKey: string) => ({ ...(await detailed(accessKey)), accessKey })
      const accounts = await Promise.all(
        (list.accounts ?? []).map(async (one) =>
          toAccount(typeof one === 'string' ? await client.oneOfMany(() => withDetails(one)) : one),
        ),
      )
      if (otherUser && !accounts.length) await fallbackOn(assertUser(otherUser), ['AccessDenied'], undefined)
      return accounts.sort((one, next) => (one.accessKey < next.accessKey ? -1 : 1))
    },

    othersAccounts: async () => {
      await caller.assertGranted('admin:ListUsers')
      const users = await admin.read(entriesOf(KeysOfUser), {
        method: 'GET',
        name: 'list-access-keys-bulk',
        needs: 'admin:ListServiceAccounts',
        query: { listType: 'svcacc-only', all: 'true' },
      })
      return users.flatMap(([user, { serviceAccounts }]) =>
        user === account ? [] : (serviceAccounts ?? []).map(({ accessKey }) => ({ user, accessKey })),
      )
    },

    addAccount: async ({ policy, accessKey, secretKey, name, description, expiry }, user) => {
      const sealed = {
        ...(policy.trim() && { policy: parseDocument(policy) }),
        ...(user && user !== account && { targetUser: user }),
        ...(accessKey && { accessKey }),
        ...(secretKey && { secretKey }),
        ...(name && { name }),
        ...(description && { description, comment: description }),
        ...(expiry && { expiration: expiry }),
      }
      try {
        return (
          await sendPolicy(policy, () =>
            admin.read(CreatedAccount, {
              method: 'PUT',
              name: 'add-service-account',
              needs: 'admin:CreateServiceAccount',
              sealed,
            }),
          )
        ).credentials
      } catch (error) {
        if (accessKey && isNameInUseError(error))
          throw new Failure(409, messages.accessKeyInUse(accessKey), { detail: error.detail })
        throw error
      }
    },

    account: async (accessKey) => {
      // check the permission first: the server reveals whether the account exists
      await caller.assertGranted('admin:ListServiceAccounts')
      const { policy, ...details } = await detailed(accessKey)
      return {
        ...toAccount({ ...details, accessKey }),
        ...(details.impliedPolicy === false && { document: policyAsWritten(policy) }),
      }
    },

    updateAccount: async (accessKey, { name, description, expiry, status, policy }) => {
      await caller.assertGranted('admin:UpdateServiceAccount')
      await caller.assertGranted('admin:ListServiceAccounts')
      const before = await detailed(accessKey)
      // an update without a policy would remove the current one
      const currentPolicy = before.impliedPolicy === false ? before.policy : ''
      const newPolicy = (policy ?? currentPolicy).trim()
      const sealed = {
        ...(newPolicy && { newPolicy: parseDocument(newPolicy) }),
        ...(name && { newName: name }),
        ...(description && { newDescription: description }),
        ...(expiry !== undefined && { newExpiration: expiry || NO_EXPIRATION }),
        ...(status && { newStatus: status === 'disabled' ? 'off' : 'on' }),
      }
      const call = {
        method: 'POST',
        name: 'update-service-account',
        needs: 'admin:UpdateServiceAccount',
        query: { accessKey },
        sealed,
      } as const
      await sendPolicy(newPolicy, () => admin.send(call)).catch(toNotFound(accessKey))
    },

    removeAccount: (accessKey) =>
      admin
        .send({
          method: 'DELETE',
          name: 'delete-service-account',
          needs: 'admin:RemoveServiceAccount',
          query: { accessKey },
        })
        .catch(toNotFound(accessKey)),
  } satisfies Partial<IdentityBackend>
}
