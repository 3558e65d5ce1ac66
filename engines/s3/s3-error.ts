import { Failure, type FailureData } from '../../core/protocol/failure.ts'
import { unescape } from './xml.ts'
import { isDriveFull, isQuorumMissing, isStarting } from './error-texts.ts'
import {
  serverAnsweredWithStatus,
  quorumMissing,
  writeQuorumMissing,
  readQuorumMissing,
  storedTooLittle,
  notSupported,
  policyInUse,
  groupNotEmpty,
  noSuchAccessKey,
  bucketNotEmpty,
  bucketExists,
  contentDamagedInTransit,
  partInvalid,
  noSuchUpload,
  noSuchVersion,
  noSuchKey,
  noSuchBucket,
  clocksDifferTooMuch,
  notOffered,
  remoteDeniesAccess,
  remoteRefusesKeys,
  remoteRefusesSignature,
  signatureRefused,
} from './messages.ts'
import { parseJson } from '../../core/protocol/parse-json.ts'

/**
 * An error response of the storage server with its code, which distinguishes "not set" from "not found" (minio-server
 * 6.2).
 */
export class S3Error extends Failure {
  declare readonly code: string
  constructor(
    status: number,
    message: string,
    data: FailureData & { code: string },
    /** Region that the server expects, if it rejected another one. */
    readonly region?: string,
    /** Host name of the bucket, if it is at another one. */
    readonly endpoint?: string,
  ) {
    super(status, message, data)
  }
}

/** Codes that need another status or message than the server's. */
const mapping: Readonly<Record<string, readonly [status: number, message?: string]>> = {
  AccessDenied: [403, 'Access denied'],
  InvalidAccessKeyId: [401, 'invalid session'],
  InvalidTokenId: [401, 'invalid session'],
  ExpiredToken: [401, 'invalid session'],
  SignatureDoesNotMatch: [403, signatureRefused],
  NotImplemented: [501, notOffered],
  RequestTimeTooSkewed: [502, clocksDifferTooMuch],
  NoSuchBucket: [404, noSuchBucket],
  NoSuchKey: [404, noSuchKey],
  NoSuchVersion: [404, noSuchVersion],
  NoSuchUpload: [404, noSuchUpload],
  InvalidPart: [409, partInvalid],
  XAmzContentChecksumMismatch: [400, contentDamagedInTransit],
  BucketAlreadyOwnedByYou: [409, bucketExists],
  BucketAlreadyExists: [409, bucketExists],
  BucketNotEmpty: [409, bucketNotEmpty],
  InvalidBucketState: [409],
  XMinioAdminNoSuchUser: [404, "User doesn't exist"],
  XMinioAdminNoSuchGroup: [404, 'There is no such group'],
  XMinioAdminNoSuchPolicy: [404, 'There is no such policy'],
  XMinioAdminNoSuchAccessKey: [404, noSuchAccessKey],
  XMinioAdminGroupNotEmpty: [409, groupNotEmpty],
  XMinioIAMPolicyInUse: [409, policyInUse],
  XMinioAdminPolicyInUse: [409, policyInUse],
  XMinioAdminVersionMismatch: [501, notSupported],
  XMinioServerNotInitialized: [503, 'The storage server is starting'],
  XMinioIAMNotInitialized: [503, 'The storage server is starting'],
  XMinioBucketMetadataNotInitialized: [503, 'The storage server is starting'],
  STSNotInitialized: [503, 'The storage server is starting'],
  IAMNotInitialized: [503, 'The storage server is starting'],
  XMinioStorageFull: [507, 'The storage is full'],
  // the request was complete, otherwise there would be no response: a drive stored only its beginning
  IncompleteBody: [507, storedTooLittle],
  // affects one object, while the server is available for others
  SlowDownRead: [502, readQuorumMissing],
  SlowDownWrite: [502, writeQuorumMissing],
  QuorumMissing: [502, quorumMissing],
}

/** Statuses passed on to clients; 401 is reserved for an ended console session. */
const isPassedOn = (status: number) =>
  (status >= 400 && status < 500 && status !== 401) || [501, 503, 507].includes(status)

type Body = { Code?: unknown; Message?: unknown; Region?: unknown; Endpoint?: unknown }

const readJson = (text: string): Body => parseJson(text) ?? {}

const readXml = (text: string): Body => {
  const element = (name: string) => {
    const match = new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)
    return match ? unescape(match[1] ?? '') : undefined
  }
  return {
    Code: element('Code'),
    Message: element('Message'),
    Region: element('Region'),
    Endpoint: element('Endpoint'),
  }
}

/** Meaning of a status without a code, which most servers send in response to HEAD. */
const codeOfStatus = (status: number, path: string) => {
  if (status === 404) return /^\/[^/]+\/./.test(path) ? 'NoSuchKey' : 'NoSuchBucket'
  if (status === 403) return 'AccessDenied'
  if (status === 405) return 'MethodNotAllowed'
  return status === 301 ? 'PermanentRedirect' : ''
}

/**
 * Converts an error response to a failure: an S3 `Error`, an STS `ErrorResponse`, the admin API's JSON, headers without
 * a body, or a proxy's error page.
 */
export const toS3Error = (
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  text: string,
  { method, path }: { method?: string; path?: string } = {},
) => {
  const start = text.trimStart()[0]
  const body = start === '{' ? readJson(text) : start === '<' ? readXml(text) : {}
  const header = (name: string) => String(headers[name] ?? '').replace(/^"|"$/g, '')
  const errorText = String(body.Message ?? header('x-minio-error-desc'))
  const errorCode = String(body.Code ?? header('x-minio-error-code'))
  const coded = errorCode || (method === 'HEAD' && path !== undefined ? codeOfStatus(status, path) : '')
  const code = isStarting(errorText)
    ? 'IAMNotInitialized'
    : isDriveFull(errorText)
      ? 'XMinioStorageFull'
      : coded === 'SlowDown' && isQuorumMissing(errorText)
        ? 'QuorumMissing'
        : coded
  const [mapped, message] = mapping[code] ?? []
  const plain = mapped ?? (isPassedOn(status) ? status : 502)
  return new S3Error(
    plain,
    message ?? (errorText || serverAnsweredWithStatus(status)),
    { code, detail: [code, errorText].filter(Boolean).join(': ') || text.slice(0, 200) },
    body.Region === undefined ? undefined : String(body.Region),
    body.Endpoint === undefined ? undefined : String(body.Endpoint),
  )
}

const remoteRefusals: Readonly<Record<string, string>> = {
  AccessDenied: remoteDeniesAccess,
  SignatureDoesNotMatch: remoteRefusesSignature,
}

/** The error for a caller whom the storage server accepts: a tier or replication target refuses the server's keys. */
export const refusedByRemote = ({ code, detail }: S3Error) =>
  new S3Error(502, remoteRefusals[code] ?? remoteRefusesKeys, { code, detail })
