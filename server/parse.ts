import * as v from 'valibot'
import { Failure } from '../core/failure.ts'

/** The words for one problem. Messages that valibot itself makes repeat what was sent; that may be a secret. */
const problem = (issue: v.BaseIssue<unknown>, where: string) => {
  const path = v.getDotPath(issue)
  const field = path ? `${path} in ${where}` : where
  if (issue.received === 'undefined') return `${field} is required`
  if (issue.message.startsWith('Invalid '))
    return `${field} must be of type ${issue.expected?.replaceAll('"', '') ?? issue.type}`
  return `${field}: ${issue.message}`
}

/** Parses a part of a request; throws `Failure` 422 that names the first field which is wrong. */
export const parsePart = (schema: v.GenericSchema, value: unknown, where: string): unknown => {
  const { success, output, issues } = v.safeParse(schema, value, { abortEarly: true, abortPipeEarly: true })
  if (success) return output
  throw new Failure(422, problem(issues[0], where))
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
    throw new Failure(400, 'the body is not valid JSON', error instanceof SyntaxError ? undefined : 'It is not UTF-8')
  }
}

/** How deep a body may be nested; the deepest call takes four. */
const DEEPEST = 32

const isDeep = (value: unknown, left = DEEPEST): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (left === 0 || Object.values(value).some((entry) => isDeep(entry, left - 1)))

/** A JSON body; nothing for an empty one. Throws `Failure` 400 for what is not JSON or Unicode, or too deep. */
export const parseJson = (bytes: Buffer): unknown => {
  if (bytes.length === 0) return undefined
  const { text, value } = readJson(bytes)
  if (isDeep(value)) throw new Failure(400, `the body is nested more than ${DEEPEST} deep`)
  if (/\\u[dD]/.test(text) && hasLoneSurrogate(value))
    throw new Failure(400, 'the body holds text that is not valid Unicode')
  return value
}
