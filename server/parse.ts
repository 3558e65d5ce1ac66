import * as v from 'valibot'
import { Failure } from '../core/protocol/failure.ts'
import { alternativesOf, entryIn, itemsIn, type Schema } from './schema.ts'
import { isDefaultMessage } from '../core/protocol/valibot-texts.ts'
import {
  bodyNotUnicode,
  bodyHasTooManyValues,
  bodyTooDeep,
  bodyNotJson,
  bodyHasUnknownField,
  fieldUnknown,
  fieldTypeInvalid,
} from './messages.ts'
import { isObject } from '../core/protocol/is-object.ts'

/** Error message for one issue. valibot's own messages repeat the input, which may be a secret. */
const problem = (issue: v.BaseIssue<unknown>, where: string) => {
  const path = v.getDotPath(issue)
  const field = path ? `${path} in ${where}` : where
  if (issue.received === 'undefined') return `${field} is required`
  if (isDefaultMessage(issue)) return fieldTypeInvalid(field, issue.expected?.replaceAll('"', '') ?? issue.type)
  return `${field}: ${issue.message}`
}

/** Parses a part of a request; throws `Failure` 422 for the first invalid field. */
export const parsePart = (schema: v.GenericSchema, value: unknown, where: string): unknown => {
  const { success, output, issues } = v.safeParse(schema, value, { abortEarly: true, abortPipeEarly: true })
  if (success) return output
  throw new Failure(422, problem(issues[0], where), { field: v.getDotPath(issues[0]) ?? undefined })
}

const optional = ['optional', 'exact_optional', 'undefinedable']
const nullable = ['nullable', 'nullish']
const hasType = (alternatives: readonly Schema[], types: readonly string[]) =>
  alternatives.some(({ type }) => types.includes(type))

/** Removes `null` from optional fields: clients in Go, Python and Java send unset fields this way. */
const withoutNulls = (value: unknown, alternatives: readonly Schema[]): unknown => {
  if (value === null) return hasType(alternatives, optional) && !hasType(alternatives, nullable) ? undefined : null
  if (Array.isArray(value)) {
    const items = itemsIn(alternatives)
    return items.length === 0 ? value : value.map((entry) => withoutNulls(entry, items))
  }
  if (!isObject(value) || !alternatives.some(({ entries }) => isObject(entries))) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, entry]) => {
      const read = withoutNulls(entry, entryIn(alternatives, name))
      return read === undefined ? [] : [[name, read]]
    }),
  )
}

/** Path of the first field that no alternative of the schema has; `undefined` if all are known. */
const unknownField = (value: unknown, alternatives: readonly Schema[], path: string): string | undefined => {
  if (Array.isArray(value)) {
    const items = itemsIn(alternatives)
    if (items.length === 0) return undefined
    for (const [index, entry] of value.entries()) {
      const found = unknownField(entry, items, `${path}${index}.`)
      if (found) return found
    }
    return undefined
  }
  if (!isObject(value) || !alternatives.some(({ entries }) => isObject(entries))) return undefined
  for (const [name, entry] of Object.entries(value)) {
    const fieldSchemas = entryIn(alternatives, name)
    const found = fieldSchemas.length === 0 ? `${path}${name}` : unknownField(entry, fieldSchemas, `${path}${name}.`)
    if (found) return found
  }
  return undefined
}

/** How unknown fields of a body are handled. */
export type UnknownFields = 'refused' | 'ignored'

/**
 * Parses the body of a call. `null` means absent for every optional field.
 *
 * @throws `Failure` 422 for the first field that is invalid or unknown.
 */
export const parseBody = (schema: v.GenericSchema, body: unknown, unknownFields: UnknownFields): unknown => {
  const alternatives = alternativesOf(schema)
  const value = withoutNulls(body, alternatives)
  const output = parsePart(schema, value, 'body')
  const unknown = unknownFields === 'refused' ? unknownField(value, alternatives, '') : undefined
  // an unknown name may be long, or a misplaced secret
  if (unknown !== undefined && /^[\w.-]{1,128}$/.test(unknown))
    throw new Failure(422, fieldUnknown(unknown), { field: unknown })
  if (unknown !== undefined) throw new Failure(422, bodyHasUnknownField)
  return output
}

const hasLoneSurrogate = (value: unknown): boolean => {
  if (typeof value === 'string') return /[\uD800-\uDFFF]/u.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, entry]) => hasLoneSurrogate(name) || hasLoneSurrogate(entry))
}

const readJson = (bytes: Buffer): { text: string; value: unknown } => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { text, value: JSON.parse(text) }
  } catch (error) {
    throw new Failure(400, bodyNotJson, {
      detail: error instanceof SyntaxError ? undefined : 'It is not UTF-8',
    })
  }
}

/** Maximum nesting of a body; the deepest call needs four levels. */
const DEEPEST = 32

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN, CLOSE] = [0x22, 0x5c, 0x2c, 0x3a, [0x5b, 0x7b], [0x5d, 0x7d]] as const

/** Checks the bytes before parsing, since many names or levels take seconds to parse. */
const assertShape = (bytes: Buffer, maxValues: number) => {
  let [depth, values, isText] = [0, 1, false]
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (isText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === COMMA || byte === COLON) values += 1
    else if (byte === OPEN[0] || byte === OPEN[1]) depth += 1
    else if (byte === CLOSE[0] || byte === CLOSE[1]) depth -= 1
    if (depth > DEEPEST) throw new Failure(400, bodyTooDeep(DEEPEST))
    if (values > maxValues) throw new Failure(400, bodyHasTooManyValues(maxValues))
  }
}

/**
 * Parses a JSON body; `undefined` for an empty one.
 *
 * @throws `Failure` 400 for invalid JSON or UTF-8, too deep nesting, or too many values.
 */
export const parseJson = (bytes: Buffer, maxValues = Number.POSITIVE_INFINITY): unknown => {
  if (bytes.length === 0) return undefined
  assertShape(bytes, maxValues)
  const { text, value } = readJson(bytes)
  if (/\\u[dD]/.test(text) && hasLoneSurrogate(value)) throw new Failure(400, bodyNotUnicode)
  return value
}
