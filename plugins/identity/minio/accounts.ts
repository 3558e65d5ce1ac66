import * as v from 'valibot'
import { Failure } from '../../../core/failure.ts'
import { onWire } from '../../../core/moment.ts'
import type { IdentityBackend } from '../backend.ts'
import { KeyPair, type ServiceAccount } from '../contract.ts'
import { type Caller, hasCode, unless } from '../../../engines/minio/caller.ts'
import { parseDocument } from '../../../engines/minio/policies.ts'
import type { Refusal } from '../../../engines/minio/refusal.ts'

const Account = v.object({
  accessKey: v.string(),
  accountStatus: v.optional(v.string()),
  name: v.optional(v.string()),
  description: v.optional(v.string()),
  expiration: v.nullish(v.string()),
})

const Accounts = v.object({ accounts: v.nullish(v.array(Account), []) })

/** The server writes the beginning of 1970 where there is no end. */
const toAccount = ({ accessKey, accountStatus, name, description, expiration }: v.InferOutput<typeof Account>): ServiceAccount => ({
  accessKey,
  ...(name && { name }),
  ...(description && { description }),
  ...(accountStatus && { status: accountStatus === 'off' ? 'disabled' : 'enabled' }),
  ...(expiration && Date.parse(expiration) > 0 && { expiration: onWire(expiration) }),
})

const Made = v.object({ credentials: KeyPair })

const taken = (error: unknown): error is Refusal =>
  hasCode(error, 'XMinioIAMActionNotAllowed', 'XMinioInvalidIAMCredentials') ||
  (hasCode(error, 'XMinioIAMServiceAccountNotAllowed') && /taken/.test(error.message))

/**
 * Service accounts of a MinIO server (minio-server 3.6). `assertUser` fails with 404 for a user that does not exist. For the
 * caller's own the user is left out, since naming it would count as asking for somebody else's.
 */
export const createAccounts = ({ admin, account }: Caller, assertUser: (name: string) => Promise<void>) =>
  ({
    accounts: async (user) => {
      const other = user === account ? undefined : user
      const list = await admin.read(Accounts, { method: 'GET', name: 'list-service-accounts', needs: 'admin:ListServiceAccounts', query: { user: other } })
      const found = (list.accounts ?? []).map(toAccount)
      if (other && !found.length) await unless(assertUser(other), ['AccessDenied'], undefined)
      return found.sort((one, next) => (one.accessKey < next.accessKey ? -1 : 1))
    },

    addAccount: async ({ policy, accessKey, secretKey }, user) => {
      const sealed = {
        ...(policy.trim() && { policy: parseDocument(policy) }),
        ...(user && user !== account && { targetUser: user }),
        ...(accessKey && { accessKey }),
        ...(secretKey && { secretKey }),
      }
      try {
        return (await admin.read(Made, { method: 'PUT', name: 'add-service-account', needs: 'admin:CreateServiceAccount', sealed })).credentials
      } catch (error) {
        if (accessKey && taken(error)) throw new Failure(409, `The access key "${accessKey}" is already in use`, error.detail)
        throw error
      }
    },

    removeAccount: (accessKey) => admin.send({ method: 'DELETE', name: 'delete-service-account', needs: 'admin:RemoveServiceAccount', query: { accessKey } }),
  }) satisfies Partial<IdentityBackend>
