import * as v from 'valibot'
import { count } from './format.ts'

/**
 * What the texts of a request may have at most, in bytes of UTF-8. S3 says it of buckets and keys, MinIO of policies;
 * an account of a directory goes by its whole path.
 */
export const most = { bucket: 63, key: 1024, name: 1024, secret: 255, policy: 20 * 1024, word: 64 } as const

/** A text of at most so many bytes: what every text of a request has to be, in one way or another. */
export const text = (bytes: number) => v.pipe(v.string(), v.maxBytes(bytes, `Enter at most ${count(bytes)} bytes`))

/** A list of at most so many entries. */
export const list = <const Item extends v.GenericSchema>(item: Item, entries: number) =>
  v.pipe(v.array(item), v.maxLength(entries, `Enter at most ${count(entries)} entries`))

/** Names of what there is already, each once: what a list of them is to be is a set. */
export const names = (entries: number) =>
  v.pipe(
    list(text(most.name), entries),
    v.check((all) => new Set(all).size === all.length, 'Name each once'),
  )

type Text = v.GenericSchema<string, string>

/**
 * Texts by names that anybody may have chosen, at most `entries` of them; unlike a record it loses none, be it called
 * `constructor`. `words` tell what is wrong.
 */
export const texts = (key: Text, value: Text, entries: number, words: { shape: string; count: string }) => {
  const few = (input: unknown) => typeof input !== 'object' || input === null || Object.keys(input).length <= entries
  const schema = v.custom<Readonly<Record<string, string>>>(
    (input) =>
      typeof input === 'object' &&
      input !== null &&
      !Array.isArray(input) &&
      few(input) &&
      Object.entries(input).every(([name, entry]) => v.is(key, name) && v.is(value, entry)),
    ({ input }) => (few(input) ? words.shape : words.count),
  )
  return { ...schema, key, value, entries }
}
