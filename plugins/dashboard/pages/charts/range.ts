import { useEffect, useState } from 'react'
import { useQuery } from '../../../../core/location.ts'

/** From when to when, in seconds since 1970, and how far apart points are. */
export type Range = { start: number; end: number; step: number }

/** How far apart points are: a sixtieth of the range, 15 seconds where that is nothing (console-api 4.2). */
export const stepOf = (start: number, end: number) => {
  const step = Math.floor((end - start) / 60)
  return step < 1 ? 15 : step
}

/** Ranges up to now, in seconds. */
export const lately = [
  { id: '900', label: 'Last 15 minutes' },
  { id: '3600', label: 'Last hour' },
  { id: '21600', label: 'Last 6 hours' },
  { id: '86400', label: 'Last day' },
  { id: '604800', label: 'Last week' },
  { id: '2592000', label: 'Last 30 days' },
  { id: '31536000', label: 'Last year' },
] as const

const FIRST = lately[0].id

const now = () => Math.floor(Date.now() / 1000)

/**
 * The range of the page's address: `from-to` in seconds, or so many seconds up to the moment of the last `sync`.
 * Whatever is no range counts as the last quarter of an hour.
 */
export const useRange = () => {
  const [text, setText] = useQuery('range', FIRST)
  const [asOf, setAsOf] = useState(now)
  const [, from, to] = /^(\d{1,12})-(\d{1,12})$/.exec(text) ?? []
  const chosen = Number(from) < Number(to) ? { start: Number(from), end: Number(to) } : undefined
  const last = lately.find(({ id }) => id === text)?.id ?? FIRST
  const { start, end } = chosen ?? { start: asOf - Number(last), end: asOf }
  // a page that has just been opened knows what time it is
  useEffect(() => setAsOf((before) => (now() - before > 1 ? now() : before)), [text])
  return {
    range: { start, end, step: stepOf(start, end) },
    /** How long it is where it ends now; nothing where both ends were chosen. */
    last: chosen ? undefined : last,
    sync: () => setAsOf(now()),
    choose: (from: number, to: number) =>
      setText(`${Math.round(from)}-${Math.max(Math.round(from) + 1, Math.round(to))}`),
    chooseLast: setText,
  }
}
