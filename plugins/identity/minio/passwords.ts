import { Failure } from 'stowage'
import type { IdentityBackend } from '../backend.ts'
import type { Status } from '../contract.ts'
import type { Admin } from 'stowage/engines/minio'
import type { MinioAdapterContext } from 'stowage/server'
import { hasCode, fallbackOn } from 'stowage/engines/s3'
import * as messages from '../messages.ts'

/** Directory accounts (LDAP) have distinguished names, which cannot sign requests. */
const isOfDirectory = (account: string) => /[=,]/.test(account)

const managedElsewhere = (detail?: string) => new Failure(403, messages.passwordManagedByProvider, { detail })

/**
 * Ends all sessions of a user or, without `user`, of the caller; service accounts are not affected. Returns `kept` if
 * the caller lacks `admin:RemoveServiceAccount` or the server is too old.
 */
export const endSessions = (admin: Admin, user: string | undefined): Promise<'ended' | 'active'> => {
  const revoked = admin.send({ method: 'POST', name: 'revoke-tokens/builtin', query: { user, fullRevoke: 'true' } })
  return fallbackOn(
    revoked.then(() => 'ended' as const),
    ['AccessDenied', 'XMinioAdminVersionMismatch'],
    'active' as const,
  )
}

/** Passwords of a MinIO server (minio-server 3.7). `statusOf` throws 404 for an unknown user. */
export const createPasswords = (caller: MinioAdapterContext, statusOf: (name: string) => Promise<Status>) => {
  const { admin, account, adminAs, endSession } = caller
  return {
    // add-user also updates: it would create a missing user and enable a disabled one
    setPassword: async (name, secretKey) => {
      const status = await statusOf(name)
      await admin.send({
        method: 'PUT',
        name: 'add-user',
        needs: 'admin:CreateUser',
        query: { accessKey: name },
        sealed: { secretKey, status },
      })
      return endSessions(admin, name)
    },

    // the server accepts a user's new password only if the request is signed with the current one, not by a session
    changePassword: async (current, next) => {
      if (isOfDirectory(account)) throw managedElsewhere()
      // the next request is not signed by the session: without this check, a signed-out or restricted user could guess
      // passwords
      await caller.assertUnrestricted('admin:CreateUser')
      const ownAdmin = adminAs({ accessKey: account, secretKey: current })
      try {
        const sealed = { secretKey: next, status: 'enabled' }
        await ownAdmin.send({
          method: 'PUT',
          name: 'add-user',
          needs: 'admin:CreateUser',
          query: { accessKey: account },
          sealed,
        })
      } catch (error) {
        if (hasCode(error, 'SignatureDoesNotMatch'))
          throw new Failure(403, 'Please check your current password', { detail: error.detail })
        if (hasCode(error, 'XMinioInvalidIAMCredentials'))
          throw new Failure(403, messages.rootPasswordSetAtServer, {
            detail: error.detail,
          })
        if (hasCode(error, 'InvalidAccessKeyId')) throw managedElsewhere(error.detail)
        throw error
      }
      // signed by the account itself, because this ends the session
      const ended = await endSessions(adminAs({ accessKey: account, secretKey: next }), undefined)
      if (ended === 'active') await endSession()
    },
  } satisfies Partial<IdentityBackend>
}
