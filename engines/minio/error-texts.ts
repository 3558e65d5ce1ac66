import type { Failure } from '../../core/protocol/failure.ts'

/**
 * Messages of the APIs that only MinIO has, where the error code is ambiguous. Each has a test with the server's
 * original text. Messages are parsed nowhere else.
 */

type ErrorText = Pick<Failure, 'message' | 'detail'>

const textOf = ({ message, detail = '' }: ErrorText) => `${message} ${detail}`

/** Too few drives were writable. STS has no code for it. */
export const isWriteFailure = ({ detail = '' }: ErrorText) =>
  /SlowDownWrite|insufficient for the write operation/.test(detail)

/**
 * The directory is unreachable. The code is that of a wrong password; the LDAP library numbers its own errors from 200
 * up (ErrorNetwork).
 */
export const isDirectoryUnreachable = ({ detail = '' }: ErrorText) => /LDAP Result Code 200 /.test(detail)

/** Another tool set a role in the replication configuration, which then allows only one target. */
export const isRoleSet = (error: ErrorText) => /`Role` should be empty/.test(textOf(error))

/** XMinioIAMServiceAccountNotAllowed: another account has this access key. */
export const isAccessKeyTaken = ({ message }: ErrorText) => /taken/.test(message)

/** InternalError: the policy is built in. */
export const isBuiltIn = ({ message }: ErrorText) => /inbuilt/.test(message)

/** InternalError of some versions: the KMS already has a key of this name; the server misspells "exists". */
export const isKmsKeyTaken = ({ message }: ErrorText) => /already exi/.test(message)

/** InternalError of some versions: the KMS does not support this. */
export const isUnsupportedByKms = ({ message }: ErrorText) => /not supported/.test(message)

/** Tier errors: the remote storage is unreachable. */
export const isRemoteUnreachable = (error: ErrorText) =>
  /dial tcp|connection (refused|reset)|no such host|is offline|timeout|deadline exceeded|network is unreachable|unreachable|certificate|gave HTTP response to HTTPS client/i.test(
    textOf(error),
  )

/** Tier errors: the remote bucket does not exist. */
export const isRemoteBucketMissing = (error: ErrorText) =>
  /bucket does not exist|bucket not found|NoSuchBucket/i.test(textOf(error))

/** Tier errors: the remote storage rejects the credentials. */
export const isRemoteRefusal = (error: ErrorText) =>
  /signature|access key|credential|not authorized|accessdenied|access (is )?denied|account is disabled|invalid_grant|forbidden/i.test(
    textOf(error),
  )

/** Replication: what a target that answers refuses; `keys` if it does not know them, or the secret key is wrong. */
export const targetRefusalOf = (error: ErrorText): 'keys' | 'permissions' | undefined => {
  if (/access key id|request signature/i.test(textOf(error))) return 'keys'
  return /access denied/i.test(textOf(error)) ? 'permissions' : undefined
}
