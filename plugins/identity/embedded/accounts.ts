import { randomUUID } from 'node:crypto'
import { Failure, toRfc3339 } from 'stowage'
import type { AboutAccount, IdentityBackend, NewAccount } from '../backend.ts'
import type { ServiceAccount } from '../contract.ts'
import { iamEntityNotFound, parsePolicy } from 'stowage/iam'
import { type AccountRecord, type Index, getByName, newKeyPair } from 'stowage/engines/embedded'
import { assertAccessKey, assertFree, userOf } from './users.ts'
import type { EmbeddedAdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'

/** Maximum size of an inline policy in bytes (MinIO's limit). */
const MAX_RESTRICTION = 4096

const parseRestriction = (text: string) => {
  if (!text.trim()) return undefined
  const policy = JSON.stringify(parsePolicy(text))
  if (Buffer.byteLength(policy) > MAX_RESTRICTION)
    throw new Failure(400, messages.serviceAccountPolicyTooLong(MAX_RESTRICTION))
  return policy
}

const keyPairOf = ({ accessKey, secretKey }: NewAccount) => {
  if (accessKey === undefined && secretKey === undefined) return newKeyPair()
  if (accessKey === undefined || secretKey === undefined) throw new Failure(400, messages.bothKeysRequired)
  assertAccessKey(accessKey)
  return { accessKey, secretKey }
}

/** Throws `Failure` 404 unless an account with this name can own service accounts. */
const assertParent = (index: Index, name: string) => {
  if (index.root.get('root')?.accessKey !== name) userOf(index, name)
}

const toAccount = (
  accessKey: string,
  { name, description, status, expires, policy, changed }: AccountRecord,
): ServiceAccount => ({
  accessKey,
  ...(name && { name }),
  ...(description && { description }),
  status: status ?? 'enabled',
  ...(expires !== undefined && { expiration: toRfc3339(expires) }),
  policy: policy === undefined ? 'inherited' : 'inline',
  ...(changed !== undefined && { lastModified: toRfc3339(changed) }),
})

const recorded = ({ name, description, expiry }: AboutAccount) => ({
  ...(name && { name }),
  ...(description && { description }),
  ...(expiry && { expires: Date.parse(expiry) }),
})

const unknown = (accessKey: string) => iamEntityNotFound('service account', accessKey)

const accountOf = (index: Index, accessKey: string) => {
  const account = getByName(index.accounts, accessKey)
  if (!account) throw unknown(accessKey)
  return account
}

/**
 * Service accounts of the embedded engine. Users manage their own; those of others require permissions (minio-server
 * 3.6).
 */
export const createAccounts = ({ authenticate, secrets }: EmbeddedAdapterContext) =>
  ({
    accounts: async (user) => {
      const { index, caller } = authenticate()
      const parent = user ?? caller.account
      if (parent !== caller.account) caller.assert('admin:ListServiceAccounts')
      assertParent(index, parent)
      const rows = Array.from(index.accounts.getRange())
      const accounts = rows.flatMap(({ key, value }) => (value.parent === parent ? toAccount(key, value) : []))
      return accounts.sort((one, other) => (one.accessKey < other.accessKey ? -1 : 1))
    },

    othersAccounts: async () => {
      const { index, caller } = authenticate()
      caller.assert('admin:ListServiceAccounts')
      caller.assert('admin:ListUsers')
      return Array.from(index.accounts.getRange()).flatMap(({ key, value: { parent, name } }) =>
        parent === caller.account ? [] : { user: parent, accessKey: key, ...(name && { name }) },
      )
    },

    addAccount: async (account, user) => {
      const { index, caller } = authenticate()
      const parent = user ?? caller.account
      if (parent === caller.account) caller.assertOwn('admin:CreateServiceAccount')
      else caller.assert('admin:CreateServiceAccount')
      assertParent(index, parent)
      const policy = parseRestriction(account.policy)
      const keyPair = keyPairOf(account)
      assertFree(index, keyPair.accessKey)
      const secret = await secrets.hash(keyPair.secretKey)
      await index.write(() => {
        assertFree(index, keyPair.accessKey)
        assertParent(index, parent)
        void index.accounts.put(keyPair.accessKey, {
          id: randomUUID(),
          parent,
          secret,
          ...(policy !== undefined && { policy }),
          ...recorded(account),
          changed: Date.now(),
        })
      })
      return keyPair
    },

    account: async (accessKey) => {
      const { index, caller } = authenticate()
      caller.assert('admin:ListServiceAccounts')
      const account = accountOf(index, accessKey)
      return { ...toAccount(accessKey, account), ...(account.policy !== undefined && { document: account.policy }) }
    },

    updateAccount: async (accessKey, change) => {
      const { index, caller } = authenticate()
      caller.assert('admin:UpdateServiceAccount')
      caller.assert('admin:ListServiceAccounts')
      await index.write(() => {
        const { policy: before, expires, ...rest } = accountOf(index, accessKey)
        const policy = change.policy === undefined ? before : parseRestriction(change.policy)
        void index.accounts.put(accessKey, {
          ...rest,
          ...(policy !== undefined && { policy }),
          ...(change.expiry === undefined && expires !== undefined && { expires }),
          ...recorded(change),
          ...(change.status && { status: change.status }),
          changed: Date.now(),
        })
        if (change.status === 'disabled') index.endSessions(rest.parent, ({ key }) => key === accessKey)
      })
    },

    removeAccount: async (accessKey) => {
      const { index, caller } = authenticate()
      await index.write(() => {
        const account = getByName(index.accounts, accessKey)
        // without the permission, a caller only learns that it is not their own
        if (!account || (account.parent !== caller.account && !caller.may('admin:RemoveServiceAccount'))) {
          throw unknown(accessKey)
        }
        void index.accounts.remove(accessKey)
        index.endSessions(account.parent, ({ key }) => key === accessKey)
      })
    },
  }) satisfies Partial<IdentityBackend>
