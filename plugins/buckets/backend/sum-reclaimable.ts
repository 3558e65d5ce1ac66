import { MAX_PREFIXES, OLD_DAYS, type Reclaimable } from '../reclaimable.ts'
import { evaluateVersion, type ListedVersion, type ListingProgress } from './lifecycle-evaluation.ts'

const DAY = 86_400_000

type Sum = { count: number; size: number }

const noSum: Sum = { count: 0, size: 0 }

/** The first part of a key with its slash; empty for a key without one. */
const firstPart = (key: string) => key.slice(0, key.indexOf('/') + 1)

/** The largest prefixes; the others count as keys without a prefix. */
const largestPrefixes = (sums: ReadonlyMap<string, Sum>) => {
  const all = [...sums].map(([prefix, sum]) => ({ prefix, ...sum })).sort((one, other) => other.size - one.size)
  if (all.length <= MAX_PREFIXES) return all
  const named = all.filter(({ prefix }) => prefix !== '').slice(0, MAX_PREFIXES - 1)
  const root = { prefix: '', ...noSum }
  for (const one of all) {
    if (named.includes(one)) continue
    root.count += one.count
    root.size += one.size
  }
  return [...named, root]
}

/** Sums up a page of a listing of all versions, which continues at `reached`. */
export const sumReclaimable = (rows: readonly ListedVersion[], from: ListingProgress | undefined, now: number) => {
  let reached = from
  let markers = 0
  const noncurrent = { count: 0, size: 0 }
  const old = new Map<string, Sum>()
  for (const row of rows) {
    const result = evaluateVersion({ rules: [], now, hides: true }, row, reached)
    reached = result.reached
    if (row.locked) continue
    if (row.marker) markers += 1
    else if (result.state.as === 'older') {
      noncurrent.count += 1
      noncurrent.size += row.size
    } else if (now - row.modified > OLD_DAYS * DAY) {
      const prefix = firstPart(row.key)
      const { count, size } = old.get(prefix) ?? noSum
      old.set(prefix, { count: count + 1, size: size + row.size })
    }
  }
  const page: Reclaimable = { scanned: rows.length, noncurrent, markers, oldObjects: largestPrefixes(old) }
  return { page, reached }
}
