import type { LifecycleRule } from '../contract.ts'

const DAY = 24 * 60 * 60 * 1000

/** Midnight UTC after the given number of full days, as S3 and MinIO round expiration. */
const midnightAfter = (since: number, days: number) => (Math.floor(since / DAY) + days + 1) * DAY

const hasPassed = (since: number, days: number, now: number) => days > 0 && now > midnightAfter(since, days)

/** A version as lifecycle rules see it; `modified` in ms since 1970, `size` in bytes. */
export type VersionFields = {
  key: string
  modified: number
  size: number
  marker: boolean
  tags(): Readonly<Record<string, string>>
}

/**
 * State of a version among the versions of its key: `current` (the one that readers get), `older` (noncurrent since
 * `since`, in ms, with `newer` newer noncurrent versions that are retained), or `lone marker` (a delete marker without
 * other versions). No rule acts on a `marker`, which still hides versions.
 */
export type VersionState = VersionFields &
  ({ as: 'current' | 'lone marker' | 'marker' } | { as: 'older'; since: number; newer: number })

const matchesSize = (
  { object_size_greater_than: above, object_size_less_than: below }: LifecycleRule,
  { marker, size }: VersionFields,
) => marker || ((above === undefined || size > above) && (below === undefined || size < below))

const appliesTo = (rule: LifecycleRule, version: VersionFields) => {
  if (rule.status !== 'Enabled' || !version.key.startsWith(rule.prefix) || !matchesSize(rule, version)) return false
  if (rule.tags.length === 0) return true
  const tagValues = new Map(Object.entries(version.tags()))
  return rule.tags.every(({ key, value }) => tagValues.get(key) === value)
}

const expiresVersion = ({ expiration }: LifecycleRule, version: VersionState, now: number) => {
  const {
    date,
    days,
    delete_marker,
    noncurrent_expiration_days: after,
    newer_noncurrent_versions: newest = 0,
  } = expiration
  switch (version.as) {
    case 'current':
      return date ? now > Date.parse(date) : hasPassed(version.modified, days, now)
    case 'lone marker':
      return delete_marker || hasPassed(version.modified, days, now)
    case 'older':
      if (after === 0 && newest === 0) return false
      return version.newer >= newest && (after === 0 ? now > version.since : hasPassed(version.since, after, now))
    default:
      return false
  }
}

/** Whether any rule expires a version at `now`, in ms since 1970. */
export const isDue = (rules: readonly LifecycleRule[], version: VersionState, now: number): boolean =>
  rules.some((rule) => appliesTo(rule, version) && expiresVersion(rule, version, now))

/** Whether a rule expires all versions of a key with its newest one, an extension of MinIO. */
const expiresAllVersions = (rules: readonly LifecycleRule[], version: VersionState, now: number) =>
  rules.some((rule) => {
    const { all_versions, delete_marker_days: markerDays = 0 } = rule.expiration
    if (!appliesTo(rule, version)) return false
    if (version.as === 'current') return all_versions === true && expiresVersion(rule, version, now)
    return version.marker && version.as !== 'older' && hasPassed(version.modified, markerDays, now)
  })

/** A version in a listing of all versions, newest first within each key. */
export type ListedVersion = VersionFields & {
  latest: boolean
  isOnlyVersion(): boolean
  /** Whether a legal hold or retention protects it. */
  locked: boolean
}

/**
 * Progress through such a listing: the last version, and the count of retained noncurrent versions of its key before
 * it.
 */
export type ListingProgress = { key: string; modified: number; newer: number; whole: boolean }

const stateOf = (
  { latest, isOnlyVersion, ...row }: ListedVersion,
  reached: ListingProgress | undefined,
): VersionState => {
  if (!latest && reached?.key === row.key) return { ...row, as: 'older', since: reached.modified, newer: reached.newer }
  if (!row.marker) return { ...row, as: 'current' }
  return { ...row, as: isOnlyVersion() ? 'lone marker' : 'marker' }
}

type EvaluationContext = {
  rules: readonly LifecycleRule[]
  /** In ms since 1970. */
  now: number
  /** Whether expiration only adds a delete marker, because versioning is enabled. */
  hides: boolean
}

/** Evaluates the next version of a listing: its state, whether it is due, and the new progress. */
export const evaluateVersion = (
  { rules, now, hides }: EvaluationContext,
  row: ListedVersion,
  reached: ListingProgress | undefined,
) => {
  const state = stateOf(row, reached)
  const before = state.as === 'older' ? reached : undefined
  const expiresAll = before?.whole || expiresAllVersions(rules, state, now)
  const due =
    (expiresAll || isDue(rules, state, now)) && (!row.locked || (hides && !expiresAll && state.as === 'current'))
  const retained = state.as === 'older' && !due ? 1 : 0
  const next: ListingProgress = {
    key: row.key,
    modified: row.modified,
    newer: (before?.newer ?? 0) + retained,
    whole: expiresAll,
  }
  return { state, due, reached: next }
}
