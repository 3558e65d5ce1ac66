import { Failure } from '../../core/protocol/failure.ts'
import type { Client } from './client.ts'
import { S3Error } from './s3-error.ts'
import type { Keys } from './sign.ts'

/** Why a storage server cannot be used, and what to do about it, as sentences. */
export type Cause = { code: string; message: string; fix: string }

export const cause = (code: string, message: string, fix: string): Cause => ({ code, message, fix })

export const isCode = (pattern: RegExp, error: unknown) => error instanceof S3Error && pattern.test(error.code)

const unknownKey = /^(InvalidAccessKeyId|InvalidClientTokenId|InvalidTokenId)$/

/** Names of the variables for a server, for the advice to change them. */
export const variablesOf = (engine: 'minio' | 's3') => ({
  server: engine === 's3' ? 'CONSOLE_S3_SERVER' : 'CONSOLE_MINIO_SERVER',
  region: engine === 's3' ? 'CONSOLE_S3_REGION' : 'CONSOLE_MINIO_REGION',
})

/** Cause of a failed S3 request. `undefined` if the server accepted the signature and only denied access. */
export const causeOfS3 = (error: unknown, host: string, variables = variablesOf('minio')): Cause | undefined => {
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
    return cause('region', `${host} has another region`, `Set ${variables.region} to the region of the server`)
  if (isCode(/NotInitialized$/, error))
    return cause('starting', `${host} is starting`, 'Wait, and check that all drives of the server are mounted')
  if (isCode(/^AccessDenied$/, error)) return undefined
  if (/HTTP request to an HTTPS server/i.test(text))
    return cause('scheme', `${host} expects TLS`, `Use https:// in ${variables.server}`)
  if (error.code === '')
    return cause(
      'not-s3',
      `${host} is not an S3 server: ${error.message}`,
      `${variables.server} must be the address of the S3 API, not of a web page; MinIO has it on port 9000`,
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
