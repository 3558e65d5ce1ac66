import type { Failure } from '../../core/failure.ts'

/**
 * What a MinIO server says in English only, under a code that has several meanings. Each text has a test with the
 * server's own words. Nothing else takes its messages apart.
 */

type Said = Pick<Failure, 'message' | 'detail'>

const said = ({ message, detail = '' }: Said) => `${message} ${detail}`

/** It has not loaded its users yet, which it says at sign-in under codes that mean something else. */
export const isStarting = (message: string) => /^(Server|IAM sub-system) not initialized\b/.test(message)

/** A drive filled up while something was written; only a full storage that it foresees has a code of its own. */
export const isDriveFull = (message: string) => /no space left on device/.test(message)

/** Too few drives could write. STS has no code for it. */
export const isWriteFailure = ({ detail = '' }: Said) =>
  /SlowDownWrite|insufficient for the write operation/.test(detail)

/**
 * The directory does not answer. The code is that of a wrong password; the LDAP library numbers its own failures from
 * 200 up (ErrorNetwork).
 */
export const isDirectoryAway = ({ detail = '' }: Said) => /LDAP Result Code 200 /.test(detail)

/** InvalidRequest: the object is encrypted with its owner's key (SSE-C). */
export const isSealed = ({ message }: Said) => message.includes('Server Side Encryption')

/** InvalidRequest: the bucket has no object locking. */
export const isWithoutLocking = ({ message }: Said) => message.includes('ObjectLockConfiguration')

/** InvalidRequest: a hold or retention forbids it. */
export const isLocked = ({ message }: Said) => message.includes('WORM')

/** InvalidArgument: the bucket has a subscription to a target that does not exist. */
export const isTargetMissing = ({ detail = '' }: Said) => /destination ARN/.test(detail)

/** Another tool gave a replication configuration a role, which allows one target only. */
export const isRoleSet = (error: Said) => /`Role` should be empty/.test(said(error))

/** XMinioIAMServiceAccountNotAllowed: another account has this access key. */
export const isAccessKeyTaken = ({ message }: Said) => /taken/.test(message)

/** InternalError: the policy comes with the server. */
export const isBuiltIn = ({ message }: Said) => /inbuilt/.test(message)

/** InternalError of some versions: the key management has a key of this name; the server misspells "exists". */
export const isKmsKeyThere = ({ message }: Said) => /already exi/.test(message)

/** InternalError of some versions: the key management cannot do this. */
export const isUnsupportedByKms = ({ message }: Said) => /not supported/.test(message)

/** Of a tier: nobody answers at the other end. */
export const isRemoteAway = (error: Said) =>
  /dial tcp|connection (refused|reset)|no such host|timeout|deadline exceeded|network is unreachable|unreachable|certificate/i.test(
    said(error),
  )

/** Of a tier: there is no such bucket at the other end. */
export const isRemoteBucketMissing = (error: Said) =>
  /bucket does not exist|bucket not found|NoSuchBucket/i.test(said(error))

/** Of a tier: the other end refuses the credentials. */
export const isRemoteRefusal = (error: Said) =>
  /signature|access key|credential|not authorized|accessdenied|access denied|account is disabled|invalid_grant|forbidden/i.test(
    said(error),
  )
