import type { Failure } from '../../core/protocol/failure.ts'
import { type Cause, cause, causeOfS3, isCode, listBuckets } from '../s3/causes.ts'
import type { Client } from '../s3/client.ts'
import type { Keys } from '../s3/sign.ts'
import {
  proxyMustPassAdminApi,
  noAdminApi,
  checkDrives,
  noSts,
  keysOfUserAdvice,
  noTemporaryKeys,
  s3ServerAdvice,
} from './messages.ts'

/** Cause of a failed STS call with keys that are valid for S3. */
export const causeOfSts = (error: unknown, host: string): Cause => {
  if (isCode(/^AccessDenied$/, error)) return cause('sts-denied', noTemporaryKeys(host), keysOfUserAdvice)
  return cause('no-sts', noSts(host, (error as Error).message), s3ServerAdvice)
}

/** Cause of a failed admin call with keys that are valid for S3. */
export const causeOfAdmin = (error: unknown, host: string): Cause =>
  isCode(/^XMinio.*NotInitialized$/, error)
    ? cause('starting', `${host} is starting`, checkDrives)
    : cause('no-admin', noAdminApi(host, (error as Error).message), proxyMustPassAdminApi(s3ServerAdvice))

/**
 * Why signing in failed although the key pair may be right; `undefined` if the key pair is the cause, which a sign-in
 * page must not explain further.
 */
export const causeOfSignIn = async (
  client: Client,
  keyPair: Keys,
  refusals: readonly Failure[],
): Promise<Cause | undefined> => {
  try {
    await listBuckets(client, keyPair)
  } catch (error) {
    const s3Cause = causeOfS3(error, client.host)
    const isOfServer = s3Cause && ['not-s3', 'scheme', 'clock', 'region', 'starting'].includes(s3Cause.code)
    return isOfServer ? s3Cause : undefined
  }
  return causeOfSts(refusals[0], client.host)
}
