import { useEffect, useState } from 'react'
import { setQuery, useQuery } from 'stowage/web'

/** A time range in seconds since 1970, and its step. */
export type Range = { start: number; end: number; step: number }

/** Step of a range: a sixtieth of it, at least 15 seconds (console-api 4.2). */
export const stepOf = (start: number, end: number) => {
  const step = Math.floor((end - start) / 60)
  return step < 1 ? 15 : step
}

/** Ranges that end now, in seconds. */
export const recentRanges = [
  { id: '900', label: 'Last 15 minutes' },
  { id: '3600', label: 'Last hour' },
  { id: '21600', label: 'Last 6 hours' },
  { id: '86400', label: 'Last day' },
  { id: '604800', label: 'Last week' },
  { id: '2592000', label: 'Last 30 days' },
  { id: '31536000', label: 'Last year' },
] as const

const FIRST = recentRanges[0].id

const textOf = (from: number, to: number) => `${Math.round(from)}-${Math.max(Math.round(from) + 1, Math.round(to))}`

const now = () => Math.floor(Date.now() / 1000)

/**
 * The time range in the address: `from-to`, or a number of seconds up to the last `sync`. Invalid values mean the
 * default range.
 */
export const useRange = () => {
  const [text] = useQuery('range', FIRST)
  const [unzoomed] = useQuery('unzoomed')
  const [asOf, setAsOf] = useState(now)
  const [, from, to] = /^(\d{1,12})-(\d{1,12})$/.exec(text) ?? []
  const chosen = Number(from) < Number(to) ? { start: Number(from), end: Number(to) } : undefined
  const last = recentRanges.find(({ id }) => id === text)?.id ?? FIRST
  const { start, end } = chosen ?? { start: asOf - Number(last), end: asOf }
  // the first range is current already
  useEffect(() => setAsOf((before) => (now() - before > 1 ? now() : before)), [text])
  return {
    range: { start, end, step: stepOf(start, end) },
    /** Length of a live range; `undefined` for a fixed one. */
    last: chosen ? undefined : last,
    sync: () => setAsOf(now()),
    choose: (from: number, to: number) => setQuery({ range: textOf(from, to), unzoomed: undefined }),
    chooseLast: (id: string) => setQuery({ range: id === FIRST ? undefined : id, unzoomed: undefined }),
    /** Chooses a part of the range, from which `reset` returns. */
    zoom: (from: number, to: number) => setQuery({ range: textOf(from, to), unzoomed: unzoomed || text }),
    /** Returns to the range before the first zoom; `undefined` if nothing is zoomed. */
    reset: unzoomed
      ? () => setQuery({ range: unzoomed === FIRST ? undefined : unzoomed, unzoomed: undefined })
      : undefined,
  }
}
