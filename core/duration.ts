const some = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`

const pair = (big: number, word: string, small: number, smallWord: string) =>
  small > 0 ? `${some(big, word)} ${some(small, smallWord)}` : some(big, word)

/** A span in seconds: years above 365 days, months above 30, weeks from 7 to 30 (spec/1 section 9), each with its rest. */
export const duration = (seconds: number) => {
  const whole = Math.max(0, Math.floor(seconds))
  const [days, hours, minutes] = [Math.floor(whole / 86400), Math.floor(whole / 3600), Math.floor(whole / 60)]
  if (days > 365) return pair(Math.floor(days / 365), 'year', Math.min(11, Math.floor((days % 365) / 30)), 'month')
  if (days > 30) return pair(Math.floor(days / 30), 'month', days % 30, 'day')
  if (days >= 7) return pair(Math.floor(days / 7), 'week', days % 7, 'day')
  if (days >= 1) return pair(days, 'day', hours % 24, 'hour')
  if (hours >= 1) return pair(hours, 'hour', minutes % 60, 'minute')
  return minutes >= 1 ? pair(minutes, 'minute', whole % 60, 'second') : some(whole, 'second')
}
