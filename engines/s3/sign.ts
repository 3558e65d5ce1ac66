import { createHash, createHmac } from 'node:crypto'
import { Failure } from '../../core/protocol/failure.ts'
import { nameNotUnicode } from './messages.ts'

/** A key pair for signing; temporary keys have a session token. */
export type Keys = { accessKey: string; secretKey: string; sessionToken?: string }

/** Credential scope of a signature. `service` is `s3` also for admin calls. */
export type Scope = { service: 's3' | 'sts' | 'iam'; region: string; date: Date }

/** A request as sent: `path` and `query` are already encoded. All given headers are signed. */
export type Unsigned = { method: string; path: string; query: string; headers: Record<string, string> }

export const UNSIGNED = 'UNSIGNED-PAYLOAD'

const ALGORITHM = 'AWS4-HMAC-SHA256'

/** Percent-encodes everything except RFC 3986 unreserved characters. Throws 400 for invalid Unicode. */
const encode = (text: string) => {
  if (/[\uD800-\uDFFF]/u.test(text)) throw new Failure(400, nameNotUnicode)
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Encodes the path of a bucket or object: each segment once, without normalization, as S3 signs it. */
export const encodePath = (path: string) => encode(path).replaceAll('%2F', '/')

/** Query parameters; arrays repeat the parameter. */
export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>

/** Canonical query: sorted by encoded key and value, entries without a value omitted. */
export const encodeQuery = (query: Query) =>
  Object.entries(query)
    .flatMap(([key, value]) => [value ?? []].flat().map((one) => [encode(key), encode(String(one))] as const))
    .sort(([one, a], [other, b]) => (one === other ? (a < b ? -1 : 1) : one < other ? -1 : 1))
    .map(([key, value]) => `${key}=${value}`)
    .join('&')

export const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

/** MD5 digest in base64, as in `Content-MD5`. */
export const md5 = (data: string | Uint8Array) => createHash('md5').update(data).digest('base64')

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Date format of signatures: `20130524T000000Z`. */
const formatDate = (date: Date) => date.toISOString().replace(/[-:]|\.\d+/g, '')

const scopeOf = ({ service, region, date }: Scope) => [formatDate(date).slice(0, 8), region, service, 'aws4_request']

const signingKeys = new WeakMap<Keys, { scope: string; key: Buffer }>()

/** Signing key of a scope, derived once a day for each key pair. */
const signingKey = (keys: Keys, parts: readonly string[]): Buffer => {
  const scope = parts.join('/')
  const stored = signingKeys.get(keys)
  if (stored?.scope === scope) return stored.key
  const key = parts.reduce<string | Buffer>(hmac, `AWS4${keys.secretKey}`) as Buffer
  signingKeys.set(keys, { scope, key })
  return key
}

/** Trims and collapses spaces, as Go does. Unlike `\s`, they include U+0085 and not U+FEFF. */
const foldSpaces = (value: string) => value.replace(/\p{White_Space}+/gu, ' ').replace(/^ | $/g, '')

const signature = (request: Unsigned, payloadHash: string, keys: Keys, scope: Scope) => {
  const headers = Object.entries(request.headers)
    .map(([name, value]) => [name.toLowerCase(), foldSpaces(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const canonical = [
    request.method,
    request.path,
    request.query,
    ...headers.map(([name, value]) => `${name}:${value}`),
    '',
    headers.map(([name]) => name).join(';'),
    payloadHash,
  ].join('\n')
  const parts = scopeOf(scope)
  const text = [ALGORITHM, formatDate(scope.date), parts.join('/'), sha256(canonical)].join('\n')
  return hmac(signingKey(keys, parts), text).toString('hex')
}

/** Query of a presigned URL, valid for this many seconds. Only the Host header is signed. */
export const presign = (
  request: Omit<Unsigned, 'query' | 'headers'> & { query: Readonly<Record<string, string | undefined>>; host: string },
  keys: Keys,
  scope: Scope,
  seconds: number,
): string => {
  const query = encodeQuery({
    ...request.query,
    'X-Amz-Algorithm': ALGORITHM,
    'X-Amz-Credential': [keys.accessKey, ...scopeOf(scope)].join('/'),
    'X-Amz-Date': formatDate(scope.date),
    'X-Amz-Expires': seconds,
    'X-Amz-Security-Token': keys.sessionToken || undefined,
    'X-Amz-SignedHeaders': 'host',
  })
  const proof = signature({ ...request, query, headers: { host: request.host } }, UNSIGNED, keys, scope)
  return `${query}&X-Amz-Signature=${proof}`
}

const signedNames = (headers: Record<string, string>) =>
  Object.keys(headers)
    .map((name) => name.toLowerCase())
    .sort()
    .join(';')

/** Adds AWS Signature Version 4 to the request's headers (minio-server 1.6). */
export const sign = (request: Unsigned, payloadHash: string, keys: Keys, scope: Scope): Record<string, string> => {
  const headers = {
    ...request.headers,
    'x-amz-date': formatDate(scope.date),
    'x-amz-content-sha256': payloadHash,
    ...(keys.sessionToken && { 'x-amz-security-token': keys.sessionToken }),
  }
  const credential = [keys.accessKey, ...scopeOf(scope)].join('/')
  const proof = signature({ ...request, headers }, payloadHash, keys, scope)
  return {
    ...headers,
    authorization: `${ALGORITHM} Credential=${credential}, SignedHeaders=${signedNames(headers)}, Signature=${proof}`,
  }
}
