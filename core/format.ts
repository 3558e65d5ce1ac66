const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB']

/** A size in bytes on a scale of 1024: `7.6 GiB`, `512 B`. */
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

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** A number of things with thousands separators: `1,204,118`. */
export const count = (number: number) => grouped.format(number)

const two = (number: number) => String(number).padStart(2, '0')

/** A moment in local time, `YYYY-MM-DD HH:mm:ss`; `—` for none, an unreadable one and the wire's "never" (year 1). */
export const date = (iso: string) => {
  const moment = new Date(iso)
  if (!(moment.getFullYear() > 1)) return '—'
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-')
  return `${day} ${[moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':')}`
}

const named: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

// controls, what turns or hides the text around it, and halves of a pair
const unseen = /[\p{Cc}\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|\p{Cs}/gu

/** A name from outside with its control, bidi and invisible characters written out (`\u202E`), so that it cannot deceive. */
export const shown = (text: string) =>
  text.replace(unseen, (char) => named[char] ?? `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)
