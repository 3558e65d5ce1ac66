import { jsonStringInvalid } from './messages.ts'

/** Token of JSON or YAML text, for highlighting. */
export type JsonToken = {
  kind: 'key' | 'string' | 'number' | 'word' | 'mark' | 'space' | 'comment' | 'wrong'
  text: string
  line: number
}

/** Position of a syntax error: the line, counted from 1, and what was expected there. */
export type JsonProblem = { line: number; message: string }

const patterns = {
  space: /[ \t\r\n]+/,
  text: /"(?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/,
  number: /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/,
  word: /[A-Za-z]+/,
  mark: /[{}[\],:]/,
  other: /[^]/,
}

const pattern = new RegExp(
  Object.values(patterns)
    .map(({ source }) => source)
    .join('|'),
  'gu',
)

const kindOf = (text: string, next: string): JsonToken['kind'] => {
  if (/^[ \t\r\n]/.test(text)) return 'space'
  if (/^".*"$/.test(text) && text.length > 1) return /^[ \t\r\n]*:/.test(next) ? 'key' : 'string'
  if (/^-?\d/.test(text)) return 'number'
  if (/^(true|false|null)$/.test(text)) return 'word'
  return /^[{}[\],:]$/.test(text) ? 'mark' : 'wrong'
}

/** Splits JSON text, valid or not, into tokens that concatenate to the same text. */
export const jsonTokens = (text: string): JsonToken[] => {
  let line = 1
  return Array.from(text.matchAll(pattern), (match) => {
    const token = {
      kind: kindOf(match[0], text.slice(match.index + match[0].length, match.index + match[0].length + 200)),
      text: match[0],
      line,
    }
    line += match[0].split('\n').length - 1
    return token
  })
}

const isScalar = ({ kind }: JsonToken) => kind === 'key' || kind === 'string' || kind === 'number' || kind === 'word'

/** Maximum nesting; no policy is that deep, and the checker is recursive. */
const MAX_DEPTH = 500

/** First JSON syntax error of a text; `undefined` if it is valid. */
export const jsonProblem = (text: string): JsonProblem | undefined => {
  const tokens = jsonTokens(text).filter(({ kind }) => kind !== 'space')
  let at = 0
  let depth = 0
  let problem: JsonProblem | undefined
  const fail = (expected: string) => {
    const before = tokens[at - 1]
    const current = tokens[at]
    if (current?.text === '"') problem ??= { line: current.line, message: jsonStringInvalid }
    const after = before ? ` after ${before.text}` : ''
    problem ??= { line: (before ?? current)?.line ?? 1, message: `expected ${expected}${after}` }
    return false
  }
  const takeMark = (mark: string) => tokens[at]?.text === mark && tokens[at]?.kind === 'mark' && ++at > 0
  const members = (close: string, member: () => boolean): boolean => {
    if (takeMark(close)) return true
    while (member()) {
      if (takeMark(close)) return true
      if (!takeMark(',')) return fail(tokens[at] ? 'a comma' : `"${close}"`)
    }
    return false
  }
  const pair = () => {
    const name = tokens[at]
    if (name?.kind !== 'key' && name?.kind !== 'string') return fail('a name in quotes')
    at += 1
    return takeMark(':') ? value() : fail('a colon')
  }
  const value = (): boolean => {
    const token = tokens[at]
    if (token && isScalar(token)) return ++at > 0
    if (depth > MAX_DEPTH) return fail('fewer levels')
    depth += 1
    const isValid = takeMark('{') ? members('}', pair) : takeMark('[') ? members(']', value) : fail('a value')
    depth -= 1
    return isValid
  }
  if (value() && tokens[at]) fail('nothing more')
  return problem
}
