import { type Glob, matches } from 'stowage/iam'
import type { AuditRow } from './record.ts'

/** Fields with few distinct values: a block stores which of them each row has. */
const columnFields = ['bucket', 'api_name', 'response_status', 'user_agent'] as const

/** Limit for the distinct values of one field, in bytes; a field that exceeds it gets no column. */
const MAX_COLUMN_BYTES = 16_384

/** Header of a column in bytes: length of the values, and bytes per row code. */
const HEADER_SIZE = 8

const columnOf = (
  rows: readonly AuditRow[],
  field: (typeof columnFields)[number],
): { head: Buffer; text: Buffer; codes: Buffer } => {
  const numbers = new Map<string, number>()
  // all low bytes first, then the high bytes
  const codes = Buffer.alloc(rows.length * 2)
  for (const [index, row] of rows.entries()) {
    const number = numbers.get(row[field]) ?? numbers.size
    if (number === numbers.size) numbers.set(row[field], number)
    codes[index] = number & 255
    codes[rows.length + index] = number >> 8
  }
  const text = Buffer.from(JSON.stringify([...numbers.keys()]))
  const width = text.length > MAX_COLUMN_BYTES ? 0 : numbers.size > 256 ? 2 : 1
  const head = Buffer.alloc(HEADER_SIZE)
  head.writeUInt32LE(width && text.length)
  head.writeUInt32LE(width, 4)
  return { head, text: text.subarray(0, width && text.length), codes: codes.subarray(0, width * rows.length) }
}

/** Encodes a block's low-cardinality fields as columns. */
export const columnsOf = (rows: readonly AuditRow[]): Buffer => {
  const columns = columnFields.map((field) => columnOf(rows, field))
  return Buffer.concat([...columns.map(({ head }) => head), ...columns.flatMap(({ text, codes }) => [text, codes])])
}

/**
 * Indexes of the rows that may match, by the columns of a block of `count` rows; `undefined` if the columns do not
 * tell.
 */
export const candidateRows = (
  columns: Buffer,
  count: number,
  globs: readonly { field: string; glob: Glob }[],
): number[] | undefined => {
  const sections: { codes: number; size: number; width: number; globs: Glob[] }[] = []
  let at = columnFields.length * HEADER_SIZE
  for (const [index, field] of columnFields.entries()) {
    const [size, width] = [columns.readUInt32LE(index * HEADER_SIZE), columns.readUInt32LE(index * HEADER_SIZE + 4)]
    const fieldGlobs = globs.filter((one) => one.field === field).map(({ glob }) => glob)
    if (fieldGlobs.length > 0 && width > 0) sections.push({ codes: at + size, size, width, globs: fieldGlobs })
    at += size + count * width
  }
  let candidates: number[] | undefined
  // columns with few values are read fast, and often leave few rows for the others
  for (const { codes, size, width, globs } of sections.sort((one, other) => one.size - other.size)) {
    const values = JSON.parse(columns.toString('utf8', codes - size, codes)) as string[]
    const fits = values.map((value) => globs.every((glob) => matches(glob, value)))
    if (!fits.includes(true)) return []
    const mayMatchRow = (rowIndex: number) =>
      fits[(columns[codes + rowIndex] as number) + (width > 1 ? (columns[codes + count + rowIndex] as number) << 8 : 0)]
    if (candidates) candidates = candidates.filter(mayMatchRow)
    else {
      candidates = []
      for (let rowIndex = 0; rowIndex < count; rowIndex += 1) if (mayMatchRow(rowIndex)) candidates.push(rowIndex)
    }
    if (candidates.length === 0) return candidates
  }
  return candidates
}

/** A character contributes one of this many values to a key's sketch. */
const KEY_CLASSES = 16

/** Patterns with more wildcard characters than this would produce too many sketches. */
const MAX_WILDCARDS = 3

const weightOf = (at: number, kind: number) => {
  let weight = Math.imul(at * KEY_CLASSES + kind + 1, 0x9e3779b1)
  weight = Math.imul(weight ^ (weight >>> 15), 0x85ebca6b)
  return (weight ^ (weight >>> 13)) & 0xffffff
}

const sketch = (sum: number, length: number) => (((sum & 0xffffff) << 8) | (length & 255)) >>> 0

const sketchOf = (key: string) => {
  let [sum, length] = [0, 0]
  for (const letter of key) sum += weightOf(length++, (letter.codePointAt(0) as number) % KEY_CLASSES)
  return sketch(sum, length)
}

/**
 * One number per row, from the length and the letters of its key. The letters add up, so some of them may stay open in
 * a pattern.
 */
export const sketchesOf = (rows: readonly AuditRow[]): Buffer => {
  const sketches = Buffer.alloc(rows.length * 4)
  for (const [index, { object }] of rows.entries()) sketches.writeUInt32LE(sketchOf(object), index * 4)
  return sketches
}

/**
 * Sketches of all keys that a pattern can match, where `.` stands for any letter; `undefined` if there are too many.
 */
export const sketchesFor = (pattern: string): ReadonlySet<number> | undefined => {
  const letters = [...pattern]
  const free = letters.filter((letter) => letter === '.').length
  if (pattern.includes('*') || free > MAX_WILDCARDS) return undefined
  let sums = [0]
  for (const [at, letter] of letters.entries()) {
    const kinds =
      letter === '.'
        ? Array.from({ length: KEY_CLASSES }, (_, kind) => kind)
        : [(letter.codePointAt(0) as number) % KEY_CLASSES]
    sums = sums.flatMap((sum) => kinds.map((kind) => sum + weightOf(at, kind)))
  }
  return new Set(sums.map((sum) => sketch(sum, letters.length)))
}

/** Whether a block may contain a key with one of these sketches. */
export const mayBeAmong = (sketches: Buffer, sketched: ReadonlySet<number>): boolean => {
  const [some] = sketched
  const length = (some as number) & 255
  for (let at = 0; at < sketches.length; at += 4)
    if (sketches[at] === length && sketched.has(sketches.readUInt32LE(at))) return true
  return false
}
