import type { Failure } from '../../core/protocol/failure.ts'
import { type Cause, cause, causeOfS3, isCode, listBuckets } from '../s3/causes.ts'
import type { Client } from '../s3/client.ts'
import type { Keys } from '../s3/sign.ts'

const NO_MINIO = 'If it is no MinIO server, set CONSOLE_S3_SERVER instead of CONSOLE_MINIO_SERVER'

/** Cause of a failed STS call with keys that are valid for S3. */
export const causeOfSts = (error: unknown, host: string): Cause => {
  if (isCode(/^AccessDenied$/, error))
    return cause(
      'sts-denied',
      `${host} gives this access key no temporary keys`,
      'Use the access key of a user instead of a service account, or offer STS on the server',
    )
  return cause(
    'no-sts',
    `${host} accepts the key pair, but has no STS (AssumeRole): ${(error as Error).message}`,
    NO_MINIO,
  )
}

/** Cause of a failed admin call with keys that are valid for S3. */
export const causeOfAdmin = (error: unknown, host: string): Cause =>
  isCode(/^XMinio.*NotInitialized$/, error)
    ? cause('starting', `${host} is starting`, 'Wait, and check that all drives of the server are mounted')
    : cause(
        'no-admin',
        `${host} accepts the key pair, but has no MinIO admin API: ${(error as Error).message}`,
        `${NO_MINIO}. A proxy in front of MinIO must pass on /minio/admin/`,
      )

/**
 * Why signing in failed although the key pair may be right; `undefined` if the key pair is the cause, which a sign-in
 * page must not explain further.
 */
export const causeOfSignIn = async (
  client: Client,
  pair: Keys,
  refusals: readonly Failure[],
): Promise<Cause | undefined> => {
  try {
    await listBuckets(client, pair)
  } catch (error) {
    const found = causeOfS3(error, client.host)
    const isOfServer = found && ['not-s3', 'scheme', 'clock', 'region', 'starting'].includes(found.code)
    return isOfServer ? found : undefined
  }
  return causeOfSts(refusals[0], client.host)
}
