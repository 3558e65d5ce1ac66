import { count, counted } from 'stowage'
import type { Then } from '../../rewind/contract.ts'
import type { Step } from '../acts/step.ts'
import { noun } from '../items.ts'

/** An entry of a folder as it was; of a folder nothing else is known. */
export type Row = {
  path: string
  name: string
  kind: 'folder' | 'object'
  size: number
  modified: string
  version: string
  since: 'unchanged' | 'replaced' | 'deleted' | 'new'
  changed: string
  /** What it is by now, where that is another one. */
  sizeNow: number | undefined
}

/**
 * The rows of a folder: what was deleted already at that moment is none, or where it is there by now has come since.
 */
export const toRows = (objects: readonly Then[], prefix: string): Row[] =>
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

/** What brings objects back to what they were: the old version becomes the newest, and nothing is deleted. */
export const stepsOf = (objects: readonly Then[]): Step[] =>
  objects
    .filter(
      ({ version_id, since = 'unchanged', delete_flag }) =>
        version_id !== undefined && since !== 'unchanged' && !delete_flag,
    )
    .map(({ name, version_id }) => ({ path: name, version_id, to: name }))

/** Whether something is another one now than it was then. */
export const differs = ({ version_id, since = 'unchanged', delete_flag }: Then) =>
  since === 'new' || (version_id !== undefined && since !== 'unchanged' && !(delete_flag && since === 'deleted'))

/** What the foot says where only what differs is listed. */
export const countDiffering = (rows: readonly Row[]) => {
  const [added, replaced, deleted] = (['new', 'replaced', 'deleted'] as const).map((since) =>
    count(rows.filter((row) => row.since === since).length),
  )
  return `${added} added, ${replaced} replaced and ${deleted} deleted since, in this folder and below it`
}

/** What the foot of the table says. */
export const countOf = (rows: readonly Row[], newer: number) => {
  const objects = rows.filter(({ kind }) => kind === 'object')
  const [deleted, replaced] = (['deleted', 'replaced'] as const).map(
    (since) => objects.filter((row) => row.since === since).length,
  )
  const parts = [
    `${counted(objects.length, noun)} at that moment`,
    (deleted || replaced) && `${count(deleted ?? 0)} deleted and ${count(replaced ?? 0)} replaced since`,
    newer && `${counted(newer, { one: 'newer object is', many: 'newer objects are' })} not shown`,
  ]
  return parts.filter(Boolean).join(', ')
}
