import * as v from 'valibot'
import { type Feature, limits, stream, text as limited } from 'stowage'
import * as messages from './messages.ts'

/** Kinds of events and their S3 event names. */
export const kinds = {
  put: ['s3:ObjectCreated:*'],
  get: ['s3:ObjectAccessed:*'],
  delete: ['s3:ObjectRemoved:*'],
  replica: ['s3:Replication:*'],
  ilm: ['s3:ObjectTransition:*', 's3:ObjectRestore:*'],
  scanner: ['s3:Scanner:ManyVersions', 's3:Scanner:BigPrefix'],
} as const
export type Kind = keyof typeof kinds

/** Storage features required for a kind to occur. */
export const kindNeeds: { readonly [Name in Kind]?: Feature } = {
  replica: 'replication',
  ilm: 'tiers',
  scanner: 'scanner',
}

const isKind = (word: string): word is Kind => Object.hasOwn(kinds, word)

/** Most buckets in one feed, unless it follows all. */
const MAX_BUCKETS = 20

/** Splits the comma-separated bucket names of a path. */
export const parseBuckets = (text: string): string[] =>
  [...new Set(text.split(',').map((name) => name.trim()))].filter(Boolean)

/** Why a feed cannot be opened for these buckets; `undefined` if it can. */
export const bucketsError = (names: readonly string[]): string | undefined => {
  if (names.length === 0) return 'Name at least one bucket'
  if (names.length > MAX_BUCKETS) return messages.watchAtMostBuckets(MAX_BUCKETS)
  return undefined
}

/** Which events to send (console-api 16.5). Without kinds: put, get and delete. */
export const Filter = v.object({
  prefix: v.optional(limited(limits.key), ''),
  suffix: v.optional(limited(limits.key), ''),
  /** Comma-separated kinds. */
  events: v.optional(
    v.pipe(
      limited(limits.word),
      v.transform((words) =>
        words
          .split(',')
          .map((word) => word.trim())
          .filter(Boolean),
      ),
      v.check((words) => words.every(isKind), `Choose among ${Object.keys(kinds).join(', ')}`),
      v.transform((words) => (words.length > 0 ? words.filter(isKind) : (['put', 'get', 'delete'] as const))),
    ),
    'put,get,delete',
  ),
})
export type Filter = v.InferOutput<typeof Filter>

const text = v.optional(v.string(), '')

/**
 * One event. `Path` is the object's address on the storage, composed of `Bucket` and `Key` (extensions). `User` (an
 * extension) is the account that made the request, or empty. `Size` in bytes.
 */
export const WatchedEvent = v.object({
  Time: v.string(),
  Size: v.optional(v.number(), 0),
  Type: v.string(),
  Path: v.string(),
  Bucket: text,
  Key: text,
  User: text,
  UserMetadata: v.nullish(v.record(v.string(), v.string())),
  Host: text,
  Port: text,
  UserAgent: text,
})
export type WatchedEvent = v.InferOutput<typeof WatchedEvent>

/** console-api 2.2. */
export const pages = { '/watch': ['s3:ListenBucketNotification'] } as const
export type Page = keyof typeof pages

/** Live events of objects (spec/3, console-api 16.5). */
export const watch = {
  /** Events of one bucket, or of several, comma-separated. 404 if one does not exist. */
  follow: stream('/ws/watch/:bucket', {
    allow: ['s3:ListenBucketNotification'],
    query: Filter,
    message: WatchedEvent,
    slow: 'loses',
  }),
  /** Events of all buckets; an extension. */
  followAll: stream('/ws/watch', {
    allow: ['s3:ListenNotification'],
    query: Filter,
    message: WatchedEvent,
    slow: 'loses',
  }),
}
