import { Failure } from '../../core/protocol/failure.ts'
import { isKnownAction, isObjectAction, s3Actions } from './actions.ts'
import { operatorKind, parseNetwork } from './conditions.ts'
import type { Condition, PolicyDocument, Statement, Value } from './document.ts'
import { globOf, matches } from './glob.ts'
import { keyGroup } from './keys.ts'
import { ofWildcardOnly } from './vocabulary.ts'
import { InvalidPolicy, type PolicyPlace } from './invalid-policy.ts'

/** Limit for a policy's JSON in bytes (as in MinIO). */
export const MAX_POLICY = 20 * 1024

type Fields = Readonly<Record<string, unknown>>

const refuse = (where: PolicyPlace, problem: string): never => {
  throw new InvalidPolicy(where, problem)
}

const list = (values: readonly string[]) => values.map((value) => `"${value}"`).join(', ')

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Normalizes field names, which are case-insensitive as on MinIO. */
const named = (fields: Fields, allowed: readonly string[], where: PolicyPlace): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => {
      const name = allowed.find((one) => one.toLowerCase() === key.toLowerCase())
      return [name ?? refuse(where, `"${key}" is not a valid key; use one of ${list(allowed)}.`), value]
    }),
  )

const texts = (fields: Fields, key: string, where: PolicyPlace): string[] | undefined => {
  const value = fields[key]
  if (value === undefined) return undefined
  const all: unknown[] = Array.isArray(value) ? value : [value]
  const plain = all.filter((entry): entry is string => typeof entry === 'string' && entry !== '')
  if (plain.length === 0 || plain.length < all.length)
    refuse(where, `"${key}" has to be a text or a list of texts, and not empty.`)
  return [...new Set(plain)]
}

const parseValues = (value: unknown, where: PolicyPlace): Value[] => {
  const all: unknown[] = Array.isArray(value) ? value : [value]
  const plain = all.filter((entry): entry is Value => ['string', 'number', 'boolean'].includes(typeof entry))
  if (plain.length === 0 || plain.length < all.length)
    refuse(where, 'needs a text, number or boolean to compare with, or a list of them.')
  return plain
}

const single: Readonly<Record<string, (value: Value) => boolean>> = {
  number: (value) => /^[+-]?\d+$/.test(String(value)),
  date: (value) => !Number.isNaN(Date.parse(String(value))),
  bool: (value) => /^(true|false)$/.test(String(value)),
  null: (value) => /^(true|false)$/.test(String(value)),
}

const checkValues = (operator: string, key: string, values: readonly Value[], where: PolicyPlace) => {
  const kind = operatorKind(operator) ?? refuse(where, `"${operator}" is not an operator of a condition.`)
  if (!keyGroup(key)) refuse(where, `"${key}" is not a condition key.`)
  const check = single[kind]
  if (check && values.length !== 1) refuse(where, `"${operator}" compares "${key}" with one value only.`)
  if (kind === 'address') {
    if (key !== 'aws:SourceIp') refuse(where, `"${operator}" is for "aws:SourceIp", not for "${key}".`)
    const invalid = values.find((value) => !parseNetwork(String(value)))
    if (invalid !== undefined) refuse(where, `"${invalid}" is neither an address nor a network such as 10.0.0.0/8.`)
  }
  if (kind === 'bool' && key !== 'aws:SecureTransport')
    refuse(where, `"Bool" is for "aws:SecureTransport", not for "${key}".`)
  const invalid = check && values.find((value) => !check(value))
  if (invalid !== undefined) refuse(where, `"${operator}" cannot compare "${key}" with "${invalid}".`)
}

const parseCondition = (value: unknown, where: PolicyPlace): Condition => {
  if (!isFields(value) || Object.keys(value).length === 0)
    return refuse(where, '"Condition" has to be an object with an operator in it.')
  return Object.fromEntries(
    Object.entries(value).map(([operator, keys]) => {
      if (!isFields(keys)) return refuse(where, `Condition "${operator}" has to be an object of keys and values.`)
      const parsed = Object.entries(keys).map(([key, values]): [string, Value[]] => {
        const plain = parseValues(values, { ...where, part: `Condition "${operator}" for "${key}" ` })
        checkValues(operator, key, plain, where)
        return [key, plain]
      })
      return [operator, Object.fromEntries(parsed)]
    }),
  )
}

const isListing = (action: string) => action === 's3:ListBucket' || action === 's3:ListBucketVersions'

const service = (action: string) => (action === '*' ? '*' : action.slice(0, action.indexOf(':')))

const s3ActionsOf = (pattern: string) => {
  const glob = globOf(pattern)
  return s3Actions.filter((action) => matches(glob, action))
}

/** Problem of an action name or pattern in a policy; `undefined` if it is valid. */
export const problemOfAction = (name: string): string | undefined => {
  if (ofWildcardOnly.has(name)) return `"${name}" cannot be named in a policy: "admin:*" grants it.`
  if (name === '*' || isKnownAction(name) || (name.startsWith('s3:') && s3ActionsOf(name).length > 0)) return undefined
  return name.startsWith('admin:') && /[*?]/.test(name)
    ? `"${name}": of the admin actions only "admin:*" has a wildcard.`
    : `"${name}" is not an action.`
}

const checkActions = (actions: readonly string[], where: PolicyPlace) => {
  const problem = actions.map(problemOfAction).find((one) => one !== undefined)
  if (problem !== undefined) refuse(where, problem)
  const [first, other] = [...new Set(actions.map(service))]
  if (other !== undefined) refuse(where, `"${first}" and "${other}" actions need a statement each.`)
}

const checkResources = (resources: readonly string[], prefix: string, where: PolicyPlace) => {
  for (const resource of resources) {
    const name = resource.startsWith(prefix) ? resource.slice(prefix.length) : ''
    if (resource !== '*' && !name)
      refuse(where, `"${resource}" is not a resource: it has to begin with "${prefix}" and name something.`)
    if (name.startsWith('/')) refuse(where, `"${resource}" matches no bucket, since a slash follows "${prefix}".`)
  }
}

const checkConditionKeys = (statement: Statement, kind: string | undefined, where: PolicyPlace) => {
  const patterns = kind === 's3' && statement.Condition ? (statement.Action ?? []) : []
  const matched = patterns.map((pattern) => ({ pattern, actions: s3ActionsOf(pattern) }))
  const withNone = (fits: (action: string) => boolean) => matched.find(({ actions }) => !actions.some(fits))?.pattern
  // for each group of keys, the first pattern that never supports them
  const incompatible = { any: undefined, listing: withNone(isListing), object: withNone(isObjectAction) }
  for (const key of Object.values(statement.Condition ?? {}).flatMap((keys) => Object.keys(keys))) {
    if (kind === 'admin' && key.startsWith('s3:')) refuse(where, `"${key}" is not a condition of admin actions.`)
    const action = incompatible[keyGroup(key) ?? 'any']
    if (action) refuse(where, `"${key}" is not a condition of "${action}".`)
  }
}

const checkStatement = (statement: Statement, where: PolicyPlace) => {
  const { Action, NotAction, Resource, NotResource } = statement
  if (Action && NotAction) refuse(where, '"Action" and "NotAction" exclude each other.')
  if (Resource && NotResource) refuse(where, '"Resource" and "NotResource" exclude each other.')
  const actions = Action ?? NotAction ?? refuse(where, 'It names no "Action".')
  checkActions(actions, where)
  const kind = Action?.[0] && service(Action[0])
  checkConditionKeys(statement, kind, where)
  if (kind === 'admin' || kind === 'sts' || kind === '*') return
  const resources = Resource ?? NotResource
  if (!resources && kind !== 'kms') refuse(where, 'It names no "Resource".')
  checkResources(resources ?? [], kind === 'kms' ? 'arn:minio:kms:::' : 'arn:aws:s3:::', where)
}

const statementKeys = ['Sid', 'Effect', 'Action', 'NotAction', 'Resource', 'NotResource', 'Condition'] as const

const parseStatement = (value: unknown, position: number): Statement => {
  const where = { statement: position + 1 }
  if (!isFields(value)) return refuse(where, 'It must be an object.')
  const fields = named(value, statementKeys, where)
  const { Sid, Effect, Condition: condition } = fields
  if (Effect !== 'Allow' && Effect !== 'Deny') return refuse(where, `"Effect" has to be "Allow" or "Deny".`)
  const statement: Statement = { Effect }
  if (Sid !== undefined) statement.Sid = typeof Sid === 'string' ? Sid : refuse(where, '"Sid" has to be a text.')
  for (const key of ['Action', 'NotAction', 'Resource', 'NotResource'] as const) {
    const values = texts(fields, key, where)
    if (values) statement[key] = values
  }
  if (condition !== undefined) statement.Condition = parseCondition(condition, where)
  checkStatement(statement, where)
  return statement
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    return refuse({}, `It is not JSON: ${(error as Error).message}.`)
  }
}

/** Parses a policy. Throws `Failure` 400 with location and reason if MinIO would reject it. */
export const parsePolicy = (text: string): PolicyDocument => {
  if (Buffer.byteLength(text) > MAX_POLICY)
    refuse({}, `It has ${Buffer.byteLength(text)} bytes; the limit is ${MAX_POLICY}.`)
  const value = readJson(text)
  if (!isFields(value)) return refuse({}, 'It must be a JSON object.')
  const { ID, Version, Statement: statements } = named(value, ['ID', 'Version', 'Statement'], {})
  if (Version !== '2012-10-17') return refuse({}, '"Version" must be "2012-10-17".')
  if (ID !== undefined && typeof ID !== 'string') return refuse({}, '"ID" has to be a text.')
  // AWS accepts a single statement without a list
  const all: unknown[] = isFields(statements) ? [statements] : Array.isArray(statements) ? statements : []
  if (all.length === 0) return refuse({}, '"Statement" must be a list with at least one statement.')
  return { ...(ID !== undefined && { ID }), Version, Statement: all.map(parseStatement) }
}

/** MinIO returns the resource `*` as `**`. */
export const resourceAsWritten = (resource: string) => (resource === '**' ? '*' : resource)

const lenient = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [String(value)])

const lenientCondition = (fields: Fields): Condition =>
  Object.fromEntries(
    Object.entries(fields).map(([operator, keys]) => [
      operator,
      Object.fromEntries(Object.entries(isFields(keys) ? keys : {}).map(([key, values]) => [key, lenient(values)])),
    ]),
  )

/**
 * Validates a document returned by a storage server, preserving unknown fields. Throws `Failure` 502 if it is not a
 * policy.
 */
export const readPolicy = (value: unknown): PolicyDocument => {
  if (!isFields(value)) throw new Failure(502, 'The storage server sent a policy that cannot be read')
  const statements: unknown[] = Array.isArray(value.Statement) ? value.Statement : []
  return {
    Version: String(value.Version ?? ''),
    Statement: statements.filter(isFields).map((fields) => ({
      ...(typeof fields.Sid === 'string' && fields.Sid && { Sid: fields.Sid }),
      Effect: fields.Effect === 'Allow' ? 'Allow' : 'Deny',
      ...Object.fromEntries(
        ['Action', 'NotAction', 'Resource', 'NotResource']
          .filter((key) => fields[key])
          .map((key) => [key, lenient(fields[key]).map(resourceAsWritten)]),
      ),
      ...(isFields(fields.Condition) && { Condition: lenientCondition(fields.Condition) }),
    })),
  }
}
