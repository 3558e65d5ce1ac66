import * as v from 'valibot'
import { type Feature, limits, stream, text as limited } from 'stowage'

/** Kinds that `all` stands for: those of the former console. */
const formerKinds = ['s3', 'internal', 'storage', 'os'] as const

/** Subsystems of a storage server whose calls can be traced. */
export const kinds = [
  ...formerKinds,
  'scanner',
  'healing',
  'decommission',
  'rebalance',
  'batch-replication',
  'batch-keyrotation',
  'batch-expire',
  'replication-resync',
  'ilm',
  'kms',
  'ftp',
  'bootstrap',
  'formatting',
] as const
export type Kind = (typeof kinds)[number]

/** Storage features required for calls of a kind to occur. */
export const kindNeeds: { readonly [Name in Kind]?: Feature } = {
  storage: 'inside',
  os: 'inside',
  scanner: 'scanner',
  healing: 'heal',
  decommission: 'inside',
  rebalance: 'inside',
  'batch-replication': 'replication',
  'batch-keyrotation': 'inside',
  'batch-expire': 'inside',
  'replication-resync': 'replication',
  ilm: 'tiers',
  kms: 'inside',
  ftp: 'inside',
  bootstrap: 'inside',
  formatting: 'inside',
}

const text = v.optional(v.string(), '')
const nonNegativeInteger = v.pipe(
  limited(limits.word),
  v.transform((digits) => (/^\d+$/.test(digits) ? Math.min(Number(digits), Number.MAX_SAFE_INTEGER) : 0)),
)

const isKind = (word: string) => kinds.some((kind) => kind === word)

const parseKinds = (calls: string): readonly Kind[] => {
  const words = calls.split(',').map((word) => word.trim())
  const requested = kinds.filter(
    (kind) =>
      words.includes(kind) ||
      formerKinds.some(
        (one) => one === kind && (words.includes('all') || words.some((word) => word.includes(one) && !isKind(word))),
      ),
  )
  return requested.length > 0 ? requested : ['s3']
}

/**
 * Which calls to send: those that match every condition. Invalid or empty numbers filter nothing (console-api 16.2).
 */
export const Filter = v.object({
  /** Comma-separated kinds, or `all`. */
  calls: v.optional(v.pipe(limited(limits.name), v.transform(parseKinds)), 's3'),
  /** Only calls that took longer, in ns. */
  threshold: v.optional(nonNegativeInteger, '0'),
  /** `yes`: only failed calls. */
  onlyErrors: v.optional(
    v.pipe(
      limited(limits.word),
      v.transform((answer) => answer === 'yes'),
    ),
    'no',
  ),
  statusCode: v.optional(nonNegativeInteger, '0'),
  /** HTTP method, uppercase. */
  method: v.optional(limited(limits.word), ''),
  /** Part of the API name, case-insensitive. */
  funcname: v.optional(limited(limits.word), ''),
  /** Part of the path, case-insensitive. */
  path: v.optional(limited(limits.key), ''),
  /** Part of the name of the signing account, case-insensitive; an extension. */
  user: v.optional(limited(limits.name), ''),
  /** `hide` omits the reads this console makes to render its pages; an extension. */
  own: v.optional(v.picklist(['show', 'hide']), 'show'),
  /** `yes` adds the headers of each call; an extension. */
  headers: v.optional(
    v.pipe(
      limited(limits.word),
      v.transform((answer) => answer === 'yes'),
    ),
    'no',
  ),
})
export type Filter = v.InferOutput<typeof Filter>

/** Names and values; possible secrets are replaced with `hidden`. */
const Headers = v.optional(v.array(v.tuple([v.string(), v.string()])))

/** A call served by the storage. Durations in Go's format (`1.2345ms`), sizes in bytes. */
export const ServedCall = v.object({
  host: text,
  /** Start time, RFC 3339. */
  time: v.string(),
  client: text,
  callStats: v.object({
    rx: v.optional(v.number(), 0),
    tx: v.optional(v.number(), 0),
    duration: text,
    timeToFirstByte: text,
  }),
  api: text,
  path: text,
  query: text,
  /** 0 for calls other than HTTP, such as drive or system calls. */
  statusCode: v.optional(v.number(), 0),
  /** Status text, or the error if there is no status. */
  statusMsg: text,
  /** Extensions from here on. HTTP method, uppercase. */
  method: v.optional(v.string()),
  /** Account that made the call, if known: a user, or the access key of a service account. */
  user: v.optional(v.string()),
  requestID: v.optional(v.string()),
  requestHeaders: Headers,
  responseHeaders: Headers,
})
export type ServedCall = v.InferOutput<typeof ServedCall>

/** console-api 2.2. */
export const pages = { '/trace': ['admin:ServerTrace'] } as const
export type Page = keyof typeof pages

/** Live feed of calls served by the storage (spec/3, console-api 16.2). */
export const trace = {
  follow: stream('/ws/trace', { allow: ['admin:ServerTrace'], query: Filter, message: ServedCall, slow: 'loses' }),
}
