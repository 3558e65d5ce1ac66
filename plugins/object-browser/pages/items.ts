import { bytes, count, counted, date } from 'stowage'
import { type Column, sorted } from 'stowage/ui'
import type { Item } from '../contract.ts'
import { lastName } from './path.ts'

/** What a folder holds, folders included. */
export const noun = { one: 'object', many: 'objects' }

/**
 * An entry of a folder as it is shown there; `path` is its exact key. A `deleted` one is hidden by a delete marker;
 * `versions` counts what is kept under the key, where that is listed. A folder is `emptied` where all objects in it are
 * deleted.
 */
export type Row = {
  path: string
  name: string
  kind: 'folder' | 'object' | 'deleted'
  size: number
  modified: string
  versions?: number
  emptied?: boolean
}

/** Whether a row stands for deleted objects only. */
export const isDeleted = ({ kind, emptied = false }: Pick<Row, 'kind' | 'emptied'>) => kind === 'deleted' || emptied

/**
 * A listed item inside `prefix`. A folder's own marker, a key that is the prefix itself, is an object like any other.
 */
export const toRow = (
  { name, size = 0, last_modified = '', version_id, is_delete_marker, only_deleted }: Item,
  prefix: string,
): Row => ({
  path: name,
  name: name.slice(prefix.length) || lastName(name),
  // a key that ends with a slash is listed in its own folder alone
  kind: is_delete_marker ? 'deleted' : name.endsWith('/') && name !== prefix ? 'folder' : 'object',
  size,
  modified: last_modified,
  ...(version_id !== undefined && { versions: is_delete_marker ? 0 : 1 }),
  ...(only_deleted && { emptied: true }),
})

/** A row for each key of a listing, be it one of versions: those of a key, the newest first, are one row. */
export const toRows = (items: readonly Item[], prefix: string): Row[] => {
  const rows = new Map<string, Row>()
  for (const item of items) {
    const row = toRow(item, prefix)
    const newest = rows.get(row.path)
    if (newest) newest.versions = (newest.versions ?? 0) + (row.versions ?? 0)
    else rows.set(row.path, row)
  }
  return [...rows.values()]
}

const folders = { one: 'folder', many: 'folders' }

/** How many folders and objects there are, those of which there is one at least. */
export const countOf = (rows: readonly Row[]) => {
  const inside = rows.filter(({ kind }) => kind === 'folder').length
  const deleted = rows.filter(({ kind }) => kind === 'deleted').length
  const objects = rows.length - inside - deleted
  return [
    inside && counted(inside, folders),
    (objects || !(inside + deleted)) && counted(objects, noun),
    deleted && `${count(deleted)} deleted`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Sorts folders and objects each for themselves, folders first either way. */
export const foldersFirst = (rows: readonly Row[], columns: readonly Column<Row>[], sort: string): readonly Row[] =>
  [true, false].flatMap((inside) =>
    sorted(
      rows.filter(({ kind }) => (kind === 'folder') === inside),
      columns,
      sort,
    ),
  )

/** How much a choice of rows holds, in words; nothing where a folder is among them, whose size nobody knows. */
export const sizeOf = (rows: readonly Row[]) =>
  rows.some(({ kind }) => kind === 'folder') ? undefined : bytes(rows.reduce((sum, { size }) => sum + size, 0))

/** When an object was stored, as it is shown and sorted; folders have no date of their own. */
export const modifiedOf = ({ kind, modified }: Row) => (kind === 'folder' || !modified ? undefined : date(modified))
