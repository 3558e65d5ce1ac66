import * as v from 'valibot'
import { Failure } from '../../../core/failure.ts'
import type { LifecyclePreview, LifecycleRule, NewLifecycleRule } from '../contract.ts'
import { NAMED } from '../lifecycle-tools.ts'
import type { Reached, Standing } from './due.ts'
import { noRule } from './rule-id.ts'

/** Where a preview goes on: in the listing, and in the versions of a key. */
const Position = v.object({
  cursor: v.string(),
  reached: v.object({ key: v.string(), modified: v.number(), newer: v.number(), whole: v.boolean() }),
})

/** That a cursor is made up. */
export const notOurs = () => new Failure(400, 'The cursor is not one that a preview gave')

/** Reads where a page before ended. Throws `Failure` 400 for a cursor of anything else. */
export const readPosition = (cursor: string | undefined): v.InferOutput<typeof Position> | undefined => {
  if (cursor === undefined) return undefined
  try {
    return v.parse(Position, JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw notOurs()
  }
}

/** The cursor of what comes after a page; nothing after the last one. */
export const writePosition = (cursor: string | undefined, reached: Reached | undefined) =>
  cursor !== undefined && reached
    ? { cursor: Buffer.from(JSON.stringify({ cursor, reached })).toString('base64url') }
    : {}

/** The rule to preview, as if it were enabled. Throws `Failure` 404 for an id that no rule has. */
export const previewed = (
  of: { id: string } | { rule: NewLifecycleRule },
  rules: readonly LifecycleRule[],
): LifecycleRule => {
  const rule = 'rule' in of ? { ...of.rule, id: '' } : rules.find(({ id }) => id === of.id)
  if (!rule) throw noRule('id' in of ? of.id : '')
  return { ...rule, status: 'Enabled' }
}

const names = { current: 'current', older: 'older', marker: 'marker', 'lone marker': 'marker' } as const

/** Sums up what of a page is due. */
export const summedUp = (looked: number, due: readonly Standing[]): Omit<LifecyclePreview, 'cursor'> => ({
  looked,
  count: due.length,
  size: due.reduce((sum, { size }) => sum + size, 0),
  keys: due
    .slice(0, NAMED)
    .map(({ key, size, marker, as }) => ({ name: key, size, as: marker ? 'marker' : names[as] })),
})
