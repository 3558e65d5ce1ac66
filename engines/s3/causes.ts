import { Failure } from '../../core/protocol/failure.ts'
import type { Client } from './client.ts'
import { S3Error } from './s3-error.ts'
import { GARAGE, isGarage } from './server-kind.ts'
import type { Keys } from './sign.ts'
import {
  notBucketList,
  seeServerLog,
  listBucketsRefused,
  addressMustBeS3Api,
  notS3Server,
  checkDrives,
  setRegion,
  clocksDiffer,
  checkSecretKey,
  checkAccessKey,
  noSuchAccessKeyAt,
  startServerOrCorrectAddress,
  consoleDefect,
} from './messages.ts'

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
  if (!(error instanceof Failure)) return cause('unknown', String(error), consoleDefect)
  const { code = '', message, detail } = error
  // the message is the server's own unless its code has another one
  const ownText = [code, message].join(': ')
  const text = detail === ownText ? ownText : [message, detail].filter(Boolean).join(': ')
  if (!(error instanceof S3Error)) return cause('connection', text, startServerOrCorrectAddress)
  if (isCode(unknownKey, error)) return cause('key', noSuchAccessKeyAt(host), checkAccessKey)
  if (isCode(/^SignatureDoesNotMatch$/, error)) return cause('secret', `${host} refused the signature`, checkSecretKey)
  if (isCode(/^RequestTimeTooSkewed$/, error)) return cause('clock', clocksDiffer(host), 'Synchronize both clocks')
  if (isCode(/^AuthorizationHeaderMalformed$/, error))
    return cause('region', `${host} has another region`, setRegion(variables.region))
  if (isCode(/NotInitialized$/, error)) return cause('starting', `${host} is starting`, checkDrives)
  if (isCode(/^AccessDenied$/, error)) return undefined
  if (/HTTP request to an HTTPS server/i.test(text))
    return cause('scheme', `${host} expects TLS`, `Use https:// in ${variables.server}`)
  if (error.code === '') return cause('not-s3', notS3Server(host, error.message), addressMustBeS3Api(variables.server))
  return cause('refused', listBucketsRefused(host, text), seeServerLog)
}

/** The S3 request that all servers answer: a list of buckets. Rejects as the client does. */
export const listBuckets = async (client: Client, keys?: Keys) => {
  const { headers, body } = await client.call({ method: 'GET', path: '/' }, keys)
  const list = body.toString()
  if (!/<ListAllMyBucketsResult/.test(list)) throw new S3Error(502, notBucketList, { code: '' })
  if (keys && isGarage(list, keys)) client.recognize(GARAGE)
  return String(headers.server ?? '')
}
