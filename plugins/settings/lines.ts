import { maskSecrets } from 'stowage'
import { isSecret } from './sections.ts'

/** What one target of a section is set to, secrets among it. */
export type Line = { section: string; target: string; values: Readonly<Record<string, string>> }

const head = /^([a-z][a-z_]*)(?::([A-Za-z0-9_-]+))?(?:\s+(.*))?$/

const keyAt = /\s*([a-z0-9_]+)=/iy
const wordAt = /\S*/y
const endAt = /\s*$/y

/** A quote that ends a value: what follows it is another setting, or nothing. There are no escapes. */
const closing = /"(?=\s+[a-z0-9_]+=|\s*$)/gi

/** The settings of a line, each taken once, however long it is; nothing where something else stands among them. */
const valuesOf = (text: string): Record<string, string> | undefined => {
  const ends = Array.from(text.matchAll(closing), ({ index }) => index)
  const found: [string, string][] = []
  let [at, next] = [0, 0]
  const matchAt = (pattern: RegExp, from: number) => {
    pattern.lastIndex = from
    return pattern.exec(text)
  }
  while (!matchAt(endAt, at)) {
    const [whole, key] = matchAt(keyAt, at) ?? []
    if (whole === undefined || key === undefined) return undefined
    const start = at + whole.length
    while (ends[next] !== undefined && (ends[next] as number) <= start) next += 1
    const end = text[start] === '"' ? ends[next] : undefined
    const word = matchAt(wordAt, start)?.[0] ?? ''
    found.push([key, end === undefined ? word : text.slice(start + 1, end)])
    at = end === undefined ? start + word.length : end + 1
  }
  return Object.fromEntries(found)
}

/**
 * The lines of a configuration as a storage server writes it, and the numbers of those that are none. Comments are
 * passed over.
 */
export const readLines = (text: string): { lines: Line[]; strange: number[] } => {
  const lines: Line[] = []
  const strange: number[] = []
  for (const [at, whole] of text.split(/\r?\n/).entries()) {
    const line = whole.trim()
    if (line === '' || line.startsWith('#')) continue
    const [, section = '', target = '_', rest = ''] = head.exec(line) ?? []
    const values = section && valuesOf(rest)
    if (values) lines.push({ section, target, values })
    else strange.push(at + 1)
  }
  return { lines, strange }
}

/** A target's line, as a storage server takes it. */
export const writeLine = ({ section, target, values }: Line): string =>
  [
    target === '_' ? section : `${section}:${target}`,
    ...Object.entries(values).map(([key, value]) => `${key}="${value}"`),
  ].join(' ')

/** A line as people may see it: its secrets by name alone. */
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
