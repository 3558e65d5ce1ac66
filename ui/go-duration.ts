import { duration } from '../core/protocol/format.ts'

const fractions = [
  ['ms', 1e6],
  ['µs', 1e3],
  ['ns', 1],
] as const

/** Formats a duration in ns as Go does, a format used on the wire: `1.2345ms`, `2m3.25s`. */
export const formatGoDuration = (nanoseconds: number): string => {
  if (nanoseconds < 1e9) {
    const [unit, size] = fractions.find(([, least]) => nanoseconds >= least) ?? ['s', 1]
    return `${nanoseconds / size}${unit}`
  }
  const [hours, minutes] = [Math.floor(nanoseconds / 3.6e12), Math.floor(nanoseconds / 6e10) % 60]
  const seconds = `${((nanoseconds % 6e10) / 1e9).toFixed(9).replace(/\.?0+$/, '')}s`
  if (hours > 0) return `${hours}h${minutes}m${seconds}`
  return minutes > 0 ? `${minutes}m${seconds}` : seconds
}

const units: Readonly<Record<string, number>> = {
  h: 3.6e12,
  m: 6e10,
  s: 1e9,
  ms: 1e6,
  µs: 1e3,
  μs: 1e3,
  us: 1e3,
  ns: 1,
}

/** Parses a Go duration to ns; 0 if it is invalid. */
export const parseGoDuration = (text: string): number =>
  [...text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s|[µμu]s|ns)/g)].reduce(
    (sum, [, number, unit = '']) => sum + Number(number) * (units[unit] ?? 0),
    0,
  )

/** Formats a duration in ns for display: `270 µs`, `16.4 ms`, `1.91 s`, above a minute in words. */
export const formatElapsed = (nanoseconds: number): string => {
  if (nanoseconds < 999_500) return `${Math.round(nanoseconds / 1e3)} µs`
  if (nanoseconds < 999_950_000) return `${(nanoseconds / 1e6).toFixed(1)} ms`
  return nanoseconds < 5.9995e10 ? `${(nanoseconds / 1e9).toFixed(2)} s` : duration(nanoseconds / 1e9)
}
