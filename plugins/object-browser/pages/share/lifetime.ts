/** Lifetime of a link as typed. */
export type LifetimeInput = { days: string; hours: string; minutes: string }

/** Common lifetimes; any other can be typed. */
export const presets = [
  { id: '1 hour', days: '0', hours: '1', minutes: '0' },
  { id: '12 hours', days: '0', hours: '12', minutes: '0' },
  { id: '1 day', days: '1', hours: '0', minutes: '0' },
  { id: '7 days', days: '7', hours: '0', minutes: '0' },
] as const

/** The preset that matches the input; empty if none does. */
export const presetOf = ({ days, hours, minutes }: LifetimeInput) =>
  presets.find((candidate) => candidate.days === days && candidate.hours === hours && candidate.minutes === minutes)
    ?.id ?? ''

const wholeNumber = (text: string, maxMs: number) =>
  /^\d{1,2}$/.test(text.trim()) && Number(text) <= maxMs ? Number(text) : undefined

/** Lifetime in ms, or its error (spec/2 section 5: at most 7 days, and then without hours and minutes). */
export const lifetimeOf = ({
  days,
  hours,
  minutes,
}: LifetimeInput): { ms: number; wrong?: undefined } | { ms?: undefined; wrong: string } => {
  const [d, h, m] = [wholeNumber(days, 7), wholeNumber(hours, 23), wholeNumber(minutes, 59)]
  if (d === undefined) return { wrong: 'Enter 0 to 7 days' }
  if (h === undefined) return { wrong: 'Enter 0 to 23 hours' }
  if (m === undefined) return { wrong: 'Enter 0 to 59 minutes' }
  if (d === 7 && h + m > 0) return { wrong: 'At most 7 days' }
  const ms = ((d * 24 + h) * 60 + m) * 60_000
  return ms === 0 ? { wrong: 'Enter at least 1 minute' } : { ms }
}

/** Lifetime of a preset, in ms. */
export const presetTime = (preset: (typeof presets)[number]) => lifetimeOf(preset).ms ?? 0

/** Longest possible lifetime, in whole minutes: 7 days, or less if the credentials expire in `most` ms. */
export const maxLifetime = (maxMs = Infinity): LifetimeInput => {
  const minutes = Math.max(1, Math.floor(Math.min(maxMs, 7 * 24 * 60 * 60_000) / 60_000))
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
  return { days: String(days), hours: String(hours), minutes: String(minutes % 60) }
}
