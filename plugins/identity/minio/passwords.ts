import { Failure } from 'stowage'
import type { IdentityBackend } from '../backend.ts'
import type { Status } from '../contract.ts'
import { type Admin, assertUnrestricted, type Caller, hasCode, unless } from 'stowage/engines/minio'

/** The names that a directory gives are no access keys, and sign nothing. */
const isOfDirectory = (account: string) => /[=,]/.test(account)

const keptElsewhere = (detail?: string) =>
  new Failure(403, 'The password of this account is kept by its identity provider', { detail })

/**
 * Ends all sessions of a user, or of the caller's own; a service account's pair is none. `kept` where the caller may
 * not (`admin:RemoveServiceAccount`), or the server is too old to.
 */
export const endSessions = (admin: Admin, user: string | undefined): Promise<'ended' | 'kept'> => {
  const revoked = admin.send({ method: 'POST', name: 'revoke-tokens/builtin', query: { user, fullRevoke: 'true' } })
  return unless(
    revoked.then(() => 'ended' as const),
    ['AccessDenied', 'XMinioAdminVersionMismatch'],
    'kept' as const,
  )
}

/** Passwords of a MinIO server (minio-server 3.7). `statusOf` fails with 404 for a user that does not exist. */
export const createPasswords = (caller: Caller, statusOf: (name: string) => Promise<Status>) => {
  const { admin, account, adminAs, endSession } = caller
  return {
    // adding is also how a user is changed: it would make a missing one and enable a disabled one
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

    // the server takes a new password from its owner only when the current one signs the call, never from a session
    changePassword: async (current, next) => {
      if (isOfDirectory(account)) throw keptElsewhere()
      // what follows is not signed by the session, so that whoever has signed out, or is restricted, would guess
      // passwords here
      await assertUnrestricted(caller, 'admin:CreateUser')
      const own = adminAs({ accessKey: account, secretKey: current })
      try {
        const sealed = { secretKey: next, status: 'enabled' }
        await own.send({
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
          throw new Failure(403, "The root account's password is set where the storage server is started", {
            detail: error.detail,
          })
        if (hasCode(error, 'InvalidAccessKeyId')) throw keptElsewhere(error.detail)
        throw error
      }
      // signed by the account itself, since the session ends while it is being asked
      const ended = await endSessions(adminAs({ accessKey: account, secretKey: next }), undefined)
      if (ended === 'kept') await endSession()
    },
  } satisfies Partial<IdentityBackend>
}
