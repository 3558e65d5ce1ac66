import { masked } from '../../core/masked.ts'
import { isSecret } from './sections.ts'

/** What one target of a section is set to, secrets among it. */
export type Line = { section: string; target: string; values: Readonly<Record<string, string>> }

const head = /^([a-z][a-z_]*)(?::([A-Za-z0-9_-]+))?(?:\s+(.*))?$/

const pair = /([a-z0-9_]+)=("[^\n]*?"(?=\s+[a-z0-9_]+=|\s*$)|\S*)/gi

const unquoted = (text: string) => (/^".*"$/s.test(text) ? text.slice(1, -1) : text)

/** The lines of a configuration as a storage server writes it, and the numbers of those that are none. Comments are passed over. */
export const readLines = (text: string): { lines: Line[]; strange: number[] } => {
  const lines: Line[] = []
  const strange: number[] = []
  for (const [at, whole] of text.split(/\r?\n/).entries()) {
    const line = whole.trim()
    if (line === '' || line.startsWith('#')) continue
    const [, section = '', target = '_', rest = ''] = head.exec(line) ?? []
    const values = Object.fromEntries(Array.from(rest.matchAll(pair), ([, key = '', value = '']) => [key, unquoted(value)]))
    if (section === '' || rest.replace(pair, '').trim() !== '') strange.push(at + 1)
    else lines.push({ section, target, values })
  }
  return { lines, strange }
}

/** A target's line, as a storage server takes it. */
export const writeLine = ({ section, target, values }: Line): string =>
  [target === '_' ? section : `${section}:${target}`, ...Object.entries(values).map(([key, value]) => `${key}="${value}"`)].join(' ')

/** A line as people may see it: its secrets by name alone. */
export const withoutSecrets = ({ section, target, values }: Line) => {
  const entries = Object.entries(values)
  return {
    section,
    target,
    values: Object.fromEntries(entries.filter(([key]) => !isSecret(key)).map(([key, value]) => [key, masked(value)])),
    secrets: entries.filter(([key, value]) => isSecret(key) && value !== '').map(([key]) => key),
  }
}
