import type { Reclaimable } from '../../contract.ts'
import { OLD_DAYS } from '../../reclaimable.ts'
import * as messages from '../../messages.ts'
import type { RuleDraft } from './add.tsx'

/** Sums of the pages so far, and the next cursor; `ended` at the end of the bucket. */
export type Sums = Reclaimable & { state: 'open' | 'ended' }

/** Sums before the first page. */
export const noSums: Sums = { scanned: 0, noncurrent: { count: 0, size: 0 }, markers: 0, oldObjects: [], state: 'open' }

type Sum = { count: number; size: number }

const add = (one: Sum, other: Sum): Sum => ({ count: one.count + other.count, size: one.size + other.size })

export const addPage = (sums: Sums, { scanned, noncurrent, markers, oldObjects, cursor }: Reclaimable): Sums => {
  const prefixes = new Map(sums.oldObjects.map(({ prefix, ...sum }) => [prefix, sum]))
  for (const { prefix, ...sum } of oldObjects)
    prefixes.set(prefix, add(prefixes.get(prefix) ?? { count: 0, size: 0 }, sum))
  return {
    scanned: sums.scanned + scanned,
    noncurrent: add(sums.noncurrent, noncurrent),
    markers: sums.markers + markers,
    oldObjects: [...prefixes].map(([prefix, sum]) => ({ prefix, ...sum })),
    cursor,
    state: cursor === undefined ? 'ended' : 'open',
  }
}

/** Something that could be freed, and the rule that would do it. */
export type Saving = { what: string; count: number; size: number; rule: string; draft: RuleDraft }

/** Days after which the proposed rules delete noncurrent versions. */
const NONCURRENT_DAYS = 30

/** Maximum number of proposals for old objects. */
const MAX_OLD = 3

/**
 * Old objects of the largest folders and of the whole bucket: a rule without a prefix applies to all of its objects.
 */
const oldOf = ({ oldObjects: old }: Sums) => {
  const folders = old.filter(({ prefix }) => prefix !== '').toSorted((one, other) => other.size - one.size)
  const total = old.reduce<Sum>(add, { count: 0, size: 0 })
  return [...(old.length > 1 || folders.length === 0 ? [{ prefix: '', ...total }] : []), ...folders.slice(0, MAX_OLD)]
}

/** Possible savings, largest first. Old objects of a versioned bucket only become noncurrent by expiring. */
export const savingsOf = (sums: Sums, isVersioned: boolean): Saving[] =>
  [
    {
      ...sums.noncurrent,
      what: 'Older versions',
      rule: messages.ruleForOlderVersions(NONCURRENT_DAYS),
      draft: { expire: 'never' as const, older: NONCURRENT_DAYS },
    },
    {
      count: sums.markers,
      size: 0,
      what: 'Delete markers',
      rule: messages.ruleForDeleteMarkers,
      draft: { expire: 'never' as const, markers: true },
    },
    ...oldOf(sums).map(({ prefix, ...sum }) => ({
      ...sum,
      what: messages.oldObjects(prefix, OLD_DAYS),
      rule: messages.ruleForOldObjects(OLD_DAYS, isVersioned),
      draft: { expire: 'days' as const, days: OLD_DAYS, prefix, ...(isVersioned && { older: NONCURRENT_DAYS }) },
    })),
  ]
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.size - one.size)
