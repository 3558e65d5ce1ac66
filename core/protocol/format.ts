const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB']

/** Formats a size in bytes with binary units: `7.6 GiB`, `512 B`. */
export const bytes = (size: number) => {
  let value = Math.max(0, size)
  let unit = 0
  // 1023.95 would round to 1024.0, which is 1.0 of the next unit
  while (value >= (unit === 0 ? 1024 : 1023.95) && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`
}

/**
 * Formats a number with thousands separators: `1,204,118`. Without `Intl`, which a server would load at startup only
 * for this.
 */
export const count = (number: number) => String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ',')

/** Formats a number, shortened from a million on: `987,654`, `1.2 M`, `987.7 T`. */
export const shortCount = (number: number) => {
  if (number < 1e6) return count(number)
  let [value, letter] = [number / 1e6, 0]
  // 999.95 would round to 1000.0, which is 1.0 of the next unit
  while (value >= 999.95 && letter < 'MGTPE'.length - 1) {
    value /= 1000
    letter += 1
  }
  return `${value.toFixed(1)} ${'MGTPE'[letter]}`
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** Formats a time in local time, `YYYY-MM-DD HH:mm:ss`; `—` if missing, invalid or year 1 (MinIO's "never"). */
export const date = (iso: string) => {
  const moment = new Date(iso)
  if (!(moment.getFullYear() > 1)) return '—'
  const day = [moment.getFullYear(), twoDigits(moment.getMonth() + 1), twoDigits(moment.getDate())].join('-')
  return `${day} ${[moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(twoDigits).join(':')}`
}

const withUnit = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`

const twoUnits = (big: number, word: string, small: number, smallWord: string) =>
  small > 0 ? `${withUnit(big, word)} ${withUnit(small, smallWord)}` : withUnit(big, word)

/**
 * Formats a duration in seconds, each unit with its remainder: years above 365 days, months above 30, weeks from 7 to
 * 30 (spec/1 section 9).
 */
export const duration = (seconds: number) => {
  const total = Math.max(0, Math.floor(seconds))
  const [days, hours, minutes] = [Math.floor(total / 86400), Math.floor(total / 3600), Math.floor(total / 60)]
  if (days > 365) return twoUnits(Math.floor(days / 365), 'year', Math.min(11, Math.floor((days % 365) / 30)), 'month')
  if (days > 30) return twoUnits(Math.floor(days / 30), 'month', days % 30, 'day')
  if (days >= 7) return twoUnits(Math.floor(days / 7), 'week', days % 7, 'day')
  if (days >= 1) return twoUnits(days, 'day', hours % 24, 'hour')
  if (hours >= 1) return twoUnits(hours, 'hour', minutes % 60, 'minute')
  return minutes >= 1 ? twoUnits(minutes, 'minute', total % 60, 'second') : withUnit(total, 'second')
}

const shortEscapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

// scripts that use joiners between letters
const joiningScripts = 'Arab Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Mong'
  .split(' ')
  .map((script) => `\\p{scx=${script}}`)
  .join('')

// invisible characters that belong to a letter: of emoji and of the scripts above
const visibleJoiners = [
  String.raw`(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic})\uFE0F`,
  String.raw`\uFE0F(?=\u20E3)`,
  String.raw`(?<=\u{1F3F4})[\u{E0020}-\u{E007E}]+\u{E007F}`,
  String.raw`(?<=[${joiningScripts}])[\u200C\u200D](?=\p{L})`,
].join('|')

// control, invisible and bidirectional formatting characters, and unpaired surrogates
const invisible = String.raw`[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\uFFF9-\uFFFB]`

const escapable = new RegExp(`${visibleJoiners}|(${invisible})`, 'gu')

const escapeOf = (char: string) =>
  shortEscapes[char] ?? `\\u${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/**
 * Escapes control, bidirectional and invisible characters of an external text (`\u202E`), so that it cannot deceive.
 */
export const displayText = (text: string) =>
  text.replace(escapable, (match: string, char: string | undefined) => (char === undefined ? match : escapeOf(char)))

// blanks at an end, next to a slash or after another blank, where readers overlook them
const blanks = /(?<=^|[/\p{Zs}\u2800])[\p{Zs}\u2800]|[\p{Zs}\u2800](?=[\p{Zs}\u2800]*(?:$|\/))/gu

/** Like `displayText`, and also escapes blanks that would make different names look alike. */
export const displayName = (text: string) => displayText(text).replace(blanks, escapeOf)
