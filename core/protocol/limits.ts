import * as v from 'valibot'
import { count } from './format.ts'
import { isObject } from './is-object.ts'

/**
 * Size limits of request texts in bytes of UTF-8: bucket and key by S3, policy by MinIO; an account name may be a whole
 * LDAP DN.
 */
export const limits = { bucket: 63, key: 1024, name: 1024, secret: 255, policy: 20 * 1024, word: 64 } as const

/** A text of at most `bytes` bytes: the base schema of every text in a request. */
export const text = (bytes: number) => v.pipe(v.string(), v.maxBytes(bytes, `Enter at most ${count(bytes)} bytes`))

/** A list of at most `entries` entries. */
export const list = <const Item extends v.GenericSchema>(item: Item, entries: number) =>
  v.pipe(v.array(item), v.maxLength(entries, `Enter at most ${count(entries)} entries`))

/** A set of existing names, each at most once. */
export const names = (entries: number) =>
  v.pipe(
    list(text(limits.name), entries),
    v.check((all) => new Set(all).size === all.length, 'Enter each name only once'),
  )

type Text = v.GenericSchema<string, string>

/**
 * Map of at most `entries` texts; unlike `v.record` it also accepts keys like `constructor`. `messages` are the error
 * messages for a wrong shape and for too many entries.
 */
export const textMap = (key: Text, value: Text, entries: number, messages: { shape: string; count: string }) => {
  const isWithinLimit = (input: unknown) =>
    typeof input !== 'object' || input === null || Object.keys(input).length <= entries
  const schema = v.custom<Readonly<Record<string, string>>>(
    (input) =>
      isObject(input) &&
      isWithinLimit(input) &&
      Object.entries(input).every(([name, entry]) => v.is(key, name) && v.is(value, entry)),
    ({ input }) => (isWithinLimit(input) ? messages.shape : messages.count),
  )
  return { ...schema, key, value, entries }
}
