import { grantedBy, ignoresResource, isObjectAction } from './actions.ts'
import { type Conditions, conditionsOf } from './conditions.ts'
import type { PolicyDocument, Statement } from './document.ts'
import { covers, type Glob, globOf, matches, overlaps } from './glob.ts'
import { withoutArn } from './evaluator.ts'
import { expandVariables, type ConditionContext } from './keys.ts'

/**
 * Access to a resource pattern for an action: completely allowed, partly or conditionally allowed, denied, or not
 * granted.
 */
export type State = 'allowed' | 'conditional' | 'denied' | 'none'

/** A state, and for `conditional` short reasons. */
export type Access = { state: State; reasons: readonly string[] }

/** A statement prepared for comparison with resource patterns. */
type Rule = {
  effect: Statement['Effect']
  isAbout(action: string): boolean
  bound: (action: string) => boolean
  globs: readonly Glob[]
  side: 'inside' | 'outside'
  conditions: Conditions | undefined
  statement: Statement
}

export type Rules = readonly Rule[]

const isAmong = (patterns: readonly string[]) => {
  const globs = patterns.map(globOf)
  return (action: string) =>
    globs.some((glob) => matches(glob, action)) ||
    (action === 's3:GetObject' && patterns.includes('s3:GetObjectVersion'))
}

/** Prepares the policies of one layer for one caller. */
export const prepareRules = (documents: readonly PolicyDocument[], context: ConditionContext): Rules =>
  documents.flatMap(({ Statement }) =>
    Statement.flatMap((statement): Rule[] => {
      const { Effect, Action, NotAction, Resource, NotResource, Condition } = statement
      const conditions = conditionsOf(Condition, Effect, context)
      const actions = Action ?? NotAction
      if (conditions === 'never' || !actions) return []
      const isNamed = isAmong(actions)
      const resources = Resource ?? NotResource
      return [
        {
          effect: Effect,
          statement,
          conditions,
          isAbout: Action ? isNamed : (action) => !isNamed(action),
          bound: (action) =>
            resources !== undefined &&
            !ignoresResource(statement) &&
            (Action === undefined || action.startsWith('s3:')),
          globs: (resources ?? []).map((text) =>
            globOf(expandVariables(withoutArn(text), context, Effect === 'Allow')),
          ),
          side: Resource ? 'inside' : 'outside',
        },
      ]
    }),
  )

/** Name to compare for a pattern of objects, `bucket/folder/*`; for bucket actions the bucket's own name, `bucket/`. */
const nameFor = (resource: string, action: string): Glob => {
  if (isObjectAction(action) || !action.startsWith('s3:')) return globOf(resource)
  const slash = resource.indexOf('/')
  return globOf(`${slash < 0 ? resource : resource.slice(0, slash)}/`)
}

/** A pattern without a slash means the bucket, whose name ends in one here. */
const asBucketName = (glob: Glob) => (glob.exact && !glob.text.includes('/') ? globOf(`${glob.text}/`) : glob)

/** How much of a resource pattern a statement covers. */
const shareOf = ({ isAbout, bound, globs, side }: Rule, action: string, name: Glob): 'all' | 'some' | 'none' => {
  if (!isAbout(action)) return 'none'
  if (!bound(action)) return 'all'
  const bucketGlobs = globs.map(asBucketName)
  const coversAll = bucketGlobs.some((glob) => covers(glob, name))
  const part = coversAll || bucketGlobs.some((glob) => overlaps(glob, name))
  if (side === 'inside') return coversAll ? 'all' : part ? 'some' : 'none'
  return coversAll ? 'none' : part ? 'some' : 'all'
}

const quoted = (resources: readonly string[]) => {
  const [first = '', ...rest] = resources.map(withoutArn)
  return rest.length > 0 ? `${first} and ${rest.length} more` : first
}

/** Reasons why a statement applies only conditionally. */
const reasonsOf = (
  { effect, statement: { Resource, NotResource, Condition } }: Rule,
  share: 'all' | 'some',
): string[] => {
  const only = effect === 'Allow' ? 'only' : 'not'
  const conditions = Object.entries(Condition ?? {}).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, values]) => `${only} where ${key} ${operator} ${values.join(', ')}`),
  )
  if (share === 'all') return conditions
  const where = Resource
    ? `${only} in ${quoted(Resource)}`
    : `${effect === 'Allow' ? 'not' : 'only'} in ${quoted(NotResource ?? [])}`
  return [where, ...conditions]
}

const MAX_REASONS = 3

/** Whether permissions for a part of the pattern count, or are listed in a separate row. */
export type Parts = 'count' | 'aside'

const accessInLayer = (rules: Rules, action: string, name: Glob, parts: Parts): Access => {
  const shares = rules.flatMap((rule) => {
    const share = shareOf(rule, action, name)
    return share === 'none' ? [] : [{ rule, share }]
  })
  const allows = shares.filter(({ rule, share }) => rule.effect === 'Allow' && (parts === 'count' || share === 'all'))
  if (allows.length === 0) return { state: 'none', reasons: [] }
  const denies = shares.filter(({ rule }) => rule.effect === 'Deny')
  const isWhole = ({ rule, share }: (typeof shares)[number]) => share === 'all' && !rule.conditions
  if (denies.some(isWhole)) return { state: 'denied', reasons: [] }
  const allowsAll = allows.some(isWhole)
  if (allowsAll && denies.length === 0) return { state: 'allowed', reasons: [] }
  const reasons = [...(allowsAll ? [] : allows), ...denies].flatMap(({ rule, share }) => reasonsOf(rule, share))
  return { state: 'conditional', reasons: [...new Set(reasons)].slice(0, MAX_REASONS) }
}

/** Order of states by how much they grant. */
export const rank: Readonly<Record<State, number>> = { none: 0, denied: 0, conditional: 1, allowed: 2 }

/** Intersection of layers, each of which must allow. */
const intersect = (all: readonly Access[]): Access => {
  const worst = all.find(({ state }) => state === 'none') ?? all.find(({ state }) => state === 'denied')
  if (worst) return worst
  if (all.every(({ state }) => state === 'allowed')) return { state: 'allowed', reasons: [] }
  return { state: 'conditional', reasons: [...new Set(all.flatMap(({ reasons }) => reasons))].slice(0, MAX_REASONS) }
}

/**
 * Access to a resource pattern for an action by all layers, each of which must allow. `allowed` holds for every
 * request, `none` and `denied` for none; anything else is conditional. With `parts` aside, `none` refers to the whole
 * pattern.
 */
export const accessAt = (
  layers: readonly Rules[],
  action: string,
  resource: string,
  parts: Parts = 'count',
): Access => {
  const name = nameFor(resource, action)
  const [first, ...rest] = grantedBy(action).map((one) =>
    intersect(layers.map((rules) => accessInLayer(rules, one, name, parts))),
  )
  return rest.reduce((best, one) => (rank[one.state] > rank[best.state] ? one : best), first as Access)
}

/** Columns of the access matrix with their actions. */
const matrixColumns = {
  list: ['s3:ListBucket'],
  read: ['s3:GetObject'],
  write: ['s3:PutObject'],
  delete: ['s3:DeleteObject'],
  manage: [
    's3:DeleteBucket',
    's3:PutBucketPolicy',
    's3:PutBucketVersioning',
    's3:PutLifecycleConfiguration',
    's3:PutBucketNotification',
    's3:PutReplicationConfiguration',
    's3:PutEncryptionConfiguration',
  ],
} as const

export type MatrixColumn = keyof typeof matrixColumns

const combinedAccess = (
  layers: readonly Rules[],
  actions: readonly string[],
  resource: string,
  parts: Parts,
): Access => {
  const each = actions.map((action) => ({ action, ...accessAt(layers, action, resource, parts) }))
  const [first] = each
  if (first && each.every(({ state }) => state === first.state))
    return { state: first.state, reasons: [...new Set(each.flatMap(({ reasons }) => reasons))].slice(0, MAX_REASONS) }
  const granted = each.filter(({ state }) => state === 'allowed' || state === 'conditional')
  if (granted.length === 0) return { state: 'denied', reasons: [] }
  return {
    state: 'conditional',
    reasons: [`only ${granted.map(({ action }) => action.slice(action.indexOf(':') + 1)).join(', ')}`],
  }
}

export const matrixRow = (
  layers: readonly Rules[],
  resource: string,
  parts: Parts = 'count',
): Record<MatrixColumn, Access> => {
  const of = (kind: MatrixColumn) => combinedAccess(layers, matrixColumns[kind], resource, parts)
  return { list: of('list'), read: of('read'), write: of('write'), delete: of('delete'), manage: of('manage') }
}

/** Resource pattern for a row: a bucket name means everything in it. */
export const resourcePatternOf = (pattern: string) =>
  pattern.includes('/') || pattern.endsWith('*') ? pattern : `${pattern}/*`

/** Distinct resource patterns in Allow statements; statements without a resource mean all buckets. */
export const resourcePatternsOf = (documents: readonly PolicyDocument[], context: ConditionContext): string[] => {
  const allows = documents.flatMap(({ Statement }) => Statement).filter(({ Effect }) => Effect === 'Allow')
  const isOfStorage = ({ Action }: Statement) =>
    (Action ?? ['*']).some((action) => action === '*' || action.startsWith('s3:'))
  return [
    ...new Set(
      allows
        .filter(isOfStorage)
        .flatMap(({ Action, Resource = ['*'] }) => (ignoresResource({ Action }) ? ['*'] : Resource))
        .map((text) => resourcePatternOf(expandVariables(withoutArn(text), context, true))),
    ),
  ].sort()
}
