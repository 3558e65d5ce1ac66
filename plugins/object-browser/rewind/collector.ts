import * as v from 'valibot'
import { Failure, toRfc3339 } from 'stowage'
import { Item } from '../contract.ts'
import type { RewoundItem } from './contract.ts'
import * as messages from '../messages.ts'

/**
 * A key whose versions may continue on the next page: its newest version, and the version that was current then, once
 * found.
 */
const OpenKey = v.object({ newest: Item, then: v.optional(Item) })
type OpenKey = { newest: Item; then?: Item | undefined }

/** Where the next page starts: the storage's own cursor, and the key whose versions continue there. */
const PageCursor = v.object({ at: v.string(), open: v.optional(OpenKey) })

export const writeCursor = (position: { at: string; open?: OpenKey | undefined }) =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

/** Throws `Failure` 400 for an invalid cursor. */
export const readCursor = (cursor: string): v.InferOutput<typeof PageCursor> => {
  try {
    return v.parse(PageCursor, JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new Failure(400, messages.cursorInvalid)
  }
}

const modifiedAt = ({ last_modified = '' }: Item) => Date.parse(last_modified)

const sinceOf = ({
  newest,
  then,
}: {
  newest: Item
  then: Item
}): Pick<RewoundItem, 'since' | 'changed' | 'size_now'> => {
  if (newest.version_id === then.version_id) return { since: 'unchanged' }
  const { last_modified = '', size } = newest
  const changed = toRfc3339(last_modified)
  return newest.is_delete_marker ? { since: 'deleted', changed } : { since: 'replaced', changed, size_now: size }
}

const resultOf = ({ newest, then }: { newest: Item; then: Item }): RewoundItem => ({
  name: then.name,
  last_modified: toRfc3339(then.last_modified ?? ''),
  size: then.size,
  ...(then.version_id !== undefined && { version_id: then.version_id }),
  ...(then.is_delete_marker && { delete_flag: true }),
  is_latest: newest.version_id === then.version_id,
  ...sinceOf({ newest, then }),
})

/** An object created since; none if it is deleted again. */
const createdSince = ({ name, last_modified = '', size, is_delete_marker }: Item): RewoundItem[] =>
  is_delete_marker ? [] : [{ name, is_latest: true, since: 'new', changed: toRfc3339(last_modified), size_now: size }]

/**
 * Collects the objects at a point in time from a listing of versions, newest first per key (minio-server 5.2). `end`
 * completes the last key; what is still `open` is stored in the next page's cursor.
 */
export const createRewindCollector = (
  moment: number,
  open: OpenKey | undefined,
  newerObjects: 'counted' | 'listed' = 'counted',
) => {
  const objects: RewoundItem[] = []
  let newer = 0
  let current = open
  const close = () => {
    if (current?.then) objects.push(resultOf({ newest: current.newest, then: current.then }))
    else if (current) {
      newer += 1
      if (newerObjects === 'listed') objects.push(...createdSince(current.newest))
    }
    current = undefined
  }
  return {
    add: (item: Item) => {
      if (current?.newest.name !== item.name) close()
      if (item.version_id === undefined) return void objects.push({ name: item.name })
      current ??= { newest: item }
      if (!current.then && modifiedAt(item) <= moment) current.then = item
    },
    /** Returns the completed objects, once. */
    take: () => objects.splice(0),
    end: () => {
      close()
      return { objects, newer }
    },
    pause: () => ({ objects, newer, open: current }),
  }
}
