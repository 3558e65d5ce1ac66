import * as v from 'valibot'
import { stream } from '../../core/contract.ts'
import type { Feature } from '../../core/features.ts'
import { most, text as limited } from '../../core/limits.ts'

/** Those that the former console knew: `all` stands for them. */
const first = ['s3', 'internal', 'storage', 'os'] as const

/** The parts of a storage whose calls can be followed. */
export const kinds = [
  ...first,
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

/** What a storage must have for calls of a kind to occur. */
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
const whole = v.pipe(
  limited(most.word),
  v.transform((digits) => (/^\d+$/.test(digits) ? Math.min(Number(digits), Number.MAX_SAFE_INTEGER) : 0)),
)

const isKind = (word: string) => kinds.some((kind) => kind === word)

const kindsIn = (calls: string): readonly Kind[] => {
  const words = calls.split(',').map((word) => word.trim())
  const asked = kinds.filter(
    (kind) =>
      words.includes(kind) ||
      first.some(
        (one) => one === kind && (words.includes('all') || words.some((word) => word.includes(one) && !isKind(word))),
      ),
  )
  return asked.length > 0 ? asked : ['s3']
}

/**
 * Which calls to tell of: those that pass all of this. What is not a number or empty leaves nothing out (console-api
 * 16.2).
 */
export const Filter = v.object({
  /** Names of kinds with commas between them, or `all`. */
  calls: v.optional(v.pipe(limited(most.name), v.transform(kindsIn)), 's3'),
  /** Only calls that took longer, in ns. */
  threshold: v.optional(whole, '0'),
  /** `yes` or anything else. */
  onlyErrors: v.optional(
    v.pipe(
      limited(most.word),
      v.transform((answer) => answer === 'yes'),
    ),
    'no',
  ),
  statusCode: v.optional(whole, '0'),
  /** The HTTP method, in capitals. */
  method: v.optional(limited(most.word), ''),
  /** Part of the name of the call, in any case. */
  funcname: v.optional(limited(most.word), ''),
  /** Part of the path, in any case. */
  path: v.optional(limited(most.key), ''),
  /** Part of the name of whoever signed it, in any case; an extension. */
  user: v.optional(limited(most.name), ''),
  /** `hide`: without the reads that this console makes to draw its pages; an extension. */
  own: v.optional(v.picklist(['show', 'hide']), 'show'),
  /** `yes`: with the headers of each call; an extension. */
  headers: v.optional(
    v.pipe(
      limited(most.word),
      v.transform((answer) => answer === 'yes'),
    ),
    'no',
  ),
})
export type Filter = v.InferOutput<typeof Filter>

/** Names and values; of what may be a secret `hidden` stands in its place. */
const Headers = v.optional(v.array(v.tuple([v.string(), v.string()])))

/** One call as the storage served it; spans are Go's (`1.2345ms`), sizes in bytes. */
export const ServedCall = v.object({
  host: text,
  /** When it began; RFC 3339. */
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
  /** 0 for a call that is none of HTTP: of a drive, or the system. */
  statusCode: v.optional(v.number(), 0),
  /** What the status means, or what went wrong where there is none. */
  statusMsg: text,
  /** These are extensions. The HTTP method, in capitals. */
  method: v.optional(v.string()),
  /** In whose name the call was made, where it is known: a user, or the access key of a service account. */
  user: v.optional(v.string()),
  requestID: v.optional(v.string()),
  requestHeaders: Headers,
  responseHeaders: Headers,
})
export type ServedCall = v.InferOutput<typeof ServedCall>

/** console-api 2.2. */
export const pages = { '/trace': ['admin:ServerTrace'] } as const
export type Page = keyof typeof pages

/** The calls that the storage serves, as it does (spec/3, console-api 16.2). */
export const trace = {
  follow: stream('/ws/trace', { allow: ['admin:ServerTrace'], query: Filter, message: ServedCall, slow: 'loses' }),
}
