import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import type { Feature } from './features.ts'

/**
 * An IAM action such as `s3:GetObject` or `admin:ListUsers`, or a Kubernetes action: verb, resource and, outside the
 * core API group, the group, as in `k8s:list:tenants.minio.min.io` and `k8s:get:pods/log`.
 */
export type Action = `s3:${string}` | `admin:${string}` | `k8s:${string}:${string}`

/** Who may call an endpoint: anyone, any signed-in account, or accounts that the engine grants these actions. */
export type Allow = 'anyone' | 'signed-in' | readonly Action[]

/** Pages of a plugin and the actions each needs; a page without actions is open to every signed-in account. */
export type Pages<Page extends string = string> = Readonly<Record<Page, readonly Action[]>>

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Query = GenericSchema | undefined
type Body = GenericSchema | 'files' | 'text' | undefined
type Reply = GenericSchema | 'bytes' | undefined

/**
 * Declaration of a call, shared by both halves. `files` is a multipart upload, `text` a body read by the handler,
 * `bytes` a streamed response with its own headers.
 */
export type Endpoint<
  Path extends string = string,
  Q extends Query = Query,
  B extends Body = Body,
  R extends Reply = Reply,
> = {
  readonly method: Method
  readonly path: Path
  readonly allow: Allow
  /** Features that the storage needs for the call. Without one of them, no permission allows it. */
  readonly features: readonly Feature[]
  /**
   * Query field that clients of the former console send as base64. A server with that compatibility enabled decodes it
   * unless the query says `encoding=plain`, as our own client does.
   */
  readonly base64: string | undefined
  /** HTTP status of a successful response. */
  readonly status: 200 | 201 | 204
  /**
   * Effect of a call besides its response: it changes something, or reveals secrets or grants access (`discloses`).
   * Both are audited where audit records are kept.
   */
  readonly effect: 'changes' | 'discloses' | 'none'
  /**
   * Whether the response takes long to write, such as an archive of many objects; a session may run only a few at a
   * time.
   */
  readonly isExport: boolean
  /**
   * The read call for the before/after snapshot, if it is not the one that reads the same path: a name of the same
   * contract, or `false` for no snapshot.
   */
  readonly snapshotCall: string | false | SnapshotCall | undefined
  readonly query: Q
  readonly body: B
  readonly reply: R
}

/** Snapshot read for changes whose own parameters do not identify it: one of these calls, and its input. */
export type SnapshotCall<B = unknown> = {
  readonly calls: readonly string[]
  of(body: B): { call: string; query?: Readonly<Record<string, string>>; body?: unknown }
}

/** A live feed: a sequence of JSON messages, each of the shape of `reply`. */
export type Feed<Path extends string = string, Q extends Query = Query, M extends GenericSchema = GenericSchema> = Omit<
  Endpoint<Path, Q, undefined, M>,
  'method'
> & {
  readonly method: 'FEED'
  /**
   * Backpressure for a slow subscriber: it loses the oldest messages and receives their count, or the source waits for
   * it.
   */
  readonly slow: 'loses' | 'waits'
  /**
   * Whether a subscription with this query starts something, which is audited, rather than only watching; `undefined`
   * if it never does.
   */
  readonly starts: ((query: unknown) => boolean) | undefined
}

/** Parameter names of a path: `/user/:name/keys/key_:id` gives `name` and `id`. */
export type PathName<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? PathName<Head> | PathName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** A part of the input, optional if none of its fields is required. */
type Part<Name extends string, T> = {} extends T
  ? { [N in Name]?: T }
  : undefined extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T }

/** Input of an endpoint: only the parts it declares. */
export type Input<E> =
  E extends Omit<Endpoint<infer Path, infer Q, infer B>, 'method'>
    ? ([PathName<Path>] extends [never] ? { params?: undefined } : { params: Record<PathName<Path>, string> }) &
        (Q extends GenericSchema ? Part<'query', InferInput<Q>> : { query?: undefined }) &
        (B extends GenericSchema
          ? Part<'body', InferInput<B>>
          : B extends 'text'
            ? { body: string }
            : { body?: undefined })
    : never

/** Output of an endpoint; `undefined` if it has no reply. */
export type Output<E> =
  E extends Endpoint<string, Query, Body, infer R> ? (R extends GenericSchema ? InferOutput<R> : void) : never

type Options<Q, B, R> = {
  allow: Allow
  features?: readonly Feature[]
  base64?: string
  status?: 200 | 201 | 204
  effect?: Endpoint['effect']
  isExport?: boolean
  snapshotCall?: string | false | SnapshotCall<B extends GenericSchema ? InferOutput<B> : undefined>
  query?: Q
  body?: B
  reply?: R
}

const method =
  (name: Method) =>
  <
    const Path extends string,
    const Q extends Query = undefined,
    const B extends Body = undefined,
    const R extends Reply = undefined,
  >(
    path: Path,
    options: Options<Q, B, R>,
  ): Endpoint<Path, Q, B, R> => ({
    method: name,
    path,
    allow: options.allow,
    features: options.features ?? [],
    base64: options.base64,
    status: options.status ?? 200,
    isExport: options.isExport ?? false,
    effect: options.effect ?? (name === 'GET' || options.allow === 'anyone' ? 'none' : 'changes'),
    snapshotCall: options.snapshotCall,
    query: options.query as Q,
    body: options.body as B,
    reply: options.reply as R,
  })

/** Declares a call that reads: `get('/api/v1/users', { allow, reply })`. */
export const get = method('GET')
/** Declares a call that creates something or performs an action. */
export const post = method('POST')
/** Declares a call that replaces. */
export const put = method('PUT')
/** Declares a call that deletes. */
export const del = method('DELETE')

/**
 * Declares a feed, implemented by an async generator: `stream('/ws/trace', { allow, query, message })`. Event feeds set
 * `slow: 'loses'`; in all others each message is delivered.
 */
export const stream = <const Path extends string, const M extends GenericSchema, const Q extends Query = undefined>(
  path: Path,
  options: {
    allow: Allow
    query?: Q
    message: M
    slow?: Feed['slow']
    starts?: (query: Q extends GenericSchema ? InferOutput<Q> : undefined) => boolean
  },
): Feed<Path, Q, M> => ({
  method: 'FEED',
  path,
  allow: options.allow,
  features: [],
  base64: undefined,
  status: 200,
  effect: 'none',
  isExport: false,
  snapshotCall: undefined,
  query: options.query as Q,
  body: undefined,
  reply: options.message,
  slow: options.slow ?? 'waits',
  starts: options.starts as Feed['starts'],
})
