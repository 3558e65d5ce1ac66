import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { assert, suite } from '../../lib/suite.ts'
import { bannedPhrases } from '../../boundaries-language.ts'
import { codesOf, type Document, proseOf, readDocument, readDocuments } from '../../lib/documents.ts'

const test = suite('documents')
const documents = readDocuments()

/** Anchors that Markdown viewers generate for headings. */
const anchorsOf = (text: string) => {
  const counts = new Map<string, number>()
  return [...proseOf(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    const count = counts.get(anchor) ?? 0
    counts.set(anchor, count + 1)
    return count === 0 ? anchor : `${anchor}-${count}`
  })
}

const linksOf = ({ text }: Document) => [
  ...[...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link),
  ...[...text.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g)].map(([, link = '']) => link),
]

/** Why a link of a document is broken; `undefined` if it works or leads outside of the project. */
const brokenLink = ({ path }: Document, link: string): string | undefined => {
  if (/^[a-z]+:/.test(link)) return undefined
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? path : join(dirname(path), decodeURIComponent(file))
  if (!existsSync(target)) return `${path}: ${link} does not exist`
  if (anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(anchor)) return undefined
  return `${path}: ${target} has no heading for #${anchor}`
}

test('every relative link and anchor leads to a file and a heading', () => {
  const broken = documents.flatMap((document) => linksOf(document).flatMap((link) => brokenLink(document, link) ?? []))
  assert.equal(broken, [])
})

test('every guide can be reached from the README', () => {
  const reached = new Set(['README.md'])
  for (const path of reached)
    for (const link of linksOf(readDocument(path))) {
      const target = join(dirname(path), link.split('#')[0] ?? '')
      if (/^[^:]+\.md$/.test(target) && existsSync(target)) reached.add(target)
    }
  assert.equal(
    documents.map(({ path }) => path).filter((path) => !reached.has(path)),
    [],
  )
})

test('every file named in a document exists', () => {
  const folders = /^(build|core|deploy|docs|engines|plugins|server|test|themes)\//
  const missing = documents.flatMap(({ path, text }) =>
    codesOf(proseOf(text))
      .filter((code) => folders.test(code) && /^[\w/.-]+$/.test(code) && !code.startsWith('plugins/greetings'))
      .filter((code) => !existsSync(code))
      .map((code) => `${path}: ${code}`),
  )
  assert.equal(missing, [])
})

test('the three documents of the root stay short', () => {
  for (const [path, limit] of [
    ['README.md', 6000],
    ['ARCHITECTURE.md', 8000],
    ['CONTRIBUTING.md', 6000],
  ] as const) {
    const size = Buffer.byteLength(readFileSync(path))
    assert.ok(size <= limit, `${path} has ${size} bytes, more than ${limit}; move details to docs/`)
  }
})

test('the list of decisions names every page once, in order', () => {
  const pages = documents.map(({ path }) => path).filter((path) => /^docs\/decisions\/\d/.test(path))
  const listed = linksOf(readDocument('docs/decisions/README.md')).map((link) => join('docs/decisions', link))
  assert.equal(listed, pages)
  for (const [index, page] of pages.entries()) {
    const number = String(index + 1).padStart(4, '0')
    assert.ok(page.startsWith(`docs/decisions/${number}-`), `${page} should have the number ${number}`)
    const { text } = readDocument(page)
    assert.ok(text.startsWith(`# ${number}. `), `${page} should begin with its number`)
    assert.equal(
      [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading),
      ['Context', 'Decision', 'Consequences'],
    )
  }
})

test('lines have at most 120 columns, except in tables and code', () => {
  const long = documents.flatMap(({ path, text }) =>
    proseOf(text)
      .split('\n')
      .filter((line) => line.length > 120 && !line.startsWith('|'))
      .map((line) => `${path}: ${line}`),
  )
  assert.equal(long, [])
})

/** The glossary without its last column, which lists the words to avoid. */
const withoutAvoidedWords = (path: string, text: string) =>
  path === 'docs/glossary.md' ? text.replace(/^(\|.*\|)[^|]*\|$/gm, '$1') : text

test('documents are in plain English', () => {
  const banned = new RegExp(`${bannedPhrases.source}|\\b(?:told|kept)\\b`, 'gi')
  const found = documents.flatMap(({ path, text }) =>
    [
      ...proseOf(withoutAvoidedWords(path, text))
        .replace(/`[^`\n]+`/g, '')
        .matchAll(banned),
    ].map(([match]) => `${path}: ${match}`),
  )
  assert.equal(found, [])
})

test('no document names a machine-specific path', () => {
  const found = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/(\/root|\/work|\/home|\/Users)\/[\w/.-]*/g)].map(([match]) => `${path}: ${match}`),
  )
  assert.equal(found, [])
})
