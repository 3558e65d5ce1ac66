import * as v from 'valibot'
import { Failure } from 'stowage'
import type { LifecyclePreview, LifecycleRule, NewLifecycleRule } from '../contract.ts'
import { MAX_PREVIEW_KEYS } from '../lifecycle-tools.ts'
import type { ListingProgress, VersionState } from './lifecycle-evaluation.ts'
import { noRule } from './rule-id.ts'

/** Cursor of a preview: the position in the listing and within the versions of a key. */
const Position = v.object({
  cursor: v.string(),
  reached: v.object({ key: v.string(), modified: v.number(), newer: v.number(), whole: v.boolean() }),
})

/** The error for a cursor that no preview returned. */
export const invalidCursor = () => new Failure(400, 'The cursor is invalid')

/** Decodes the cursor of the previous page. Throws `Failure` 400 for an invalid cursor. */
export const readPosition = (cursor: string | undefined): v.InferOutput<typeof Position> | undefined => {
  if (cursor === undefined) return undefined
  try {
    return v.parse(Position, JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalidCursor()
  }
}

/** Encodes the cursor of the next page; `undefined` after the last one. */
export const writePosition = (cursor: string | undefined, reached: ListingProgress | undefined) =>
  cursor !== undefined && reached
    ? { cursor: Buffer.from(JSON.stringify({ cursor, reached })).toString('base64url') }
    : {}

/** The rule to preview, treated as enabled. Throws `Failure` 404 for an unknown rule id. */
export const ruleToPreview = (
  of: { id: string } | { rule: NewLifecycleRule },
  rules: readonly LifecycleRule[],
): LifecycleRule => {
  const rule = 'rule' in of ? { ...of.rule, id: '' } : rules.find(({ id }) => id === of.id)
  if (!rule) throw noRule('id' in of ? of.id : '')
  return { ...rule, status: 'Enabled' }
}

const names = { current: 'current', older: 'older', marker: 'marker', 'lone marker': 'marker' } as const

/** Sums up the due versions of a page. */
export const summarizePage = (checked: number, due: readonly VersionState[]): Omit<LifecyclePreview, 'cursor'> => ({
  scanned: checked,
  count: due.length,
  size: due.reduce((sum, { size }) => sum + size, 0),
  keys: due
    .slice(0, MAX_PREVIEW_KEYS)
    .map(({ key, size, marker, as }) => ({ name: key, size, as: marker ? 'marker' : names[as] })),
})
