import { hostname } from 'node:os'
import { finished, Readable } from 'node:stream'
import { Failure } from '../../core/protocol/failure.ts'
import type { CallCounters } from './call-counters.ts'
import type { Tracer } from './tracer.ts'

/** Resource of a call, and bytes received. */
type CallDetails = { path: string; query?: string; received?: number }

/**
 * How an adapter's calls appear in traces and statistics: `names` has MinIO's name of the call that each method
 * corresponds to, such as `s3.PutBucketVersioning`. The setting `requests_max` limits concurrent calls to S3. Without
 * `about`, a trace contains no arguments: those of account calls would be passwords.
 */
export type TraceNaming<Port = Record<string, unknown>> = {
  names: { readonly [Method in keyof Port]: string }
  about?(...args: readonly unknown[]): CallDetails
}

/** HTTP methods by the first word of call names, as MinIO's router has them; of all others, GET. */
const methods: readonly (readonly [method: string, names: RegExp])[] = [
  ['HEAD', /^s3\.Head/],
  ['POST', /\.(DeleteMultiple|NewMultipart|Complete|KMSCreate|UpdateService|Test)/],
  ['DELETE', /\.(Delete|Del|Remove|Abort)/],
  ['PUT', /\.(Put|Copy|Add|Set|Update|Import)/],
]

/** HTTP method of a call with this name. */
export const methodOf = (name: string) => methods.find(([, names]) => names.test(name))?.[0] ?? 'GET'

/** Name of a port's method. A plugin in JavaScript may lack some. */
export const nameOf = ({ names }: TraceNaming, method: string) => names[method] ?? `admin.${method}`

export const isS3Call = (naming: TraceNaming, method: string) => nameOf(naming, method).startsWith('s3.')

type Streamed = { body: Readable; size: number; span?: { start: number; end: number } }

const isStreamed = (result: unknown): result is Streamed =>
  typeof result === 'object' && result !== null && 'body' in result && result.body instanceof Readable

/** Content is sent after the call that opened it. */
const whenSent = (result: unknown, onSent: (sent: number) => void) => {
  if (!isStreamed(result)) return onSent(0)
  const { body, size, span } = result
  finished(body, (error) => onSent(error ? 0 : span ? span.end - span.start + 1 : size))
}

type Method = (...args: unknown[]) => Promise<unknown>

const traceCall =
  (
    name: string,
    call: Method,
    { id, calls, tracer, callCounters, client, account, accessKey, request }: TraceContext,
  ): Method =>
  async (...args) => {
    const hasSubscribers = tracer.hasSubscribers()
    const time = new Date()
    const started = performance.now()
    const elapsed = () => Math.round((performance.now() - started) * 1e6)
    const { path, query = '', received = 0 } = calls.about?.(...args) ?? { path: `/${id}` }
    const report = (status: number, firstByte: number, sent: number) => {
      callCounters.add(name, status, status === 200 ? received : 0, sent)
      if (!hasSubscribers) return
      tracer.publish({
        kind: name.startsWith('s3.') ? 's3' : 'internal',
        host: hostname(),
        time,
        name,
        method: methodOf(name),
        path,
        query,
        client,
        request,
        account: account(),
        accessKey: accessKey(),
        status,
        error: '',
        took: elapsed(),
        firstByte,
        received: status === 200 ? received : 0,
        sent,
      })
    }
    try {
      const result = await call(...args)
      const firstByte = elapsed()
      whenSent(result, (sent) => report(200, firstByte, sent))
      return result
    } catch (error) {
      report(error instanceof Failure ? error.status : 500, elapsed(), 0)
      throw error
    }
  }

/**
 * Context of a traced port: its naming, the consumers, the caller's address, account and access key, and the request
 * id. Account and key are known once the call has authenticated.
 */
type TraceContext = {
  id: string
  calls: TraceNaming
  tracer: Tracer
  callCounters: CallCounters
  client: string
  account(): string
  accessKey(): string
  request: string
}

/**
 * Wraps a port so that each call is counted, and traced while there are subscribers. All its methods must return one
 * response.
 */
export const traceCalls = <Port>(port: Port, context: TraceContext): Port =>
  Object.fromEntries(
    Object.entries(port as Record<string, Method>).map(([method, call]) => [
      method,
      traceCall(nameOf(context.calls, method), call, context),
    ]),
  ) as Port
