import { Failure } from '../../../core/failure.ts'
import type { IdentityBackend } from '../backend.ts'
import type { Status } from '../contract.ts'
import { type Caller, hasCode } from '../../../engines/minio/caller.ts'

/** The names that a directory gives are no access keys, and sign nothing. */
const isOfDirectory = (account: string) => /[=,]/.test(account)

const keptElsewhere = (detail?: string) => new Failure(403, 'The password of this account is kept by its identity provider', detail)

/** Passwords of a MinIO server (minio-server 3.7). `statusOf` fails with 404 for a user that does not exist. */
export const createPasswords = ({ admin, account, adminAs, endSession }: Caller, statusOf: (name: string) => Promise<Status>) =>
  ({
    // adding is also how a user is changed: it would make a missing one and enable a disabled one
    setPassword: async (name, secretKey) => {
      const status = await statusOf(name)
      await admin.send({ method: 'PUT', name: 'add-user', needs: 'admin:CreateUser', query: { accessKey: name }, sealed: { secretKey, status } })
    },

    // the server takes a new password from its owner only when the current one signs the call, never from a session
    changePassword: async (current, next) => {
      if (isOfDirectory(account)) throw keptElsewhere()
      const own = adminAs({ accessKey: account, secretKey: current })
      try {
        const sealed = { secretKey: next, status: 'enabled' }
        await own.send({ method: 'PUT', name: 'add-user', needs: 'admin:CreateUser', query: { accessKey: account }, sealed })
      } catch (error) {
        if (hasCode(error, 'SignatureDoesNotMatch')) throw new Failure(403, 'Please check your current password', error.detail)
        if (hasCode(error, 'XMinioInvalidIAMCredentials'))
          throw new Failure(403, "The root account's password is set where the storage server is started", error.detail)
        if (hasCode(error, 'InvalidAccessKeyId')) throw keptElsewhere(error.detail)
        throw error
      }
      await endSession()
    },
  }) satisfies Partial<IdentityBackend>
