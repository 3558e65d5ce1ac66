import * as v from 'valibot'
import { list, most, text } from '../../core/limits.ts'

/** The events that people subscribe to by a word, and what they are in S3 (console-api 8.2). */
export const eventNames = {
  put: 's3:ObjectCreated:*',
  get: 's3:ObjectAccessed:*',
  delete: 's3:ObjectRemoved:*',
} as const
export type EventWord = keyof typeof eventNames

const words = Object.entries(eventNames)

/** The word of an event, or its name where it has none. */
export const wordOf = (name: string): string => words.find(([, own]) => own === name)?.[0] ?? name

/** What S3 calls an event that came as a word or as a name. */
export const nameOf = (word: string): string => words.find(([own]) => own === word)?.[1] ?? word

/** A part of keys as subscriptions have it, where `*` and `?` would be patterns for some storage servers. */
const part = (title: string) =>
  v.pipe(
    v.string(),
    v.title(title),
    v.maxBytes(most.key, 'A key has at most 1,024 bytes'),
    v.regex(/^[^*?]*$/, 'Leave * and ? out'),
    v.regex(/^[^\p{Cc}]*$/u, 'Leave control characters out'),
  )
export const Prefix = part('Prefix')
export const Suffix = part('Suffix')

/** Where events go. */
export const Arn = v.pipe(text(1024), v.title('ARN'), v.nonEmpty('Choose an ARN'))

/** A subscription as it is there: `events` are put, get and delete, and any others by their names in S3. */
export const Subscription = v.object({
  id: v.optional(v.string(), ''),
  arn: v.string(),
  events: v.array(v.string()),
  prefix: v.optional(v.string(), ''),
  suffix: v.optional(v.string(), ''),
})
export type Subscription = v.InferOutput<typeof Subscription>

/** A set of events. */
const set = <Item extends v.GenericSchema<string, string>>(item: Item, entries: number) =>
  v.pipe(
    list(item, entries),
    v.check((all) => new Set(all).size === all.length, 'Name each once'),
  )
const EventWords = set(v.picklist(['put', 'get', 'delete'], 'Choose put, get or delete'), 3)

/**
 * The subscribe call's body; no events mean all three, and one that is there already is let be where `ignoreExisting`
 * says so.
 */
export const NewSubscription = v.object({
  configuration: v.object({
    arn: Arn,
    events: v.optional(EventWords, []),
    prefix: v.optional(Prefix, ''),
    suffix: v.optional(Suffix, ''),
    id: v.optional(text(most.secret), ''),
  }),
  ignoreExisting: v.optional(v.boolean(), false),
})

/**
 * What is taken back: the subscriptions of an ARN with exactly these events, prefix and suffix, or all of them where
 * all is empty.
 */
export const OldSubscription = v.object({
  events: v.optional(set(text(most.word), 100), []),
  prefix: v.optional(text(most.key), ''),
  suffix: v.optional(text(most.key), ''),
})
export type OldSubscription = v.InferOutput<typeof OldSubscription>
