import type { GenericSchema, InferInput, InferOutput } from 'valibot'

/**
 * An IAM action, such as `s3:GetObject` or `admin:ListUsers`, or one of a cluster: verb, resource and, outside of the
 * core group, its group, as `k8s:list:tenants.minio.min.io` and `k8s:get:pods/log`.
 */
export type Action = `s3:${string}` | `admin:${string}` | `k8s:${string}:${string}`

/** Who may call an endpoint: anyone, whoever is signed in, or whoever the engine grants these actions. */
export type Allow = 'anyone' | 'signed-in' | readonly Action[]

/** The pages of a plugin and the actions that each needs; no action: everyone who is signed in has the page. */
export type Pages<Page extends string = string> = Readonly<Record<Page, readonly Action[]>>

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Query = GenericSchema | undefined
type Body = GenericSchema | 'files' | 'text' | undefined
type Reply = GenericSchema | 'bytes' | undefined

/**
 * One call as a value, read by both halves. `files` is a multipart upload, `text` a body that is read by the handler,
 * `bytes` a stream with headers of its own.
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
  /**
   * The field of the query that clients of the former console send as base64. A server that is told to reads it so,
   * unless the query says `encoding=plain`, as our own client does.
   */
  readonly base64: string | undefined
  /** The HTTP status of success. */
  readonly status: 200 | 201 | 204
  /**
   * What a call does besides answering: it changes something, or hands out secrets or open access (`discloses`). Both
   * are recorded, where records are kept.
   */
  readonly effect: 'changes' | 'discloses' | 'none'
  /** Whether the answer takes long to write, as an archive of many objects: a session may run only a few at once. */
  readonly isExport: boolean
  /**
   * The call of the same contract that tells what this one changes, where that is not the one that reads at its path:
   * its name, or `nothing`.
   */
  readonly seenBy: string | Seer | undefined
  readonly query: Q
  readonly body: B
  readonly reply: R
}

/** What a change is seen by where its own parts do not ask for it: one of these calls, and what is asked of it. */
export type Seer<B = unknown> = {
  readonly calls: readonly string[]
  of(body: B): { call: string; query?: Readonly<Record<string, string>>; body?: unknown }
}

/** A live feed over a WebSocket: one JSON message after another, each of the shape of `reply`. */
export type Feed<Path extends string = string, Q extends Query = Query, M extends GenericSchema = GenericSchema> = Omit<
  Endpoint<Path, Q, undefined, M>,
  'method'
> & {
  readonly method: 'FEED'
  /**
   * What a follower that reads too slowly does: it loses the oldest messages and is told how many, or the source waits
   * for it.
   */
  readonly slow: 'loses' | 'waits'
  /**
   * Whether a follower who asks so begins something, which is recorded, rather than looks on; nothing where nobody ever
   * does.
   */
  readonly begins: ((query: unknown) => boolean) | undefined
}

/** The names in a path: `/user/:name/keys/key_:id` gives `name` and `id`. */
export type PathName<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? PathName<Head> | PathName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** A part that may be left out where nothing in it is needed. */
type Part<Name extends string, T> = {} extends T
  ? { [N in Name]?: T }
  : undefined extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T }

/** What a caller passes besides the endpoint: only the parts that it has. */
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

/** What the caller gets back; nothing where the endpoint has no reply. */
export type Output<E> =
  E extends Endpoint<string, Query, Body, infer R> ? (R extends GenericSchema ? InferOutput<R> : void) : never

type Options<Q, B, R> = {
  allow: Allow
  base64?: string
  status?: 200 | 201 | 204
  effect?: Endpoint['effect']
  isExport?: boolean
  seenBy?: string | Seer<B extends GenericSchema ? InferOutput<B> : undefined>
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
    base64: options.base64,
    status: options.status ?? 200,
    isExport: options.isExport ?? false,
    effect: options.effect ?? (name === 'GET' || options.allow === 'anyone' ? 'none' : 'changes'),
    seenBy: options.seenBy,
    query: options.query as Q,
    body: options.body as B,
    reply: options.reply as R,
  })

/** A call that reads: `get('/api/v1/users', { allow, reply })`. */
export const get = method('GET')
/** A call that adds or acts. */
export const post = method('POST')
/** A call that replaces. */
export const put = method('PUT')
/** A call that removes. */
export const del = method('DELETE')

/**
 * A feed, answered by an async generator: `stream('/ws/trace', { allow, query, message })`. What tells of things as
 * they happen says `slow: 'loses'`; of anything else each message comes.
 */
export const stream = <const Path extends string, const M extends GenericSchema, const Q extends Query = undefined>(
  path: Path,
  options: {
    allow: Allow
    query?: Q
    message: M
    slow?: Feed['slow']
    begins?: (query: Q extends GenericSchema ? InferOutput<Q> : undefined) => boolean
  },
): Feed<Path, Q, M> => ({
  method: 'FEED',
  path,
  allow: options.allow,
  base64: undefined,
  status: 200,
  effect: 'none',
  isExport: false,
  seenBy: undefined,
  query: options.query as Q,
  body: undefined,
  reply: options.message,
  slow: options.slow ?? 'waits',
  begins: options.begins as Feed['begins'],
})
