import * as v from 'valibot'
import { stream } from '../../core/contract.ts'
import type { Feature } from '../../core/features.ts'
import { most, text as limited } from '../../core/limits.ts'

/** The kinds of events that can be watched, and what they are in S3. */
export const kinds = {
  put: ['s3:ObjectCreated:*'],
  get: ['s3:ObjectAccessed:*'],
  delete: ['s3:ObjectRemoved:*'],
  replica: ['s3:Replication:*'],
  ilm: ['s3:ObjectTransition:*', 's3:ObjectRestore:*'],
  scanner: ['s3:Scanner:ManyVersions', 's3:Scanner:BigPrefix'],
} as const
export type Kind = keyof typeof kinds

/** What a storage must have for a kind to occur. */
export const kindNeeds: { readonly [Name in Kind]?: Feature } = {
  replica: 'replication',
  ilm: 'tiers',
  scanner: 'scanner',
}

const isKind = (word: string): word is Kind => Object.hasOwn(kinds, word)

/** So many buckets are watched at once at most, unless all are. */
const MOST_BUCKETS = 20

/** The buckets that a path names, with commas between them. */
export const bucketsIn = (text: string): string[] =>
  [...new Set(text.split(',').map((name) => name.trim()))].filter(Boolean)

/** Why a feed cannot be opened for these buckets; nothing where it can. */
export const bucketsProblem = (names: readonly string[]): string | undefined => {
  if (names.length === 0) return 'Name at least one bucket'
  if (names.length > MOST_BUCKETS) return `Watch at most ${MOST_BUCKETS} buckets at once, or all of them`
  return undefined
}

/** Which events to tell of (console-api 16.5). Without kinds those of put, get and delete. */
export const Filter = v.object({
  prefix: v.optional(limited(most.key), ''),
  suffix: v.optional(limited(most.key), ''),
  /** Kinds with commas between them. */
  events: v.optional(
    v.pipe(
      limited(most.word),
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
 * One event. `Path` is the object's address on the storage, `Bucket` and `Key` (extensions) what it is made of; `User`
 * (an extension) is the account whose request it was, or empty; `Size` in bytes.
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

/** What happens to objects, as it does (spec/3, console-api 16.5). */
export const watch = {
  /** Of a bucket, or of several with commas between their names. 404 for one that does not exist. */
  follow: stream('/ws/watch/:bucket', {
    allow: ['s3:ListenBucketNotification'],
    query: Filter,
    message: WatchedEvent,
    slow: 'loses',
  }),
  /** Of all buckets; an extension. */
  followAll: stream('/ws/watch', {
    allow: ['s3:ListenNotification'],
    query: Filter,
    message: WatchedEvent,
    slow: 'loses',
  }),
}
