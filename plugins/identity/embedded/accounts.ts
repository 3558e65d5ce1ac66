import { Failure } from '../../../core/failure.ts'
import type { IdentityBackend, NewAccount } from '../backend.ts'
import { parsePolicy } from '../../../engines/policy/policy.ts'
import type { EmbeddedKit } from '../../../engines/embedded/kit.ts'
import { newKeyPair } from '../../../engines/embedded/secrets.ts'
import { endSessions } from '../../../engines/embedded/sessions.ts'
import { type Index, lookUp } from '../../../engines/embedded/store/database.ts'
import { assertAccessKey, assertFree, userOf } from './users.ts'

/** The most that the restriction of a service account may take, in bytes (MinIO's own limit). */
const MAX_RESTRICTION = 4096

const parseRestriction = (text: string) => {
  if (!text.trim()) return undefined
  const policy = JSON.stringify(parsePolicy(text))
  if (Buffer.byteLength(policy) > MAX_RESTRICTION)
    throw new Failure(400, `The policy of a service account has at most ${MAX_RESTRICTION} bytes`)
  return policy
}

const pairOf = ({ accessKey, secretKey }: NewAccount) => {
  if (accessKey === undefined && secretKey === undefined) return newKeyPair()
  if (accessKey === undefined || secretKey === undefined)
    throw new Failure(400, 'Give both an access key and a secret key, or neither')
  assertAccessKey(accessKey)
  return { accessKey, secretKey }
}

/** Throws `Failure` 404 for an account that cannot have service accounts, because there is none of that name. */
const assertParent = (index: Index, name: string) => {
  if (index.root.get('root')?.accessKey !== name) userOf(index, name)
}

/** Service accounts of the embedded engine. Everybody has their own; others' need a right (minio-server 3.6). */
export const createAccounts = ({ enter, secrets }: EmbeddedKit) =>
  ({
    accounts: async (user) => {
      const { index, caller } = enter()
      const parent = user ?? caller.account
      if (parent !== caller.account) caller.assert('admin:ListServiceAccounts')
      assertParent(index, parent)
      const rows = Array.from(index.accounts.getRange())
      const keys = rows.flatMap(({ key, value }) => (value.parent === parent ? key : []))
      return keys.sort().map((accessKey) => ({ accessKey }))
    },

    addAccount: async (account, user) => {
      const { index, caller } = enter()
      const parent = user ?? caller.account
      if (parent === caller.account) caller.assertOwn('admin:CreateServiceAccount')
      else caller.assert('admin:CreateServiceAccount')
      assertParent(index, parent)
      const policy = parseRestriction(account.policy)
      const pair = pairOf(account)
      assertFree(index, pair.accessKey)
      const secret = await secrets.hash(pair.secretKey)
      await index.write(() => {
        assertFree(index, pair.accessKey)
        assertParent(index, parent)
        void index.accounts.put(pair.accessKey, { parent, secret, ...(policy !== undefined && { policy }) })
      })
      return pair
    },

    removeAccount: async (accessKey) => {
      const { index, caller } = enter()
      await index.write(() => {
        const account = lookUp(index.accounts, accessKey)
        // who may not remove it learns no more than that it is not theirs
        if (!account || (account.parent !== caller.account && !caller.may('admin:RemoveServiceAccount'))) {
          throw new Failure(404, `The service account "${accessKey}" does not exist`)
        }
        void index.accounts.remove(accessKey)
        endSessions(index, account.parent, ({ key }) => key === accessKey)
      })
    },
  }) satisfies Partial<IdentityBackend>
