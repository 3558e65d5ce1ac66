import { maskSecrets } from 'stowage'
import { isSecret } from './sections.ts'

/** Settings of one target of a section, including secrets. */
export type Line = { section: string; target: string; values: Readonly<Record<string, string>> }

const head = /^([a-z][a-z_]*)(?::([A-Za-z0-9_-]+))?(?:\s+(.*))?$/

const keyAt = /\s*([a-z0-9_]+)=/iy
const wordAt = /\S*/y
const endAt = /\s*$/y

/** A closing quote: followed by another setting or the end of the line. There are no escapes. */
const closing = /"(?=\s+[a-z0-9_]+=|\s*$)/gi

/** The settings of a line, read in linear time; `undefined` if it contains anything else. */
const valuesOf = (text: string): Record<string, string> | undefined => {
  const lineEnds = Array.from(text.matchAll(closing), ({ index }) => index)
  const settings: [string, string][] = []
  let [at, next] = [0, 0]
  const matchAt = (pattern: RegExp, from: number) => {
    pattern.lastIndex = from
    return pattern.exec(text)
  }
  while (!matchAt(endAt, at)) {
    const [whole, key] = matchAt(keyAt, at) ?? []
    if (whole === undefined || key === undefined) return undefined
    const start = at + whole.length
    while (lineEnds[next] !== undefined && (lineEnds[next] as number) <= start) next += 1
    const end = text[start] === '"' ? lineEnds[next] : undefined
    const word = matchAt(wordAt, start)?.[0] ?? ''
    settings.push([key, end === undefined ? word : text.slice(start + 1, end)])
    at = end === undefined ? start + word.length : end + 1
  }
  return Object.fromEntries(settings)
}

/**
 * Parses a configuration as a storage server writes it, without comments; `unreadable` has the numbers of lines that
 * are not settings.
 */
export const readLines = (text: string): { lines: Line[]; unreadable: number[] } => {
  const lines: Line[] = []
  const unreadable: number[] = []
  for (const [at, whole] of text.split(/\r?\n/).entries()) {
    const line = whole.trim()
    if (line === '' || line.startsWith('#')) continue
    const [, section = '', target = '_', rest = ''] = head.exec(line) ?? []
    const values = section && valuesOf(rest)
    if (values) lines.push({ section, target, values })
    else unreadable.push(at + 1)
  }
  return { lines, unreadable }
}

/** Writes a target's line in the form that a storage server accepts. */
export const writeLine = ({ section, target, values }: Line): string =>
  [
    target === '_' ? section : `${section}:${target}`,
    ...Object.entries(values).map(([key, value]) => `${key}="${value}"`),
  ].join(' ')

/** A line for display: secrets by name only. */
export const withoutSecrets = ({ section, target, values }: Line) => {
  const entries = Object.entries(values)
  return {
    section,
    target,
    values: Object.fromEntries(
      entries.filter(([key]) => !isSecret(key)).map(([key, value]) => [key, maskSecrets(value)]),
    ),
    secrets: entries.filter(([key, value]) => isSecret(key) && value !== '').map(([key]) => key),
  }
}
