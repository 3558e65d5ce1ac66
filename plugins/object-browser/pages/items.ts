import { bytes, date } from '../../../core/format.ts'
import { sorted } from '../../../core/ui/table-order.ts'
import type { Column } from '../../../core/ui/table.tsx'
import { counted } from '../../../core/ui/words.ts'
import type { Item } from '../contract.ts'
import { lastName } from './path.ts'

/** What a folder holds, folders included. */
export const noun = { one: 'object', many: 'objects' }

/** An entry of a folder as it is shown there; `path` is its exact key. */
export type Row = { path: string; name: string; kind: 'folder' | 'object'; size: number; modified: string }

/** A listed item inside `prefix`. A folder's own marker, a key that is the prefix itself, is an object like any other. */
export const toRow = ({ name, size = 0, last_modified = '' }: Item, prefix: string): Row => ({
  path: name,
  name: name.slice(prefix.length) || lastName(name),
  kind: name.endsWith('/') && name !== prefix ? 'folder' : 'object',
  size,
  modified: last_modified,
})

const folders = { one: 'folder', many: 'folders' }

/** How many folders and objects there are, those of which there is one at least. */
export const countOf = (rows: readonly Row[]) => {
  const inside = rows.filter(({ kind }) => kind === 'folder').length
  const objects = rows.length - inside
  return [inside && counted(inside, folders), (objects || !inside) && counted(objects, noun)].filter(Boolean).join(', ')
}

/** Sorts folders and objects each for themselves, folders first either way. */
export const foldersFirst = (rows: readonly Row[], columns: readonly Column<Row>[], sort: string): readonly Row[] =>
  (['folder', 'object'] as const).flatMap((kind) =>
    sorted(
      rows.filter((row) => row.kind === kind),
      columns,
      sort,
    ),
  )

/** How much a choice of rows holds, in words; nothing where a folder is among them, whose size nobody knows. */
export const sizeOf = (rows: readonly Row[]) =>
  rows.some(({ kind }) => kind === 'folder') ? undefined : bytes(rows.reduce((sum, { size }) => sum + size, 0))

/** When an object was stored, as it is shown and sorted; folders have no date of their own. */
export const modifiedOf = ({ kind, modified }: Row) => (kind === 'folder' || !modified ? undefined : date(modified))
