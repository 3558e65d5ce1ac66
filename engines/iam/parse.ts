import { Failure } from '../../core/protocol/failure.ts'
import { isKnownAction, isObjectAction, s3Actions } from './actions.ts'
import { operatorKind, parseNetwork } from './conditions.ts'
import type { Condition, PolicyDocument, Statement, Value } from './document.ts'
import { globOf, matches } from './glob.ts'
import { keyGroup } from './keys.ts'
import { wildcardOnlyActions } from './vocabulary.ts'
import { InvalidPolicy, type PolicyLocation } from './invalid-policy.ts'
import {
  storedPolicyUnreadable,
  statementsRequired,
  idMustBeString,
  policyMustBeObject,
  policyTooLarge,
  notJson,
  sidMustBeString,
  effectInvalid,
  statementMustBeObject,
  resourceMissing,
  actionMissing,
  resourceAndNotResource,
  actionAndNotAction,
  notConditionOfAction,
  notConditionOfAdminActions,
  resourceMatchesNoBucket,
  resourcePrefixRequired,
  actionsNeedOwnStatements,
  actionInvalid,
  adminWildcard,
  actionNotNameable,
  operatorMustBeObject,
  conditionMustBeObject,
  valueNotComparable,
  boolOperatorKey,
  ipInvalid,
  ipOperatorKey,
  operatorTakesOneValue,
  conditionKeyInvalid,
  operatorInvalid,
  conditionValueRequired,
  stringsRequired,
  policyKeyInvalid,
} from './messages.ts'
import { isObject } from '../../core/protocol/is-object.ts'

/** Limit for a policy's JSON in bytes (as in MinIO). */
const MAX_POLICY = 20 * 1024

type Fields = Readonly<Record<string, unknown>>

const refuse = (where: PolicyLocation, problem: string): never => {
  throw new InvalidPolicy(where, problem)
}

const list = (values: readonly string[]) => values.map((value) => `"${value}"`).join(', ')

/** Normalizes field names, which are case-insensitive as on MinIO. */
const named = (fields: Fields, allowed: readonly string[], where: PolicyLocation): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => {
      const name = allowed.find((one) => one.toLowerCase() === key.toLowerCase())
      return [name ?? refuse(where, policyKeyInvalid(key, list(allowed))), value]
    }),
  )

const texts = (fields: Fields, key: string, where: PolicyLocation): string[] | undefined => {
  const value = fields[key]
  if (value === undefined) return undefined
  const all: unknown[] = Array.isArray(value) ? value : [value]
  const plain = all.filter((entry): entry is string => typeof entry === 'string' && entry !== '')
  if (plain.length === 0 || plain.length < all.length) refuse(where, stringsRequired(key))
  return [...new Set(plain)]
}

const parseValues = (value: unknown, where: PolicyLocation): Value[] => {
  const all: unknown[] = Array.isArray(value) ? value : [value]
  const plain = all.filter((entry): entry is Value => ['string', 'number', 'boolean'].includes(typeof entry))
  if (plain.length === 0 || plain.length < all.length) refuse(where, conditionValueRequired)
  return plain
}

const single: Readonly<Record<string, (value: Value) => boolean>> = {
  number: (value) => /^[+-]?\d+$/.test(String(value)),
  date: (value) => !Number.isNaN(Date.parse(String(value))),
  bool: (value) => /^(true|false)$/.test(String(value)),
  null: (value) => /^(true|false)$/.test(String(value)),
}

const checkValues = (operator: string, key: string, values: readonly Value[], where: PolicyLocation) => {
  const kind = operatorKind(operator) ?? refuse(where, operatorInvalid(operator))
  if (!keyGroup(key)) refuse(where, conditionKeyInvalid(key))
  const check = single[kind]
  if (check && values.length !== 1) refuse(where, operatorTakesOneValue(operator, key))
  if (kind === 'address') {
    if (key !== 'aws:SourceIp') refuse(where, ipOperatorKey(operator, key))
    const invalid = values.find((value) => !parseNetwork(String(value)))
    if (invalid !== undefined) refuse(where, ipInvalid(invalid))
  }
  if (kind === 'bool' && key !== 'aws:SecureTransport') refuse(where, boolOperatorKey(key))
  const invalid = check && values.find((value) => !check(value))
  if (invalid !== undefined) refuse(where, valueNotComparable(operator, key, invalid))
}

const parseCondition = (value: unknown, where: PolicyLocation): Condition => {
  if (!isObject(value) || Object.keys(value).length === 0) return refuse(where, conditionMustBeObject)
  return Object.fromEntries(
    Object.entries(value).map(([operator, keys]) => {
      if (!isObject(keys)) return refuse(where, operatorMustBeObject(operator))
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
  if (wildcardOnlyActions.has(name)) return actionNotNameable(name)
  if (name === '*' || isKnownAction(name) || (name.startsWith('s3:') && s3ActionsOf(name).length > 0)) return undefined
  return name.startsWith('admin:') && /[*?]/.test(name) ? adminWildcard(name) : actionInvalid(name)
}

const checkActions = (actions: readonly string[], where: PolicyLocation) => {
  const problem = actions.map(problemOfAction).find((one) => one !== undefined)
  if (problem !== undefined) refuse(where, problem)
  const [first, other] = [...new Set(actions.map(service))]
  if (other !== undefined) refuse(where, actionsNeedOwnStatements(first, other))
}

const checkResources = (resources: readonly string[], prefix: string, where: PolicyLocation) => {
  for (const resource of resources) {
    const name = resource.startsWith(prefix) ? resource.slice(prefix.length) : ''
    if (resource !== '*' && !name) refuse(where, resourcePrefixRequired(resource, prefix))
    if (name.startsWith('/')) refuse(where, resourceMatchesNoBucket(resource, prefix))
  }
}

const checkConditionKeys = (statement: Statement, kind: string | undefined, where: PolicyLocation) => {
  const patterns = kind === 's3' && statement.Condition ? (statement.Action ?? []) : []
  const matched = patterns.map((pattern) => ({ pattern, actions: s3ActionsOf(pattern) }))
  const withNone = (fits: (action: string) => boolean) => matched.find(({ actions }) => !actions.some(fits))?.pattern
  // for each group of keys, the first pattern that never supports them
  const incompatible = { any: undefined, listing: withNone(isListing), object: withNone(isObjectAction) }
  for (const key of Object.values(statement.Condition ?? {}).flatMap((keys) => Object.keys(keys))) {
    if (kind === 'admin' && key.startsWith('s3:')) refuse(where, notConditionOfAdminActions(key))
    const action = incompatible[keyGroup(key) ?? 'any']
    if (action) refuse(where, notConditionOfAction(key, action))
  }
}

const checkStatement = (statement: Statement, where: PolicyLocation) => {
  const { Action, NotAction, Resource, NotResource } = statement
  if (Action && NotAction) refuse(where, actionAndNotAction)
  if (Resource && NotResource) refuse(where, resourceAndNotResource)
  const actions = Action ?? NotAction ?? refuse(where, actionMissing)
  checkActions(actions, where)
  const kind = Action?.[0] && service(Action[0])
  checkConditionKeys(statement, kind, where)
  if (kind === 'admin' || kind === 'sts' || kind === '*') return
  const resources = Resource ?? NotResource
  if (!resources && kind !== 'kms') refuse(where, resourceMissing)
  checkResources(resources ?? [], kind === 'kms' ? 'arn:minio:kms:::' : 'arn:aws:s3:::', where)
}

const statementKeys = ['Sid', 'Effect', 'Action', 'NotAction', 'Resource', 'NotResource', 'Condition'] as const

const parseStatement = (value: unknown, position: number): Statement => {
  const where = { statement: position + 1 }
  if (!isObject(value)) return refuse(where, statementMustBeObject)
  const fields = named(value, statementKeys, where)
  const { Sid, Effect, Condition: condition } = fields
  if (Effect !== 'Allow' && Effect !== 'Deny') return refuse(where, effectInvalid)
  const statement: Statement = { Effect }
  if (Sid !== undefined) statement.Sid = typeof Sid === 'string' ? Sid : refuse(where, sidMustBeString)
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
    return refuse({}, notJson((error as Error).message))
  }
}

/** Parses a policy. Throws `Failure` 400 with location and reason if MinIO would reject it. */
export const parsePolicy = (text: string): PolicyDocument => {
  if (Buffer.byteLength(text) > MAX_POLICY) refuse({}, policyTooLarge(Buffer.byteLength(text), MAX_POLICY))
  const value = readJson(text)
  if (!isObject(value)) return refuse({}, policyMustBeObject)
  const { ID, Version, Statement: statements } = named(value, ['ID', 'Version', 'Statement'], {})
  if (Version !== '2012-10-17') return refuse({}, '"Version" must be "2012-10-17".')
  if (ID !== undefined && typeof ID !== 'string') return refuse({}, idMustBeString)
  // AWS accepts a single statement without a list
  const all: unknown[] = isObject(statements) ? [statements] : Array.isArray(statements) ? statements : []
  if (all.length === 0) return refuse({}, statementsRequired)
  return { ...(ID !== undefined && { ID }), Version, Statement: all.map(parseStatement) }
}

/** MinIO returns the resource `*` as `**`. */
export const resourceAsWritten = (resource: string) => (resource === '**' ? '*' : resource)

const lenient = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [String(value)])

const lenientCondition = (fields: Fields): Condition =>
  Object.fromEntries(
    Object.entries(fields).map(([operator, keys]) => [
      operator,
      Object.fromEntries(Object.entries(isObject(keys) ? keys : {}).map(([key, values]) => [key, lenient(values)])),
    ]),
  )

/**
 * Validates a document returned by a storage server, preserving unknown fields. Throws `Failure` 502 if it is not a
 * policy.
 */
export const readPolicy = (value: unknown): PolicyDocument => {
  if (!isObject(value)) throw new Failure(502, storedPolicyUnreadable)
  const statements: unknown[] = Array.isArray(value.Statement) ? value.Statement : []
  return {
    Version: String(value.Version ?? ''),
    Statement: statements.filter(isObject).map((fields) => ({
      ...(typeof fields.Sid === 'string' && fields.Sid && { Sid: fields.Sid }),
      Effect: fields.Effect === 'Allow' ? 'Allow' : 'Deny',
      ...Object.fromEntries(
        ['Action', 'NotAction', 'Resource', 'NotResource']
          .filter((key) => fields[key])
          .map((key) => [key, lenient(fields[key]).map(resourceAsWritten)]),
      ),
      ...(isObject(fields.Condition) && { Condition: lenientCondition(fields.Condition) }),
    })),
  }
}
