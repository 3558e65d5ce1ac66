import { valueAt, type Ring } from './ring.ts'

/** Time range and step in seconds; start and end since 1970. */
export type Range = { start: number; end: number; step: number }

/**
 * How to read a recorded series: its value, its rate per second, its increase in four minutes, or the seconds since the
 * time it contains.
 */
export type SeriesRequest = { id: string; as: 'value' | 'rate' | 'increase' | 'age' }

/** Labels of a series, and its points by seconds since 1970; gaps have no points. */
export type Series = { labels: Record<string, string>; points: [seconds: number, value: number][] }

/** Minimum window of a rate, in seconds. */
export const RATE = 240

/** A missing value is taken from a row at most this far away. */
const MAX_DISTANCE = 3

/** `now` is the newest slot at full resolution. */
type SeriesQuery = {
  request: SeriesRequest
  range: Range
  now: number
  columns: readonly { slot: number; since: number; values: readonly string[] }[]
  labels: readonly string[]
}

/** Rows needed for a point: the newest ones, and for rates the oldest ones of its window. */
type Need = { time: number; newest: number[]; oldest: number[] }

const findSlots = (ring: Ring, tier: number, from: number, to: number, direction: 1 | -1) => {
  const slots: number[] = []
  for (
    let slot = direction > 0 ? from : to;
    slot >= from && slot <= to && slots.length < MAX_DISTANCE;
    slot += direction
  )
    if (ring.has(tier, slot)) slots.push(slot)
  return slots
}

const needAt = (
  ring: Ring,
  tier: number,
  every: number,
  { time, step, isRate, since }: { time: number; step: number; isRate: boolean; since: number },
): Need => {
  const to = Math.floor(time / every)
  // a point needs a recent value: within twice the row interval, or one step
  const after = (seconds: number) => Math.max(Math.floor((time - seconds) / every) + 1, Math.ceil(since / every))
  const newest = findSlots(ring, tier, after(Math.max(step, 2 * every)), to, -1)
  const oldest =
    isRate && newest.length > 0 ? findSlots(ring, tier, after(Math.max(step, RATE, 2 * every) + every), to, 1) : []
  return { time, newest, oldest }
}

const firstValue = (rows: ReadonlyMap<number, Buffer>, slots: readonly number[], column: number) => {
  for (const slot of slots) {
    const row = rows.get(slot)
    const value = row ? valueAt(row, column) : NaN
    if (!Number.isNaN(value)) return { slot, value }
  }
  return undefined
}

const pointOf = (
  as: SeriesRequest['as'],
  rows: ReadonlyMap<number, Buffer>,
  { time, newest, oldest }: Need,
  slot: number,
  every: number,
): number | undefined => {
  const last = firstValue(rows, newest, slot)
  if (!last) return undefined
  if (as === 'value') return last.value
  if (as === 'age') return time - last.value
  const first = firstValue(rows, oldest, slot)
  if (!first || first.slot >= last.slot) return undefined
  const rate = (last.value - first.value) / ((last.slot - first.slot) * every)
  return as === 'rate' ? rate : rate * RATE
}

/** Points of all columns, from full resolution rows as far as they reach, and from hourly rows before that. */
export const readSeries = async (
  ring: Ring,
  { request, range: { start, end, step }, now, columns, labels }: SeriesQuery,
): Promise<Series[]> => {
  const [fine, coarse] = ring.layout.tiers
  if (!fine || !coarse) return []
  const oldestFine = (now - fine.slots + 1) * fine.every
  const isRate = request.as === 'rate' || request.as === 'increase'
  const times = Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, index) => start + index * step)
  const tierOf = (time: number) => (time - RATE > oldestFine ? 0 : 1)

  const points = columns.map((): Series['points'] => [])
  for (const [tier, { every }] of [fine, coarse].entries()) {
    const tierTimes = times.filter((time) => tierOf(time) === tier)
    const needs = columns.map(({ since }) =>
      tierTimes.map((time) => needAt(ring, tier, every, { time, step, isRate, since })),
    )
    const slots = new Set(needs.flat().flatMap((need) => [...need.newest, ...need.oldest]))
    const rows = await ring.rows(tier, [...slots])
    for (const [index, { slot }] of columns.entries()) {
      for (const need of needs[index] ?? []) {
        const value = pointOf(request.as, rows, need, slot, every)
        if (value !== undefined) points[index]?.push([need.time, value])
      }
    }
  }
  return columns.map(({ values }, index) => ({
    labels: Object.fromEntries(labels.map((label, at) => [label, values[at] ?? ''])),
    points: (points[index] ?? []).sort(([one], [other]) => one - other),
  }))
}
