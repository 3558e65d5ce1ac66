import { Failure } from '../../core/protocol/failure.ts'
import { ignoresResource, isObjectAction, s3Actions } from './actions.ts'
import { covers, globOf, matches, overlaps } from './glob.ts'
import { withoutArn } from './evaluator.ts'
import { parsePolicy, problemOfAction } from './parse.ts'
import { InvalidPolicy } from './invalid-policy.ts'
import {
  resourceInvalid,
  deniedByStatement,
  allowsAllObjects,
  allowsAllAdminActions,
  allowsEveryAction,
  allowsAllActionsBut,
  groupConditionHasNoEffect,
  resourceHasNoEffect,
  bucketActionWithoutBucket,
  objectActionWithoutObjects,
} from './messages.ts'
import { isObject } from '../../core/protocol/is-object.ts'
import { parseJson } from '../../core/protocol/parse-json.ts'

/** A lint finding; `statement` counts from 1, `value` is the text in question. */
export type Finding = {
  kind:
    | 'invalid'
    | 'unknown-action'
    | 'malformed-arn'
    | 'never-matches'
    | 'shadowed'
    | 'wide'
    | 'not-action'
    | 'no-effect'
  message: string
  statement?: number
  value?: string
  otherStatement?: number
}

const texts = (value: unknown) =>
  [value].flat().filter((entry): entry is string => typeof entry === 'string' && entry !== '')

/** A statement as far as it could be parsed; missing parts are empty. */
type ParsedStatement = {
  effect: unknown
  action: string[]
  notAction: string[]
  resource: string[]
  notResource: string[]
  bound: boolean
  keys: string[]
}

const parseStatement = (value: unknown): ParsedStatement => {
  const fields = isObject(value) ? value : {}
  return {
    effect: fields.Effect,
    action: texts(fields.Action),
    notAction: texts(fields.NotAction),
    resource: texts(fields.Resource),
    notResource: texts(fields.NotResource),
    bound: fields.Condition !== undefined,
    keys: Object.values(isObject(fields.Condition) ? fields.Condition : {}).flatMap((keys) =>
      isObject(keys) ? Object.keys(keys) : [],
    ),
  }
}

/** Limit of character comparisons per run. */
const MAX_WORK = 4_000_000

const isAction = (name: string) => problemOfAction(name) === undefined

const isArn = (resource: string) => resource === '*' || /^arn:(aws:s3|minio:kms):::[^/]/.test(resource)

/**
 * Whether an action can apply to a resource: bucket actions to a bucket name, object actions to a key behind a slash.
 */
const canApply = (forObjects: boolean, resource: string) => {
  const name = withoutArn(resource)
  const slash = name.indexOf('/')
  if (forObjects) return slash < 0 ? /[*?]/.test(name) : slash < name.length - 1
  if (slash >= 0) return /^\**$/.test(name.slice(slash + 1))
  return !/[*?]/.test(name) || /[*?]$/.test(name)
}

const findMisplaced = ({ action, resource }: ParsedStatement): string[] => {
  if (resource.length === 0 || !resource.every(isArn)) return []
  const named = {
    objects: resource.some((pattern) => canApply(true, pattern)),
    buckets: resource.some((pattern) => canApply(false, pattern)),
  }
  return action.filter((name) => {
    if (!name.startsWith('s3:') || !isAction(name)) return false
    const glob = globOf(name)
    return !s3Actions.some((one) => matches(glob, one) && (isObjectAction(one) ? named.objects : named.buckets))
  })
}

const short = (action: string) => action.slice(action.indexOf(':') + 1)

const findNeverMatching = (statement: ParsedStatement, number: number): Finding[] => {
  const misplaced = findMisplaced(statement)
  if (misplaced.length === 0) return []
  const all = misplaced.length === statement.action.length
  return misplaced.slice(0, all ? 1 : misplaced.length).map((action) => ({
    kind: 'never-matches' as const,
    statement: number,
    value: action,
    message: `${all ? 'It never matches' : `${short(action)} never matches here`}: ${
      isObjectAction(action)
        ? objectActionWithoutObjects(short(action), statement.resource[0] ?? '')
        : bucketActionWithoutBucket(short(action))
    }.`,
  }))
}

const findIgnoredResource = ({ effect, action, resource, notResource }: ParsedStatement, number: number): Finding[] => {
  const named = [...resource, ...notResource]
  const isEverything = notResource.length === 0 && resource.every((name) => /^\*+$/.test(withoutArn(name)))
  if (!ignoresResource({ Action: action }) || isEverything) return []
  const cause = action.find((name) => ignoresResource({ Action: [name] })) ?? ''
  return [
    {
      kind: 'no-effect',
      statement: number,
      value: named[0] ?? '',
      message: resourceHasNoEffect(
        resource.length > 0 ? 'Resource' : 'NotResource',
        cause,
        effect === 'Deny' ? 'denies' : 'allows',
      ),
    },
  ]
}

const groupKeys = /^(aws|jwt|ldap):groups$/

/** Conditions on groups, if the storage takes groups only from tokens of identity providers. */
const findGroupConditions = ({ keys }: ParsedStatement, number: number): Finding[] =>
  keys
    .filter((key) => groupKeys.test(key))
    .slice(0, 1)
    .map((value) => ({
      kind: 'no-effect' as const,
      statement: number,
      value,
      message: groupConditionHasNoEffect(value),
    }))

const findBroadAllow = (
  { effect, action, notAction, resource, notResource, bound }: ParsedStatement,
  number: number,
): Finding[] => {
  if (effect !== 'Allow') return []
  if (notAction.length > 0) return [{ kind: 'not-action', statement: number, message: allowsAllActionsBut }]
  const everywhere = resource.some((name) => /^\*+$/.test(withoutArn(name))) || notResource.length > 0
  if (action.includes('*')) return [{ kind: 'wide', statement: number, value: '*', message: allowsEveryAction }]
  if (action.includes('admin:*'))
    return [{ kind: 'wide', statement: number, value: 'admin:*', message: allowsAllAdminActions }]
  const subject = action.includes('s3:*')
    ? 'does everything with'
    : action.some((name) => matches(globOf(name), 's3:PutObject'))
      ? 'writes'
      : 'reads'
  const onObjects = action.some((name) =>
    ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'].some((one) => matches(globOf(name), one)),
  )
  if (!everywhere || !onObjects || bound) return []
  return [{ kind: 'wide', statement: number, message: allowsAllObjects(subject) }]
}

/** Creates a check whether a Deny cancels everything that an Allow grants. It stops after `MAX_WORK` comparisons. */
const createShadowCheck = () => {
  let remainingWork = MAX_WORK
  const all = (inner: readonly string[], outer: readonly string[]) => {
    const globs = outer.map(globOf)
    return inner.every((text) => {
      const glob = globOf(text)
      return globs.some((one) => (remainingWork -= one.text.length + text.length) > 0 && covers(one, glob))
    })
  }
  const none = (inner: readonly string[], outer: readonly string[]) => {
    const globs = outer.map(globOf)
    return inner.every((text) =>
      globs.every((one) => (remainingWork -= one.text.length + text.length) > 0 && !overlaps(one, globOf(text))),
    )
  }
  const names = (resources: readonly string[]) => resources.map(withoutArn)
  return (allow: ParsedStatement, deny: ParsedStatement): boolean => {
    if (allow.action.length === 0 || allow.notResource.length > 0) return false
    if (!(deny.action.length > 0 ? all(allow.action, deny.action) : none(allow.action, deny.notAction))) return false
    if (!allow.action.every((action) => action.startsWith('s3:'))) return deny.action.length > 0
    if (ignoresResource({ Action: deny.action })) return true
    if (deny.resource.length > 0) return allow.resource.length > 0 && all(names(allow.resource), names(deny.resource))
    return deny.notResource.length > 0 && none(names(allow.resource), names(deny.notResource))
  }
}

const findShadowed = (statements: readonly ParsedStatement[]): Finding[] => {
  const isShadowed = createShadowCheck()
  const denies = statements.flatMap((statement, at) =>
    statement.effect === 'Deny' && !statement.bound ? [{ statement, at }] : [],
  )
  return statements.flatMap((statement, at): Finding[] => {
    if (statement.effect !== 'Allow') return []
    const denial = denies.find((deny) => isShadowed(statement, deny.statement))
    if (!denial) return []
    const otherStatement = denial.at + 1
    return [
      {
        kind: 'shadowed',
        statement: at + 1,
        otherStatement,
        message: deniedByStatement(otherStatement),
      },
    ]
  })
}

/** Names of actions and resources that do not exist. */
const findInvalidNames = (statement: ParsedStatement, number: number): Finding[] => {
  const actions = [...statement.action, ...statement.notAction].filter((name) => !isAction(name))
  const resources = [...statement.resource, ...statement.notResource].filter((name) => !isArn(name))
  const finding =
    (kind: 'unknown-action' | 'malformed-arn', messageOf: (value: string) => string) => (value: string) => ({
      kind,
      statement: number,
      value,
      message: messageOf(value),
    })
  return [
    ...actions.map(finding('unknown-action', (value) => problemOfAction(value) ?? '')),
    ...resources.map(finding('malformed-arn', resourceInvalid)),
  ]
}

/** The first error of the policy parser, unless a finding already covers it. */
const findParseError = (text: string, findings: readonly Finding[]): Finding[] => {
  try {
    parsePolicy(text)
    return []
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { statement, reason } = error instanceof InvalidPolicy ? error : { reason: error.message }
    const isReported = findings.some(
      ({ kind, statement: one }) => one === statement && (kind === 'unknown-action' || kind === 'malformed-arn'),
    )
    return isReported ? [] : [{ kind: 'invalid', message: reason, ...(statement !== undefined && { statement }) }]
  }
}

/**
 * Lints a policy text: errors, statements without effect, and broad permissions. Returns an empty list if the JSON is
 * invalid. `groups` says which groups the storage uses in conditions: those of all users, or only those in tokens.
 */
export const lintPolicy = (text: string, groups: 'of-all' | 'of-tokens' = 'of-all'): Finding[] => {
  const value = parseJson(text)
  if (value === undefined) return []
  const statements = (isObject(value) ? [value.Statement].flat() : []).map(parseStatement)
  const findings = [
    ...statements.flatMap((statement, at) => [
      ...findInvalidNames(statement, at + 1),
      ...findNeverMatching(statement, at + 1),
      ...findIgnoredResource(statement, at + 1),
      ...(groups === 'of-tokens' ? findGroupConditions(statement, at + 1) : []),
      ...findBroadAllow(statement, at + 1),
    ]),
    ...findShadowed(statements),
  ]
  return [...findParseError(text, findings), ...findings].sort(
    (one, other) => (one.statement ?? 0) - (other.statement ?? 0),
  )
}
