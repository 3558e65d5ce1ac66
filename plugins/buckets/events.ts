import * as v from 'valibot'
import { list, limits, text } from 'stowage'
import * as messages from './messages.ts'

/** Short names of events and their S3 event names (console-api 8.2). */
export const eventNames = {
  put: 's3:ObjectCreated:*',
  get: 's3:ObjectAccessed:*',
  delete: 's3:ObjectRemoved:*',
} as const

const shortNames = Object.entries(eventNames)

/** The short name of an S3 event, or the event itself if it has none. */
export const shortEventName = (name: string): string => shortNames.find(([, own]) => own === name)?.[0] ?? name

/** The S3 name of an event given by either name. */
export const s3EventName = (word: string): string => shortNames.find(([own]) => own === word)?.[1] ?? word

/**
 * A prefix or suffix of a subscription; `*` and `?` are rejected because some storage servers treat them as patterns.
 */
const keyPart = (title: string) =>
  v.pipe(
    v.string(),
    v.title(title),
    v.maxBytes(limits.key, messages.keyTooLong),
    v.regex(/^[^*?]*$/, '* and ? are not allowed'),
    v.regex(/^[^\p{Cc}]*$/u, 'Control characters are not allowed'),
  )
export const Prefix = keyPart('Prefix')
export const Suffix = keyPart('Suffix')

/** Target of a subscription. */
export const Arn = v.pipe(text(1024), v.title('ARN'), v.nonEmpty('Choose an ARN'))

/** An existing subscription: `events` are put, get and delete, others by their S3 names. */
export const Subscription = v.object({
  id: v.optional(v.string(), ''),
  arn: v.string(),
  events: v.array(v.string()),
  prefix: v.optional(v.string(), ''),
  suffix: v.optional(v.string(), ''),
})
export type Subscription = v.InferOutput<typeof Subscription>

const setOf = <Item extends v.GenericSchema<string, string>>(item: Item, entries: number) =>
  v.pipe(
    list(item, entries),
    v.check((all) => new Set(all).size === all.length, 'Enter each name only once'),
  )
const EventWords = setOf(v.picklist(['put', 'get', 'delete'], 'Choose put, get or delete'), 3)

/**
 * The subscribe request's body; no events means all three. `ignoreExisting` accepts a subscription that already exists.
 */
export const NewSubscription = v.object({
  configuration: v.object({
    arn: Arn,
    events: v.optional(EventWords, []),
    prefix: v.optional(Prefix, ''),
    suffix: v.optional(Suffix, ''),
    id: v.optional(text(limits.secret), ''),
  }),
  ignoreExisting: v.optional(v.boolean(), false),
})

/**
 * Subscriptions to remove: those of an ARN with exactly these events, prefix and suffix, or all of them if all three
 * are empty.
 */
export const OldSubscription = v.object({
  events: v.optional(setOf(text(limits.word), 100), []),
  prefix: v.optional(text(limits.key), ''),
  suffix: v.optional(text(limits.key), ''),
})
export type OldSubscription = v.InferOutput<typeof OldSubscription>
