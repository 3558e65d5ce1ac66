import type { SchemaElement } from 'hyparquet'

const hexDigits = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Maximum number of bytes displayed of a binary value. */
const MAX_BYTES = 64

/** Binary value as hexadecimal digits. */
export const hexText = (bytes: Uint8Array) =>
  bytes.length > MAX_BYTES
    ? `0x${hexDigits(bytes.subarray(0, MAX_BYTES))}… (${bytes.length} bytes)`
    : `0x${hexDigits(bytes)}`

/** Two's complement, big-endian. */
const integerOf = (bytes: Uint8Array) => BigInt.asIntN(bytes.length * 8, BigInt(`0x${hexDigits(bytes) || '0'}`))

/** Formats a decimal from its unscaled integer and scale. */
export const decimalText = (unscaled: bigint, scale: number) => {
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0')
  const sign = unscaled < 0n ? '-' : ''
  return scale > 0 ? `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}` : `${sign}${digits}`
}

const units = { MILLIS: 3, MICROS: 6, NANOS: 9 } as const
type Unit = keyof typeof units

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Splits into whole seconds and a fraction, which is positive before 1970 as well. */
const split = (value: bigint, unit: Unit) => {
  const parts = 10n ** BigInt(units[unit])
  const fraction = ((value % parts) + parts) % parts
  return { seconds: Number((value - fraction) / parts), fraction: String(fraction).padStart(units[unit], '0') }
}

const timeText = (value: bigint, unit: Unit) => {
  const { seconds, fraction } = split(value, unit)
  return `${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}.${fraction}`
}

const timestampText = (value: bigint, unit: Unit, zone: string) => {
  const { seconds, fraction } = split(value, unit)
  const date = new Date(seconds * 1000)
  // a file may contain times outside the range of JavaScript dates
  if (Number.isNaN(date.getTime())) return `${value} ${unit.toLowerCase()} since 1970`
  return `${date.toISOString().slice(0, -'.000Z'.length)}.${fraction}${zone}`
}

const dateText = (days: number) => {
  const date = new Date(days * 86_400_000)
  return Number.isNaN(date.getTime()) ? `${days} days since 1970` : (date.toISOString().split('T')[0] ?? '')
}

/** Shortest number with the same 32-bit float value. */
const floatText = (value: number) => {
  if (value === 0) return numberText(value)
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return numberText(short)
  }
  return numberText(value)
}

const numberText = (value: number) => (Object.is(value, -0) ? '-0' : String(value))

const uuidText = (bytes: Uint8Array) => hexDigits(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Months, days and milliseconds as an ISO 8601 duration. */
const intervalText = (bytes: Uint8Array) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [months, days, millis] = [0, 4, 8].map((at) => view.getUint32(at, true)) as [number, number, number]
  return `P${months}M${days}DT${decimalText(BigInt(millis), 3)}S`
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes UTF-8; `undefined` if it is invalid. */
const decode = (bytes: Uint8Array) => {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

const annotationOf = ({ converted_type: converted, logical_type: logical }: SchemaElement) => {
  const kind = logical?.type
  if (kind === 'TIME' || kind === 'TIMESTAMP')
    return { kind, unit: logical?.unit as Unit, utc: logical.isAdjustedToUTC }
  const old = /^(TIME|TIMESTAMP)_(MILLIS|MICROS)$/.exec(converted ?? '')
  // the older annotation always means UTC
  if (old) return { kind: old[1] as 'TIME' | 'TIMESTAMP', unit: old[2] as Unit, utc: true }
  if (kind === 'INTEGER') return { kind: logical?.isSigned ? 'INT' : 'UINT', unit: undefined, utc: false }
  return { kind: kind ?? converted, unit: undefined, utc: false }
}

const isInteger = (value: unknown): value is number | bigint => typeof value === 'bigint' || typeof value === 'number'

const integerText = (value: number | bigint, element: SchemaElement) => {
  const { kind, unit, utc } = annotationOf(element)
  const scale = (element.logical_type?.type === 'DECIMAL' ? element.logical_type.scale : element.scale) ?? 0
  if (kind === 'DECIMAL') return decimalText(BigInt(value), scale)
  if (kind === 'DATE') return dateText(Number(value))
  if (kind === 'TIME' && unit) return timeText(BigInt(value), unit)
  if (kind === 'TIMESTAMP' && unit) return timestampText(BigInt(value), unit, utc ? 'Z' : '')
  // Spark, Hive and Impala store timestamps in nanoseconds this way, without a time zone
  if (element.type === 'INT96') return timestampText(BigInt(value), 'NANOS', '')
  if (kind?.startsWith('UINT')) return String(BigInt.asUintN(element.type === 'INT64' ? 64 : 32, BigInt(value)))
  return String(value)
}

const bytesText = (bytes: Uint8Array, element: SchemaElement, binary: Set<SchemaElement>) => {
  const { kind } = annotationOf(element)
  const scale = (element.logical_type?.type === 'DECIMAL' ? element.logical_type.scale : element.scale) ?? 0
  if (kind === 'DECIMAL') return decimalText(integerOf(bytes), scale)
  if (kind === 'UUID' && bytes.length === 16) return uuidText(bytes)
  if (kind === 'INTERVAL' && bytes.length === 12) return intervalText(bytes)
  const text = decode(bytes)
  if (kind === 'UTF8' || kind === 'STRING' || kind === 'ENUM' || kind === 'JSON') return text ?? hexText(bytes)
  // old writers do not annotate texts
  const isText = kind === undefined && text !== undefined && !/[\0-\x08\x0e-\x1f\x7f]/.test(text)
  if (!isText) binary.add(element)
  return isText && !binary.has(element) ? text : hexText(bytes)
}

/**
 * Exact text of a stored value, without rounding. `binary` collects columns without annotation that contain binary
 * data; all values of such a column are displayed in hexadecimal.
 */
export const valueText = (value: unknown, element: SchemaElement, binary: Set<SchemaElement>): string => {
  if (value instanceof Uint8Array) return bytesText(value, element, binary)
  if (typeof value === 'number' && element.type === 'FLOAT') return floatText(value)
  if (typeof value === 'number' && element.type !== 'INT32') return numberText(value)
  if (isInteger(value)) return integerText(value, element)
  return String(value)
}

/** Whether values of this field are numbers or booleans, which JSON writes without quotes. */
export const isNumeric = (element: SchemaElement) => {
  const { kind } = annotationOf(element)
  if (kind === 'DATE' || kind === 'TIME' || kind === 'TIMESTAMP' || element.type === 'INT96') return false
  return kind === 'DECIMAL' || kind === 'FLOAT16' || !element.type?.endsWith('BYTE_ARRAY')
}
