import { count, counted } from 'stowage'
import type { RewoundItem } from '../../rewind/contract.ts'
import type { Step } from '../actions/copy-step.ts'
import { noun } from '../items.ts'
import * as messages from '../../messages.ts'

/** Row of a folder as of a point in time; folders have only a name. */
export type Row = {
  path: string
  name: string
  kind: 'folder' | 'object'
  size: number
  modified: string
  version: string
  since: 'unchanged' | 'replaced' | 'deleted' | 'new'
  changed: string
  /** Current size, if the object has changed. */
  sizeNow: number | undefined
}

/** Rows of a folder. An object that was already deleted at that time is omitted, or counts as new if it exists now. */
export const toRows = (objects: readonly RewoundItem[], prefix: string): Row[] =>
  objects
    .filter(({ delete_flag, since }) => !delete_flag || since === 'replaced')
    .map(
      ({
        name,
        size = 0,
        last_modified = '',
        version_id,
        since = 'unchanged',
        changed = '',
        size_now,
        delete_flag,
      }) => ({
        path: name,
        name: name.slice(prefix.length) || name,
        kind: version_id === undefined && since !== 'new' ? 'folder' : 'object',
        size,
        modified: delete_flag ? '' : last_modified,
        version: (!delete_flag && version_id) || '',
        since: delete_flag ? 'new' : since,
        changed,
        sizeNow: size_now,
      }),
    )

/** Steps that restore objects: each copies the old version to become the latest, and nothing is deleted. */
export const stepsOf = (objects: readonly RewoundItem[]): Step[] =>
  objects
    .filter(
      ({ version_id, since = 'unchanged', delete_flag }) =>
        version_id !== undefined && since !== 'unchanged' && !delete_flag,
    )
    .map(({ name, version_id }) => ({ path: name, version_id, to: name }))

/** Whether an object differs between then and now. */
export const differs = ({ version_id, since = 'unchanged', delete_flag }: RewoundItem) =>
  since === 'new' || (version_id !== undefined && since !== 'unchanged' && !(delete_flag && since === 'deleted'))

/** Footer text if only differing objects are listed. */
export const countDiffering = (rows: readonly Row[]) => {
  const [added, replaced, deleted] = (['new', 'replaced', 'deleted'] as const).map((since) =>
    count(rows.filter((row) => row.since === since).length),
  )
  return messages.changesSince(added, replaced, deleted)
}

/** Footer text of the table. */
export const countOf = (rows: readonly Row[], newer: number) => {
  const objects = rows.filter(({ kind }) => kind === 'object')
  const [deleted, replaced] = (['deleted', 'replaced'] as const).map(
    (since) => objects.filter((row) => row.since === since).length,
  )
  const parts = [
    `${counted(objects.length, noun)} at that time`,
    (deleted || replaced) && messages.deletionsSince(count(deleted ?? 0), count(replaced ?? 0)),
    newer && `${counted(newer, { one: 'newer object is', many: 'newer objects are' })} not shown`,
  ]
  return parts.filter(Boolean).join(', ')
}
