import * as v from 'valibot'
import { Failure } from '../../../core/failure.ts'
import type { Index } from './database.ts'
import { afterKey, afterPrefix, isOrder, keyOf, MAX_KEY, objectKey, versionKey, withoutOrder } from './keys.ts'
import type { Version } from './records.ts'

/** A line of a listing: a version of an object, or a folder that stands for all below it. */
export type Line = { name: string; version?: Version; latest?: boolean }

/** What to list of a bucket. `limit` is the most lines; a `cursor` is what the page before gave. */
export type Query = {
  bucket: number
  prefix: string
  recursive: boolean
  versions: boolean
  limit: number
  cursor?: string | undefined
}

/** Whether a key can begin with this text; longer ones the index cannot even be asked for. */
const fits = (text: string) => Buffer.byteLength(text) <= MAX_KEY && !text.includes('\0')

/** Where a page begins: after a folder, after a key, or after one version of a key. */
const Mark = v.object({
  name: v.pipe(v.string(), v.check(fits)),
  order: v.optional(v.pipe(v.string(), v.check(isOrder))),
  folder: v.optional(v.literal(true)),
})
type Mark = v.InferOutput<typeof Mark>

const writeCursor = (mark: Mark) => Buffer.from(JSON.stringify(mark)).toString('base64url')

/** The cursor of what comes after one version of a key. */
export const cursorAfter = (name: string, { order }: Version): string => writeCursor({ name, order })

const readCursor = (cursor: string): Mark => {
  try {
    return v.parse(Mark, JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new Failure(400, 'The cursor is not one that a listing gave')
  }
}

type Row = { at: Buffer; version: Version; latest: boolean }

/** What readers see, in key order. */
function* currentRows(index: Index, start: Buffer, end: Buffer): Generator<Row> {
  for (const { key, value } of index.objects.getRange({ start, end })) yield { at: key, version: value, latest: true }
}

/**
 * All versions in key order, those of a key newest first. The current ones and the older ones are kept apart, so two
 * ranges are merged; `seen` is the key whose newest version a page before had.
 */
function* versionRows(
  index: Index,
  [start, olderStart]: readonly [Buffer, Buffer],
  end: Buffer,
  seen: Buffer | undefined,
): Generator<Row> {
  const current = index.objects.getRange({ start, end })[Symbol.iterator]()
  const older = index.versions.getRange({ start: olderStart, end })[Symbol.iterator]()
  try {
    let [one, other] = [current.next(), older.next()]
    let last = seen
    while (!one.done || !other.done) {
      const at = other.done ? undefined : withoutOrder(other.value.key)
      if (!one.done && (!at || Buffer.compare(one.value.key, at) <= 0)) {
        last = one.value.key
        yield { at: last, version: one.value.value, latest: true }
        one = current.next()
      } else if (!other.done && at) {
        yield { at, version: other.value.value, latest: !last?.equals(at) }
        last = at
        other = older.next()
      }
    }
  } finally {
    current.return?.()
    older.return?.()
  }
}

const later = (one: Buffer, other: Buffer) => (Buffer.compare(one, other) < 0 ? other : one)

/** The rows behind a mark. Cursors come from outside, so none leads to a place before the prefix. */
const rowsFrom = (index: Index, { bucket, versions }: Query, mark: Mark | undefined, first: Buffer, end: Buffer) => {
  if (!mark) return versions ? versionRows(index, [first, first], end, undefined) : currentRows(index, first, end)
  const start = later(mark.folder ? afterPrefix(bucket, mark.name) : afterKey(bucket, mark.name), first)
  if (!versions) return currentRows(index, start, end)
  if (!mark.order) return versionRows(index, [start, start], end, undefined)
  const behind = later(Buffer.concat([versionKey(bucket, mark.name, mark.order), Buffer.of(0)]), first)
  return versionRows(index, [start, behind], end, objectKey(bucket, mark.name))
}

/**
 * One page of a listing, with the cursor of the next one while there is more. Folders are skipped by seeking behind
 * them, so that the time depends on the page and not on what the folders hold.
 */
export const listPage = (index: Index, query: Query): { lines: Line[]; cursor?: string } => {
  const { bucket, prefix, recursive, versions, limit, cursor } = query
  if (!fits(prefix)) return { lines: [] }
  const [first, end] = [objectKey(bucket, prefix), afterPrefix(bucket, prefix)]
  const lines: Line[] = []
  let mark = cursor === undefined ? undefined : readCursor(cursor)
  for (;;) {
    let folder: string | undefined
    for (const { at, version, latest } of rowsFrom(index, query, mark, first, end)) {
      if (mark && lines.length === limit) return { lines, cursor: writeCursor(mark) }
      const name = keyOf(at)
      const slash = recursive ? -1 : name.indexOf('/', prefix.length)
      if (slash >= 0) {
        folder = name.slice(0, slash + 1)
        break
      }
      lines.push({ name, version, latest })
      mark = { name, ...(versions && { order: version.order }) }
    }
    if (folder === undefined) return { lines }
    lines.push({ name: folder })
    mark = { name: folder, folder: true }
  }
}
