import type { AuditField, AuditSearch } from '../../core/audit-search.ts'
import { type Glob, globOf, matches } from '../policy/glob.ts'
import { sketchesFor } from './columns.ts'
import { type AuditRow, isChange, sourceOf } from './record.ts'
import { foldersOf, tokenOf } from './traces.ts'

/** The longest piece of a pattern that stands in the text as it is, in the way that JSON writes it. */
const pieceOf = (pattern: string) => {
  const longest = pattern.split(/[.*]/).reduce((one, other) => (other.length > one.length ? other : one), '')
  return JSON.stringify(longest).slice(1, -1)
}

/** What a block has to have a trace of for a pattern to match in it; nothing where that cannot be said. */
const traceOf = (field: AuditField, pattern: string) => {
  // blocks have no trace of users
  if (field === 'access_key') return undefined
  const wild = pattern.search(/[.*]/)
  if (wild < 0) return tokenOf(field, pattern)
  return field === 'object' ? foldersOf(pattern.slice(0, wild)).at(-1) : undefined
}

/** A search made ready: what blocks, lines and rows have to have. */
export const ready = ({
  patterns,
  source,
  changes = false,
  start = Number.NEGATIVE_INFINITY,
  end = Number.POSITIVE_INFINITY,
}: AuditSearch) => {
  const globs: { field: AuditField; glob: Glob }[] = patterns.map(({ field, pattern }) => ({
    field,
    glob: globOf(pattern.replaceAll('.', '?')),
  }))
  const pieces = patterns.map(({ pattern }) => pieceOf(pattern)).filter(Boolean)
  return {
    globs,
    /** Of keys: the numbers that a block has to have one of, for each pattern that has such. */
    sketches: patterns.flatMap(({ field, pattern }) => (field === 'object' ? (sketchesFor(pattern) ?? []) : [])),
    // older blocks have no trace of the server
    traces: [
      ...patterns.flatMap(({ field, pattern }) => traceOf(field, pattern) ?? []),
      ...(source === 'console' ? [tokenOf('source', source)] : []),
    ],
    /** Whether it is worth reading a text of JSON. */
    mayHold: (json: string) => pieces.every((piece) => json.includes(piece)),
    isWithin: (from: number, to: number) => to >= start && from <= end,
    fits: (row: AuditRow, time: number) =>
      time >= start &&
      time <= end &&
      (source === undefined || sourceOf(row) === source) &&
      (!changes || isChange(row)) &&
      globs.every(({ field, glob }) => matches(glob, row[field])),
  }
}
