import * as v from 'valibot'
import type { TraceBackend } from '../backend.ts'
import type { Filter, Kind } from '../contract.ts'
import { type MinioAdapterContext, redactAddress, looksHarmless, reauthorizeStream } from 'stowage/server'
import { filterCalls, type EngineCall } from '../backend/engine-call.ts'
import { USER_AGENT } from 'stowage/engines/s3'

const number = v.optional(v.number(), 0)
const text = v.optional(v.string(), '')

/**
 * Kinds in the order of their bits in MinIO's bit mask (minio-server 3.17). MinIO defines more, which are not offered.
 */
const bits: readonly Kind[] = [
  'os',
  'storage',
  's3',
  'internal',
  'scanner',
  'decommission',
  'healing',
  'batch-replication',
  'batch-keyrotation',
  'batch-expire',
  'rebalance',
  'replication-resync',
  'bootstrap',
  'ftp',
  'ilm',
  'kms',
  'formatting',
]

const kindOf = (type: number): Kind => bits[Math.log2(type)] ?? 'internal'

const Headers = v.optional(
  v.nullable(
    v.record(
      v.string(),
      v.union([
        v.pipe(
          v.string(),
          v.transform((one) => [one]),
        ),
        v.array(v.string()),
      ]),
    ),
  ),
  {},
)

/** Headers whose values are secrets, in addition to those whose names suggest it. */
const secretHeaders =
  /^(cookie|set-cookie|www-authenticate|x-amz-server-side-encryption-customer-key.*|x-amz-copy-source-server-side-encryption-customer-key.*)$/i

/** Headers sorted by name, with secrets hidden. */
const visibleHeaders = (headers: v.InferOutput<typeof Headers>): [string, string][] =>
  Object.entries(headers ?? {})
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, values]) => [name, secretHeaders.test(name) || !looksHarmless(name) ? 'hidden' : values.join(', ')])

const headerOf = (headers: v.InferOutput<typeof Headers>, name: string) =>
  Object.entries(headers ?? {}).find(([one]) => one.toLowerCase() === name)?.[1][0] ?? ''

/** Parent user of temporary credentials, from the claims of their token. The server has verified its signature. */
const parentOf = (token: string): string => {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return v.parse(v.object({ parent: v.string() }), claims).parent
  } catch {
    return ''
  }
}

/** Access key that signed a call, from the Authorization header or the query of a presigned URL. */
const signerOf = (headers: v.InferOutput<typeof Headers>, query: string) => {
  const parameters = new URLSearchParams(query)
  const key =
    /Credential=([^/,]+)\//.exec(headerOf(headers, 'authorization'))?.[1] ??
    parameters.get('X-Amz-Credential')?.split('/')[0] ??
    ''
  return parentOf(headerOf(headers, 'x-amz-security-token') || (parameters.get('X-Amz-Security-Token') ?? '')) || key
}

const Entry = v.object({
  type: number,
  nodename: text,
  funcname: text,
  time: v.string(),
  path: text,
  dur: number,
  error: text,
  http: v.optional(
    v.object({
      request: v.optional(v.object({ method: text, rawquery: text, client: text, headers: Headers }), {}),
      response: v.optional(v.object({ statuscode: number, headers: Headers }), {}),
      stats: v.optional(v.object({ inputbytes: number, outputbytes: number, timetofirstbyte: number }), {}),
    }),
    {},
  ),
})

/** Omits bodies, which contain other users' secrets, as do some headers and the query of a presigned URL. */
const toEngineCall = ({ type, http, ...entry }: v.InferOutput<typeof Entry>): EngineCall => ({
  kind: kindOf(type),
  host: entry.nodename,
  time: new Date(entry.time),
  name: entry.funcname,
  method: http.request.method,
  path: entry.path,
  query: redactAddress(`?${http.request.rawquery}`, looksHarmless).slice(1),
  client: http.request.client,
  request: headerOf(http.response.headers, 'x-amz-request-id'),
  status: http.response.statuscode,
  error: entry.error,
  took: entry.dur,
  firstByte: http.stats.timetofirstbyte,
  received: http.stats.inputbytes,
  sent: http.stats.outputbytes,
  account: signerOf(http.request.headers, http.request.rawquery),
  isOwn:
    headerOf(http.request.headers, 'user-agent') === USER_AGENT &&
    /^(GET|HEAD)$/.test(http.request.method) &&
    entry.funcname !== 's3.GetObject',
  headers: () => ({
    requestHeaders: visibleHeaders(http.request.headers),
    responseHeaders: visibleHeaders(http.response.headers),
  }),
})

const queryOf = ({ calls, threshold, onlyErrors }: Filter) => ({
  ...Object.fromEntries(calls.map((kind) => [kind, 'true'])),
  threshold: `${threshold}ns`,
  err: onlyErrors ? 'true' : undefined,
})

async function* toCalls(entries: AsyncIterable<v.InferOutput<typeof Entry>>) {
  for await (const entry of entries) yield toEngineCall(entry)
}

/** Calls served by the nodes of a MinIO server (minio-server 3.17). */
export default (caller: MinioAdapterContext): TraceBackend => ({
  follow: (filter, signal) => {
    const call = { method: 'GET', name: 'trace', needs: 'admin:ServerTrace', query: queryOf(filter) } as const
    const follow = (until: AbortSignal) => caller.admin.follow(Entry, { ...call, signal: until })
    // the server checks the permission only once, when the trace opens
    const assertAllowed = () => caller.assertGranted('admin:ServerTrace')
    return filterCalls(toCalls(reauthorizeStream(assertAllowed, follow, signal)), filter)
  },
})
