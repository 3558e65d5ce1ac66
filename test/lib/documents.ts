import { readdirSync, readFileSync } from 'node:fs'

/** A Markdown file: its path from the project's root, and its text. */
export type Document = { path: string; text: string }

/** A fenced code block with its language. */
export type Block = { language: string; code: string }

/** One Markdown file. */
export const readDocument = (path: string): Document => ({ path, text: readFileSync(path, 'utf8') })

/** All Markdown files of the root and of `docs/`. */
export const readDocuments = (): Document[] =>
  [
    ...readdirSync('.').filter((name) => name.endsWith('.md')),
    ...readdirSync('docs', { recursive: true })
      .map((name) => `docs/${name}`)
      .filter((name) => name.endsWith('.md')),
  ]
    .sort()
    .map(readDocument)

const fence = /^```(\w*)\n(.*?)^```$/gms

/** The fenced code blocks of a text, in order. */
export const blocksOf = (text: string): Block[] =>
  [...text.matchAll(fence)].map(([, language = '', code = '']) => ({ language, code }))

/** A text without its fenced code blocks. */
export const proseOf = (text: string): string => text.replace(fence, '')

/** The text between a heading of any level and the next one of the same or a higher level. */
export const sectionOf = ({ path, text }: Document, heading: string): string => {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.replace(/^#+ /, '') === heading && line.startsWith('#'))
  if (start < 0) throw new Error(`${path} has no heading "${heading}"`)
  const level = /^#+/.exec(lines[start] ?? '')?.[0].length ?? 0
  const end = lines.findIndex((line, index) => index > start && (/^#+(?= )/.exec(line)?.[0].length ?? 9) <= level)
  return lines.slice(start + 1, end < 0 ? undefined : end).join('\n')
}

/** The rows of all tables in a text, without headers, as cells. */
export const rowsOf = (text: string): string[][] => {
  const lines = text.split('\n')
  const isRow = (line = '') => line.startsWith('|')
  const isRule = (line = '') => /^\|[\s|:-]+\|$/.test(line)
  return lines
    .filter((line, index) => isRow(line) && !isRule(line) && !isRule(lines[index + 1]))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

/** Texts in backticks. */
export const codesOf = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
