/**
 * End of an RFC 3339 timestamp in ms since 1970. Without a fraction it covers the whole second: pages show times in
 * seconds, and the displayed time of a version must include that version.
 */
export const endOfMoment = (moment: string) => Date.parse(moment) + (/:\d\d\.\d/.test(moment) ? 0 : 999)

/** Offset of local time from UTC, such as `+01:00`. */
const offsetOf = (moment: Date) => {
  const minutes = -moment.getTimezoneOffset()
  const two = (value: number) => String(value).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
}

/** Offset of a local time that occurs twice when clocks are set back; else empty. */
export const ambiguousOffset = (iso: string) => {
  const moment = new Date(iso)
  // clocks are never set back by more than a few hours
  const change = 3 * 3_600_000
  const [before, after] = [-change, change].map((by) => new Date(moment.getTime() + by).getTimezoneOffset())
  if (before === undefined || after === undefined || before >= after) return ''
  const other = moment.getTime() + (moment.getTimezoneOffset() === before ? 1 : -1) * (after - before) * 60_000
  const otherTime = new Date(other)
  const localTime = (date: Date) => [date.getDate(), date.getHours(), date.getMinutes()].join()
  return localTime(otherTime) === localTime(moment) && otherTime.getTimezoneOffset() !== moment.getTimezoneOffset()
    ? offsetOf(moment)
    : ''
}

/** End of the second entered as local date and time, optionally with an offset; `undefined` if it is invalid. */
export const parseLocalTime = ({ day = '', time = '' }: { day?: string; time?: string }): Date | undefined => {
  const [clock = '', offset = ''] = time.trim().split(/\s+/)
  const moment = new Date(`${day}T${clock.length === 5 ? `${clock}:00` : clock}.999${offset}`)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}
