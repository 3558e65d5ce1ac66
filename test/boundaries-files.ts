import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Source } from './boundaries.ts'
import { eachChild, type Node, parseSource } from './boundaries-syntax.ts'

/** The most lines that a file may have, and the most columns that a line may have. */
export const LINES = 400
const COLUMNS = 120

/** A literal of at least this many characters cannot be broken by the formatter, so its lines may be wider. */
const LITERAL = 40

const folders = [
  'build',
  'core',
  'deploy',
  'engines',
  'entry',
  'examples',
  'plugins',
  'server',
  'test',
  'testing',
  'themes',
  'ui',
]

/** Every source file of the project: screens, servers, tests and scripts. */
export const allFiles = (): Source[] =>
  ['', ...folders]
    .flatMap((folder) =>
      readdirSync(folder || '.', { recursive: folder !== '' }).map((name) => join(folder, String(name))),
    )
    .filter((path) => /\.(tsx?|mjs)$/.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** Paths that differ from another one only in their ending: the written types of one would replace the other's. */
export const sharedStems = (paths: readonly string[]): string[] => {
  const stems = new Map<string, string[]>()
  for (const path of paths.filter((name) => !/\.d\.m?ts$/.test(name))) {
    const stem = path.replace(/\.(tsx?|mjs)$/, '')
    stems.set(stem, [...(stems.get(stem) ?? []), path])
  }
  return [...stems.values()].filter((files) => files.length > 1).flat()
}

/** Files with too many lines, each with their number. */
export const longFiles = (files: Source[]): string[] =>
  files
    // the texts of a plugin, an engine or an area are data, in one file
    .filter(({ path }) => !/^(?:core|engines|plugins|server|ui)\/(?:[^/]+\/)?messages\.ts$/.test(path))
    .map(({ path, text }) => ({ path, lines: text.replace(/\n$/, '').split('\n').length }))
    .filter(({ lines }) => lines > LINES)
    .map(({ path, lines }) => `${path} has ${lines} lines`)

const literals = new Set(['StringLiteral', 'TemplateLiteral', 'RegExpLiteral', 'DirectiveLiteral'])

/** Numbers of the lines that a long literal covers. */
const linesOfLiterals = (source: Source): Set<number> => {
  const lines = new Set<number>()
  const visit = (node: Node) => {
    if (literals.has(node.type) && node.end - node.start >= LITERAL + 2)
      for (let { line } = node.loc.start; line <= node.loc.end.line; line += 1) lines.add(line)
    eachChild(node, visit)
  }
  visit(parseSource(source).program)
  return lines
}

/** Lines that are too wide and hold no long literal, as `path:line: text`. */
export const longLines = (files: Source[]): string[] =>
  files.flatMap((file) => {
    const wide = file.text
      .split('\n')
      .map((line, index) => ({ line, number: index + 1 }))
      .filter(({ line }) => line.length > COLUMNS)
    if (wide.length === 0) return []
    const allowed = linesOfLiterals(file)
    return wide
      .filter(({ number }) => !allowed.has(number))
      .map(({ line, number }) => `${file.path}:${number}: ${line.trim()}`)
  })
