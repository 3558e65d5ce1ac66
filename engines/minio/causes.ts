import { Failure } from '../../core/protocol/failure.ts'
import type { Client } from './client.ts'
import { S3Error } from './s3-error.ts'
import type { Keys } from './sign.ts'

/** Why a storage server cannot be used, and what to do about it, as sentences. */
export type Cause = { code: string; message: string; fix: string }

const cause = (code: string, message: string, fix: string): Cause => ({ code, message, fix })

const isCode = (pattern: RegExp, error: unknown) => error instanceof S3Error && pattern.test(error.code)

const unknownKey = /^(InvalidAccessKeyId|InvalidClientTokenId|InvalidTokenId)$/

/** Cause of a failed S3 request. `undefined` if the server accepted the signature and only denied access. */
export const causeOfS3 = (error: unknown, host: string): Cause | undefined => {
  if (!(error instanceof Failure)) return cause('unknown', String(error), 'This is a defect of the console; report it')
  const text = [error.message, error.detail].filter(Boolean).join(': ')
  if (!(error instanceof S3Error)) return cause('connection', text, 'Start the storage server, or correct its address')
  if (isCode(unknownKey, error))
    return cause('key', `${host} has no such access key`, 'Check the access key; it may be disabled or expired')
  if (isCode(/^SignatureDoesNotMatch$/, error))
    return cause(
      'secret',
      `${host} refused the signature`,
      'Check the secret key. If it is right, a proxy in front of the server changes the Host header: let it pass on the original one',
    )
  if (isCode(/^RequestTimeTooSkewed$/, error))
    return cause(
      'clock',
      `The clocks of the console and ${host} differ by more than 15 minutes`,
      'Synchronize both clocks',
    )
  if (isCode(/^AuthorizationHeaderMalformed$/, error))
    return cause('region', `${host} has another region`, 'Set CONSOLE_MINIO_REGION to the region of the server')
  if (isCode(/NotInitialized$/, error))
    return cause('starting', `${host} is starting`, 'Wait, and check that all drives of the server are mounted')
  if (isCode(/^AccessDenied$/, error)) return undefined
  if (/HTTP request to an HTTPS server/i.test(text))
    return cause('scheme', `${host} expects TLS`, 'Use https:// in CONSOLE_MINIO_SERVER')
  if (error.code === '')
    return cause(
      'not-s3',
      `${host} is not an S3 server: ${error.message}`,
      'CONSOLE_MINIO_SERVER must be the address of the S3 API, not of a web page; MinIO has it on port 9000',
    )
  return cause('refused', `${host} refused to list buckets: ${text}`, 'See the log of the storage server')
}

/** The S3 request that all servers answer: a list of buckets. Rejects as the client does. */
export const listBuckets = async (client: Client, keys?: Keys) => {
  const { headers, body } = await client.call({ method: 'GET', path: '/' }, keys)
  if (!/<ListAllMyBucketsResult/.test(body.toString()))
    throw new S3Error(502, 'it answers with something else than a list of buckets', { code: '' })
  return String(headers.server ?? '')
}

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
    'Stowage needs a server with the STS and admin API of MinIO',
  )
}

/** Cause of a failed admin call with keys that are valid for S3. */
export const causeOfAdmin = (error: unknown, host: string): Cause =>
  isCode(/^XMinio.*NotInitialized$/, error)
    ? cause('starting', `${host} is starting`, 'Wait, and check that all drives of the server are mounted')
    : cause(
        'no-admin',
        `${host} accepts the key pair, but has no MinIO admin API: ${(error as Error).message}`,
        'Stowage needs a server with the admin API of MinIO; a proxy in front of it must pass on /minio/admin/',
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
