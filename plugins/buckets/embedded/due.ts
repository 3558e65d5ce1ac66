import type { LifecycleRule } from '../contract.ts'
import type { Version } from '../../../engines/embedded/store/records.ts'
import { tagsOf } from '../../../engines/embedded/store/versions.ts'

const DAY = 24 * 60 * 60 * 1000

/** The midnight, UTC, after so many full days (S3, MinIO). */
const midnightAfter = (since: number, days: number) => (Math.floor(since / DAY) + days + 1) * DAY

/**
 * A version as rules look at it: the `current` one that readers get, an `older` one since a newer one came at `since`, in ms,
 * or a `lone marker`: a delete marker that hides nothing any more. On a delete marker that hides something no rule acts.
 */
export type Standing =
  | { as: 'current' | 'lone marker' | 'marker'; key: string; version: Version }
  | { as: 'older'; key: string; version: Version; since: number }

const holdsFor = ({ status, prefix, tags }: LifecycleRule, { key, version }: Standing) => {
  if (status !== 'Enabled' || !key.startsWith(prefix)) return false
  const its = new Map(tags.length > 0 ? Object.entries(tagsOf(version)) : [])
  return tags.every(({ key: tag, value }) => its.get(tag) === value)
}

const actsOn = ({ expiration }: LifecycleRule, standing: Standing, now: number) => {
  const { date, days, delete_marker, noncurrent_expiration_days } = expiration
  const passed = (since: number, after: number) => after > 0 && now > midnightAfter(since, after)
  switch (standing.as) {
    case 'current':
      return date ? now > Date.parse(date) : passed(standing.version.modified, days)
    case 'lone marker':
      return delete_marker || passed(standing.version.modified, days)
    case 'older':
      return passed(standing.since, noncurrent_expiration_days)
    default:
      return false
  }
}

/** Whether some rule lets a version expire by now; `now` is in ms since 1970. */
export const isDue = (rules: readonly LifecycleRule[], standing: Standing, now: number): boolean =>
  rules.some((rule) => holdsFor(rule, standing) && actsOn(rule, standing, now))
