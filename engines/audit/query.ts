import { type Glob, globOf, matches } from '../policy/glob.ts'
import { sketchesFor } from './columns.ts'
import { type AuditRow, isChange, type Source, sourceOf } from './record.ts'
import { foldersOf, tokenOf } from './traces.ts'

/** What can be searched for. */
export const fields = [
  'bucket',
  'object',
  'api_name',
  'access_key',
  'request_id',
  'user_agent',
  'response_status',
] as const
export type Field = (typeof fields)[number]

/** Where a row stands among all: its time in ms, and among those of the same time the order in which they came. */
export type Place = readonly [time: number, number: number]

/**
 * What is searched for: all patterns have to match, `.` being any character and `*` any run of them. `start` and `end`
 * in ms are both within. `after` is the last row that is known already.
 */
export type Search = {
  patterns: readonly { field: Field; pattern: string }[]
  /** Records of one source alone. */
  source?: Source | undefined
  /** Only calls that may have changed something. */
  changes?: boolean | undefined
  order: 'timeDesc' | 'timeAsc'
  start?: number | undefined
  end?: number | undefined
  after?: Place | undefined
  skip?: number | undefined
  size: number
}

/** The longest piece of a pattern that stands in the text as it is, in the way that JSON writes it. */
const pieceOf = (pattern: string) => {
  const longest = pattern.split(/[.*]/).reduce((one, other) => (other.length > one.length ? other : one), '')
  return JSON.stringify(longest).slice(1, -1)
}

/** What a block has to have a trace of for a pattern to match in it; nothing where that cannot be said. */
const traceOf = (field: Field, pattern: string) => {
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
}: Search) => {
  const globs: { field: Field; glob: Glob }[] = patterns.map(({ field, pattern }) => ({
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
