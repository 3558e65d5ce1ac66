import { type Glob, globOf, matches } from 'stowage/iam'
import type { AuditField, AuditSearch } from '../../audit-search.ts'
import { sketchesFor } from './columns.ts'
import { type AuditRow, isChange, sourceOf } from './record.ts'
import { foldersOf, tokenOf } from './traces.ts'

/** The longest literal part of a pattern, as JSON encodes it. */
const longestLiteral = (pattern: string) => {
  const longest = pattern.split(/[.*]/).reduce((one, other) => (other.length > one.length ? other : one), '')
  return JSON.stringify(longest).slice(1, -1)
}

/** Token a block's Bloom filter must contain for the pattern to match; `undefined` if the pattern does not tell. */
const requiredToken = (field: AuditField, pattern: string) => {
  // the filters do not cover users and access keys
  if (field === 'access_key' || field === 'access_key_id') return undefined
  const wild = pattern.search(/[.*]/)
  if (wild < 0) return tokenOf(field, pattern)
  return field === 'object' ? foldersOf(pattern.slice(0, wild)).at(-1) : undefined
}

/** Prepares a search: conditions for blocks, lines and rows. */
export const prepareSearch = ({
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
  const pieces = patterns.map(({ pattern }) => longestLiteral(pattern)).filter(Boolean)
  return {
    globs,
    /** for key patterns: the block must contain one of these sketches; they also exclude false positives of filters */
    sketches: patterns.flatMap(({ field, pattern }) => (field === 'object' ? (sketchesFor(pattern) ?? []) : [])),
    // older blocks do not index the server
    traces: [
      ...patterns.flatMap(({ field, pattern }) => requiredToken(field, pattern) ?? []),
      ...(source === 'console' ? [tokenOf('source', source)] : []),
    ],
    /** The longest text that a JSON text must contain. */
    part: pieces.reduce((one, other) => (other.length > one.length ? other : one), ''),
    /** Cheap check before parsing a JSON text. */
    mayHold: (json: string) => pieces.every((piece) => json.includes(piece)),
    isWithin: (from: number, to: number) => to >= start && from <= end,
    fits: (row: AuditRow, time: number) =>
      time >= start &&
      time <= end &&
      (source === undefined || sourceOf(row) === source) &&
      (!changes || isChange(row)) &&
      globs.every(({ field, glob }) => matches(glob, row[field] ?? '')),
  }
}
