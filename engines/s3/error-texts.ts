import type { Failure } from '../../core/protocol/failure.ts'

/**
 * Messages of S3 servers whose error code is ambiguous, in the words of MinIO. Each has a test with the server's
 * original text. Messages are parsed nowhere else.
 */

type ErrorText = Pick<Failure, 'message' | 'detail'>

/** The server has not loaded its users yet. At sign-in, its error code means something else. */
export const isStarting = (message: string) => /^(Server|IAM sub-system) not initialized\b/.test(message)

/** A drive filled up during a write; only a full storage that the server predicts has its own code. */
export const isDriveFull = (message: string) => /no space left on device/.test(message)

/** SlowDown of MinIO of 2023: too few drives. Later releases have codes for reads and writes. */
export const isQuorumMissing = (message: string) => /^Resource requested is unreadable\b/.test(message)

/** InvalidRequest: the object is encrypted with a customer-provided key (SSE-C). */
export const isSealed = ({ message }: ErrorText) => message.includes('Server Side Encryption')

/** InvalidRequest: the bucket has no object locking. */
export const isWithoutLocking = ({ message }: ErrorText) => message.includes('ObjectLockConfiguration')

/** InvalidRequest of MinIO, AccessDenied of AWS and VersityGW: a legal hold or retention forbids it. */
export const isLocked = ({ message, detail = '' }: ErrorText) =>
  message.includes('WORM') || detail.includes('protected by object lock')

/** AccessDenied of SeaweedFS: its IAM API accepts known reads only. */
export const isReadOnlyIam = ({ detail = '' }: ErrorText) => /IAM write operations are disabled/.test(detail)

/** InvalidArgument: the bucket subscribes to a target that does not exist. */
export const isTargetMissing = ({ detail = '' }: ErrorText) => /destination ARN/.test(detail)

/**
 * The server has no IAM API: AuthorizationHeaderMalformed of Garage, which signs for S3 only, and MissingParameter of
 * MinIO, which takes every form for a call of STS.
 */
export const isWithoutIam = ({ detail = '' }: ErrorText) =>
  /unexpected scope: '[^']*\/iam\/|Invalid STS API version/.test(detail)
