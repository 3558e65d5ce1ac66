import { bytes, count, counted, date } from 'stowage'
import { type Column, sortRows } from 'stowage/ui'
import type { Item } from '../contract.ts'
import { lastName } from './path.ts'

/** Unit of counts in a folder, where folders count as objects. */
export const noun = { one: 'object', many: 'objects' }

/**
 * Row of a folder; `path` is the exact key. A `deleted` object is hidden by a delete marker. `versions` is the number
 * of versions, if listed, of which there are more if `hasMoreVersions`. A folder is `emptied` if all objects in it are
 * deleted.
 */
export type Row = {
  path: string
  name: string
  kind: 'folder' | 'object' | 'deleted'
  size: number
  modified: string
  versions?: number
  hasMoreVersions?: boolean
  emptied?: boolean
  etag?: string
}

/** Whether a row contains only deleted objects. */
export const isDeleted = ({ kind, emptied = false }: Pick<Row, 'kind' | 'emptied'>) => kind === 'deleted' || emptied

/** Converts a listed item inside `prefix`. A folder's marker, whose key equals the prefix, is treated as an object. */
export const toRow = (
  { name, size = 0, last_modified = '', version_id, is_delete_marker, only_deleted, etag }: Item,
  prefix: string,
): Row => ({
  path: name,
  name: name.slice(prefix.length) || lastName(name),
  // a key that ends with a slash is an object only inside its own folder
  kind: is_delete_marker ? 'deleted' : name.endsWith('/') && name !== prefix ? 'folder' : 'object',
  size,
  modified: last_modified,
  ...(version_id !== undefined && { versions: is_delete_marker ? 0 : 1 }),
  ...(only_deleted && { emptied: true }),
  ...(etag && { etag }),
})

/**
 * One row per key of a listing; versions of a key, newest first, become one row. Those of the last key may continue
 * after a `partial` listing.
 */
export const toRows = (items: readonly Item[], prefix: string, partial = false): Row[] => {
  const rows = new Map<string, Row>()
  for (const item of items) {
    const row = toRow(item, prefix)
    const newest = rows.get(row.path)
    if (newest) newest.versions = (newest.versions ?? 0) + (row.versions ?? 0)
    else rows.set(row.path, row)
  }
  const all = [...rows.values()]
  const last = all.at(-1)
  if (partial && last?.versions !== undefined) last.hasMoreVersions = true
  return all
}

/** Paths of folders, and keys of all other rows. */
export const pathsOf = (rows: readonly Pick<Row, 'kind' | 'path'>[]) => {
  const paths = (isFolder: boolean) =>
    rows.filter(({ kind }) => (kind === 'folder') === isFolder).map(({ path }) => path)
  return { keys: paths(false), folders: paths(true) }
}

const folders = { one: 'folder', many: 'folders' }

/** Number of folders and objects, without those that are zero. */
export const countOf = (rows: readonly Row[]) => {
  const folderCount = rows.filter(({ kind }) => kind === 'folder').length
  const deleted = rows.filter(({ kind }) => kind === 'deleted').length
  const objects = rows.length - folderCount - deleted
  return [
    folderCount && counted(folderCount, folders),
    (objects || !(folderCount + deleted)) && counted(objects, noun),
    deleted && `${count(deleted)} deleted`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Selected objects and folders: the first, the only one if there are no more, and how many there are. */
export const summaryOf = ({ keys, folders: below }: { keys: readonly string[]; folders: readonly string[] }) => {
  const [first = '', ...more] = [...keys, ...below]
  const parts = [keys.length > 0 && counted(keys.length, noun), below.length > 0 && counted(below.length, folders)]
  return { first, single: more.length === 0 ? first : undefined, count: parts.filter(Boolean).join(' and ') }
}

/** Sorts folders and objects separately, with folders first in either direction. */
export const foldersFirst = <Entry extends { kind: string }>(
  rows: readonly Entry[],
  columns: readonly Column<Entry>[],
  sort: string,
): readonly Entry[] =>
  [true, false].flatMap((isFolder) =>
    sortRows(
      rows.filter(({ kind }) => (kind === 'folder') === isFolder),
      columns,
      sort,
    ),
  )

/** Total size of rows as text; `undefined` if they include a folder, whose size is unknown. */
export const sizeOf = (rows: readonly Row[]) =>
  rows.some(({ kind }) => kind === 'folder') ? undefined : bytes(rows.reduce((sum, { size }) => sum + size, 0))

/** Modification time for display and sorting; folders have none. */
export const modifiedOf = ({ kind, modified }: Row) => (kind === 'folder' || !modified ? undefined : date(modified))
