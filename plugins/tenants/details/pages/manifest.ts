import type { Completion } from 'stowage/ui'
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import * as messages from '../../messages.ts'

/** Types of the fields of `spec`, by path: `spec.pools[].servers` is an `integer`. */
export type Fields = Readonly<Record<string, string>>

export type ManifestProblem = { line: number; message: string }

/** Path of a field without the positions in lists, and where its key is in the text. */
type Key = { path: string; start: number; siblings: readonly string[] }

function* keysBelow(node: unknown, path: string): Generator<Key> {
  if (isSeq<Node>(node)) for (const item of node.items) yield* keysBelow(item, `${path}[]`)
  if (!isMap<Node, Node | null>(node)) return
  const names = node.items.flatMap(({ key }) => (isScalar(key) ? [String(key.value)] : []))
  for (const { key, value } of node.items) {
    if (!isScalar(key) || !key.range) continue
    const at = path ? `${path}.${String(key.value)}` : String(key.value)
    yield { path: at, start: key.range[0], siblings: names }
    yield* keysBelow(value, at)
  }
}

const keysOf = (text: string) => {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  return { document, lineOf: (at: number) => lines.linePos(at).line, keys: [...keysBelow(document.contents, '')] }
}

const parentOf = (path: string) => path.replace(/\.[^.]*$/, '')

/** Whether the operator's schema says which fields are there. */
const isClosed = (fields: Fields, path: string) => fields[path] === 'object'

/** Syntax errors of a manifest; if there are none, fields of `spec` that the operator does not support. */
export const manifestProblems = (text: string, fields: Fields = {}): ManifestProblem[] => {
  const { document, lineOf, keys } = keysOf(text)
  if (document.errors.length > 0)
    return document.errors.map(({ code, message, pos: [start] }) => ({
      line: lineOf(start),
      message: code === 'MULTIPLE_DOCS' ? messages.onlyOneDocument : message,
    }))
  return keys
    .filter(({ path }) => isClosed(fields, parentOf(path)) && !(path in fields))
    .map(({ path, start }) => ({ line: lineOf(start), message: messages.unknownField(path) }))
}

/** Types as the completion names them; `any` says nothing. */
const typeNames = new Map([
  ['array', 'list'],
  ['integer', 'number'],
  ['map', 'texts by name'],
  ['any', ''],
])

/** Completes the name of a field, or `true` and `false`, at the caret. */
export const completeManifest = (text: string, caret: number, fields: Fields = {}): Completion | undefined => {
  const from = text.lastIndexOf('\n', caret - 1) + 1
  const next = text.indexOf('\n', caret)
  const to = next < 0 ? text.length : next
  const [, lead, typed, after] = /^( *(?:- +)*)([\w./-]*)(.*)$/.exec(text.slice(from, to)) ?? []
  if (lead === undefined || typed === undefined || after === undefined) return undefined
  const start = from + lead.length
  const value = /^:( +)(\w*)$/.exec(after)
  const isKey = caret <= start + typed.length && after.trim() === ''
  if (!isKey && !(value && caret === to)) return undefined
  // the text is parsed with a complete line at the caret
  const { keys } = keysOf(`${text.slice(0, start)}${typed || 'x'}: 0${text.slice(to)}`)
  const key = keys.find((one) => one.start === start)
  if (!key) return undefined
  if (value) {
    const word = value[2] ?? ''
    const options = fields[key.path] === 'boolean' ? ['true', 'false'].filter((one) => one.startsWith(word)) : []
    return { from: to - word.length, to, options: options.filter((one) => one !== word).map((one) => ({ value: one })) }
  }
  const parent = parentOf(key.path)
  if (!isClosed(fields, parent)) return undefined
  const options = Object.entries(fields).flatMap(([path, type]) => {
    const name = path.slice(parent.length + 1)
    if (parentOf(path) !== parent || path.endsWith('[]') || key.siblings.includes(name)) return []
    return name.toLowerCase().startsWith(typed.toLowerCase())
      ? [{ value: `${name}: `, hint: typeNames.get(type) ?? type }]
      : []
  })
  return { from: start, to: start + typed.length, options }
}
