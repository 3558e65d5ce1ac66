/**
 * The end of a moment (RFC 3339) in milliseconds since 1970. One without a fraction stands for all of its second:
 * pages and listings show times in whole seconds, and the time shown of a version has to lead to that version.
 */
export const endOfMoment = (moment: string) => Date.parse(moment) + (/:\d\d\.\d/.test(moment) ? 0 : 999)

/** `+01:00`: how far the local time is ahead of UTC at a moment. */
const offsetOf = (moment: Date) => {
  const minutes = -moment.getTimezoneOffset()
  const two = (value: number) => String(value).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
}

/** The offset of a local time that occurs twice, as the clocks were set back; else empty. */
export const doubledOffset = (iso: string) => {
  const moment = new Date(iso)
  // no clock is set back by more than a few hours
  const change = 3 * 3_600_000
  const [before, after] = [-change, change].map((by) => new Date(moment.getTime() + by).getTimezoneOffset())
  if (before === undefined || after === undefined || before >= after) return ''
  const other = moment.getTime() + (moment.getTimezoneOffset() === before ? 1 : -1) * (after - before) * 60_000
  const twin = new Date(other)
  const wall = (date: Date) => [date.getDate(), date.getHours(), date.getMinutes()].join()
  return wall(twin) === wall(moment) && twin.getTimezoneOffset() !== moment.getTimezoneOffset() ? offsetOf(moment) : ''
}

/**
 * The end of the second that was typed as local date and time, or with an offset behind the time; `undefined` for what
 * is no time.
 */
export const typedMoment = ({ day = '', time = '' }: { day?: string; time?: string }): Date | undefined => {
  const [clock = '', offset = ''] = time.trim().split(/\s+/)
  const moment = new Date(`${day}T${clock.length === 5 ? `${clock}:00` : clock}.999${offset}`)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}
