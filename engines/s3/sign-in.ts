import { randomBytes } from 'node:crypto'
import { Failure } from '../../core/protocol/failure.ts'
import { SignInRefused } from '../sign-in-refused.ts'
import { causeOfS3, listBuckets, variablesOf } from './causes.ts'
import type { Client } from './client.ts'
import { hasCode } from './has-code.ts'
import type { Keys } from './sign.ts'

/**
 * Whether a refusal to list buckets is about the permission and not about the key pair: some servers use the same code
 * for both. If so, the same request with a wrong secret gets a different response.
 */
const isSigned = async (client: Client, keys: Keys, refusal: Failure) => {
  const wrong = { ...keys, secretKey: randomBytes(24).toString('base64url') }
  const other = await listBuckets(client, wrong).then(
    () => undefined,
    (error: unknown) => error,
  )
  return other instanceof Failure && (other.code !== refusal.code || other.detail !== refusal.detail)
}

/** Codes of servers for keys that are wrong, or whose session token is. */
const wrongKeys = [
  'InvalidAccessKeyId',
  'InvalidClientTokenId',
  'InvalidTokenId',
  'InvalidToken',
  'ExpiredToken',
  'SignatureDoesNotMatch',
  // VersityGW with a single account
  'XAdminUserNotFound',
  'AccessDenied',
]

/**
 * Verifies a key pair by listing buckets. A caller who may not list them is accepted, too. Throws `SignInRefused` for
 * wrong keys, and a `Failure` that says what to do if the server is the cause.
 */
export const verifyKeys = async (client: Client, keys: Keys): Promise<void> => {
  try {
    await listBuckets(client, keys)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (hasCode(error, 'AccessDenied') && (await isSigned(client, keys, error))) return
    if (hasCode(error, ...wrongKeys))
      throw new SignInRefused(hasCode(error, 'SignatureDoesNotMatch') ? 'exists' : 'unknown', error.detail)
    if (error.status === 503) throw error
    const cause = causeOfS3(error, client.host, variablesOf('s3'))
    throw cause ? new Failure(502, cause.message, { detail: cause.fix }) : error
  }
}
