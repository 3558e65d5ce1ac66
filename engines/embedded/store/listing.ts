import * as v from 'valibot'
import { Failure } from '../../../core/protocol/failure.ts'
import type { Index } from './database.ts'
import { afterKey, afterPrefix, isVersionId, keyOf, MAX_KEY, objectKey, versionKey, withoutOrder } from './keys.ts'
import type { Version } from './records.ts'
import { cursorInvalid } from '../messages.ts'

/** One line of a listing: a version of an object, or a folder (common prefix). */
export type ListingEntry = { name: string; version?: Version; latest?: boolean }

/** A listing request. `limit` is the maximum number of lines; the page starts at `cursor`, or `after` a key. */
export type Query = {
  bucket: number
  prefix: string
  recursive: boolean
  versions: boolean
  limit: number
  cursor?: string | undefined
  after?: string | undefined
}

/** Whether a key can start with this text; LMDB rejects longer keys. */
const fits = (text: string) => Buffer.byteLength(text) <= MAX_KEY && !text.includes('\0')

/** Start of a page: after a folder, a key, or one version of a key. */
const Position = v.object({
  name: v.pipe(v.string(), v.check(fits)),
  order: v.optional(v.pipe(v.string(), v.check(isVersionId))),
  folder: v.optional(v.literal(true)),
})
type Position = v.InferOutput<typeof Position>

const writeCursor = (mark: Position) => Buffer.from(JSON.stringify(mark)).toString('base64url')

/** Cursor of the page after this version. */
export const cursorAfter = (name: string, { order }: Version): string => writeCursor({ name, order })

const readCursor = (cursor: string): Position => {
  try {
    return v.parse(Position, JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new Failure(400, cursorInvalid)
  }
}

const positionAfter = (key: string | undefined): Position | undefined => (key === undefined ? undefined : { name: key })

type Row = { at: Buffer; version: Version; latest: boolean }

function* currentRows(index: Index, start: Buffer, end: Buffer): Generator<Row> {
  for (const { key, value } of index.objects.getRange({ start, end })) yield { at: key, version: value, latest: true }
}

/**
 * All versions in key order, newest first per key. Merges the ranges of current and older versions; `listedKey` is
 * the key whose current version was on the previous page.
 */
function* versionRows(
  index: Index,
  [start, olderStart]: readonly [Buffer, Buffer],
  end: Buffer,
  listedKey: Buffer | undefined,
): Generator<Row> {
  const current = index.objects.getRange({ start, end })[Symbol.iterator]()
  const older = index.versions.getRange({ start: olderStart, end })[Symbol.iterator]()
  try {
    let [one, other] = [current.next(), older.next()]
    let last = listedKey
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

const laterOf = (one: Buffer, other: Buffer) => (Buffer.compare(one, other) < 0 ? other : one)

/** Rows after a mark. Cursors are untrusted, so positions before the prefix are rejected. */
const rowsFrom = (
  index: Index,
  { bucket, versions }: Query,
  mark: Position | undefined,
  first: Buffer,
  end: Buffer,
) => {
  if (!mark) return versions ? versionRows(index, [first, first], end, undefined) : currentRows(index, first, end)
  const start = laterOf(mark.folder ? afterPrefix(bucket, mark.name) : afterKey(bucket, mark.name), first)
  if (!versions) return currentRows(index, start, end)
  if (!mark.order) return versionRows(index, [start, start], end, undefined)
  const behind = laterOf(Buffer.concat([versionKey(bucket, mark.name, mark.order), Buffer.of(0)]), first)
  return versionRows(index, [start, behind], end, objectKey(bucket, mark.name))
}

/**
 * One page of a listing, with a cursor if there is more. Skips folders by seeking past them, so that the time depends
 * on the page and not on the folders' content.
 */
export const listPage = (index: Index, query: Query): { lines: ListingEntry[]; cursor?: string } => {
  const { bucket, prefix, recursive, versions, limit, cursor, after } = query
  if (!fits(prefix)) return { lines: [] }
  const [first, end] = [objectKey(bucket, prefix), afterPrefix(bucket, prefix)]
  const lines: ListingEntry[] = []
  let mark = cursor === undefined ? positionAfter(after) : readCursor(cursor)
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
