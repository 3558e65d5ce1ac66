import { isObjectAction } from '../../../engines/iam/actions.ts'
import type { ConditionContext, PolicyDocument } from '../../../engines/iam/policy.ts'

// The rules of IAM as simply as possible, without regard to speed, for comparison with the real evaluator. Texts are
// lists of characters, and patterns are matched one character at a time.

type Statement = PolicyDocument['Statement'][number]
type Request = { action: string; bucket?: string; key?: string; known: ConditionContext }
type Search = { action: string; bucket?: string; below?: string; directly?: boolean; known: ConditionContext }

const rest = (list: readonly string[]) => list.slice(1)

const matchesList = (pattern: readonly string[], text: readonly string[]): boolean => {
  if (pattern.length === 0) return text.length === 0
  if (pattern[0] === '*')
    return matchesList(rest(pattern), text) || (text.length > 0 && matchesList(pattern, rest(text)))
  return text.length > 0 && (pattern[0] === '?' || pattern[0] === text[0]) && matchesList(rest(pattern), rest(text))
}

const coversList = (outer: readonly string[], inner: readonly string[]): boolean => {
  if (outer.length === 0) return inner.length === 0
  if (outer[0] === '*') return coversList(rest(outer), inner) || (inner.length > 0 && coversList(outer, rest(inner)))
  if (inner.length === 0 || inner[0] === '*') return false
  return (outer[0] === '?' || outer[0] === inner[0]) && coversList(rest(outer), rest(inner))
}

const overlapsList = (one: readonly string[], other: readonly string[]): boolean => {
  if (one.length === 0 && other.length === 0) return true
  if (one[0] === '*') return overlapsList(rest(one), other) || (other.length > 0 && overlapsList(one, rest(other)))
  if (other[0] === '*') return overlapsList(other, one)
  if (one.length === 0 || other.length === 0) return false
  return (one[0] === other[0] || one[0] === '?' || other[0] === '?') && overlapsList(rest(one), rest(other))
}

export const matches = (pattern: string, text: string) => matchesList([...pattern], [...text])
export const covers = (outer: string, inner: string) => coversList([...outer], [...inner])
export const overlaps = (one: string, other: string) => overlapsList([...one], [...other])

const variables = ['aws:username', 'aws:userid', 'aws:groups', 'jwt:sub']

const valuesOf = (known: ConditionContext, key: string) => (known[key] === 'unknown' ? undefined : known[key])

const expand = (text: string, known: ConditionContext, guarded: boolean) =>
  variables.reduce((expanded, name) => {
    const value = valuesOf(known, name)?.[0]
    return !value || (guarded && /[*?]/.test(value)) ? expanded : expanded.split(`\${${name}}`).join(value)
  }, text)

const resourcesOf = (texts: readonly string[], { Effect }: Statement, known: ConditionContext) =>
  texts.map((text) => expand(text.replace('arn:aws:s3:::', ''), known, Effect === 'Allow'))

const names = (patterns: readonly string[], action: string) =>
  patterns.some(
    (pattern) => matches(pattern, action) || (pattern === 's3:GetObjectVersion' && action === 's3:GetObject'),
  )

const isAbout = ({ Action, NotAction }: Statement, action: string) =>
  Action ? names(Action, action) : NotAction !== undefined && !names(NotAction, action)

const isOfServer = (action: string) => action === '*' || action.startsWith('admin:')

const isBoundToNothing = ({ Action, Resource, NotResource }: Statement, action: string) =>
  (Action !== undefined && (!action.startsWith('s3:') || Action.some(isOfServer))) || (!Resource && !NotResource)

const reachesName = (statement: Statement, action: string, name: string, known: ConditionContext) => {
  if (isBoundToNothing(statement, action)) return true
  const within = resourcesOf(statement.Resource ?? statement.NotResource ?? [], statement, known).some(
    (resource) => matches(resource, name) || (name.endsWith('/') && `${resource}/` === name),
  )
  return statement.Resource ? within : !within
}

const number = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const isInNetwork = (address: string, network: string) => {
  const [base = '', bits = '32'] = network.split('/')
  const size = 2 ** (32 - Number(bits))
  return Math.floor(number(address) / size) === Math.floor(number(base) / size)
}

const listing = ['s3:prefix', 's3:delimiter', 's3:max-keys']
const objectActions = ['s3:ExistingObjectTag/team', 's3:versionid']
const ofAll = ['aws:SourceIp', 'aws:SecureTransport', ...variables]

const compareOne = (operator: string, actual: readonly string[], values: readonly string[]): boolean => {
  const [every, name = ''] = operator.includes(':')
    ? [operator.startsWith('ForAllValues'), operator.split(':')[1]]
    : [false, operator]
  const quantified = (found: (text: string) => boolean) => (every ? actual.every(found) : actual.some(found))
  switch (name) {
    case 'StringEquals':
      return quantified((text) => values.includes(text))
    case 'StringLike':
      return quantified((text) => values.some((pattern) => matches(pattern, text)))
    case 'StringEqualsIgnoreCase':
      return quantified((text) => values.some((value) => value.toLowerCase() === text.toLowerCase()))
    case 'NumericLessThan':
      return actual[0] !== undefined && Number(actual[0]) < Number(values[0])
    case 'Bool':
      return actual[0] === values[0]
    case 'Null':
      return (values[0] === 'true') === (actual.length === 0)
    default:
      return actual.some((address) => values.some((network) => isInNetwork(address, network)))
  }
}

const negations: Readonly<Record<string, string>> = {
  StringNotEquals: 'StringEquals',
  StringNotLike: 'StringLike',
  NotIpAddress: 'IpAddress',
}
const operators = [
  'StringEquals',
  'StringLike',
  'StringEqualsIgnoreCase',
  'NumericLessThan',
  'Bool',
  'Null',
  'IpAddress',
]

const conditionsHold = (
  { Condition = {}, Effect }: Statement,
  known: ConditionContext,
  scope: 'request' | 'any',
): boolean => {
  const undecided = Effect === 'Deny'
  return Object.entries(Condition).every(([operator, keys]) =>
    Object.entries(keys).every(([key, values]) => {
      const bare = operator.replace(/^For(All|Any)Values?:/, '')
      const positive = negations[bare] ?? bare
      const isNegated = positive !== bare
      if (!operators.includes(positive) || ![...listing, ...objectActions, ...ofAll].includes(key)) return undecided
      const actual = valuesOf(known, key)
      if (!actual && (key === 'aws:SourceIp' || key === 'aws:SecureTransport')) return undecided
      if (!actual && scope === 'any' && !ofAll.includes(key)) return !undecided
      const guarded = positive === 'StringLike' && isNegated === undecided
      const expected = values.map((value) => expand(String(value), known, guarded))
      return compareOne(operator.replace(bare, positive), actual ?? [], expected) !== isNegated
    }),
  )
}

const applies = (
  statement: Statement,
  { action, bucket = '', key = '', known }: Request,
  scope: 'request' | 'any' = 'request',
) =>
  isAbout(statement, action) &&
  reachesName(statement, action, `${bucket}/${key}`, known) &&
  conditionsHold(statement, known, scope)

const statementsOf = (documents: readonly PolicyDocument[], effect: 'Allow' | 'Deny') =>
  documents.flatMap(({ Statement }) => Statement).filter(({ Effect }) => Effect === effect)

export const isDenied = (documents: readonly PolicyDocument[], request: Request) =>
  statementsOf(documents, 'Deny').some((statement) => applies(statement, request))

export const isAllowed = (documents: readonly PolicyDocument[], request: Request) =>
  !isDenied(documents, request) && statementsOf(documents, 'Allow').some((statement) => applies(statement, request))

const isDeeper = (text: string, start: string) =>
  text.startsWith(start) &&
  text
    .split(/[*?]|\$\{/)[0]!
    .slice(start.length)
    .includes('/')

const takesAway = (deny: Statement, { action, known }: Search, region: string) => {
  if (!isAbout(deny, action) || !conditionsHold(deny, known, 'any')) return false
  if (isBoundToNothing(deny, action)) return true
  const resources = resourcesOf(deny.Resource ?? deny.NotResource ?? [], deny, known)
  return deny.Resource
    ? resources.some((resource) => covers(resource, region))
    : !resources.some((resource) => overlaps(resource, region))
}

export const mayAnywhere = (documents: readonly PolicyDocument[], search: Search) => {
  const { action, bucket, below = '', directly = false, known } = search
  const [allows, denies] = [statementsOf(documents, 'Allow'), statementsOf(documents, 'Deny')]
  if (bucket !== undefined && !isObjectAction(action)) {
    const onBucket = (statement: Statement) => applies(statement, { action, bucket, known }, 'any')
    return allows.some(onBucket) && !denies.some(onBucket)
  }
  const start = bucket === undefined ? '' : `${bucket}/${below}`
  // an action on a bucket has a name that ends in its only slash, which only stars can follow in a pattern
  const isOnBucket = action.startsWith('s3:') && !isObjectAction(action)
  const isBucketName = (resource: string) =>
    resource.split('/').slice(1).join('/').replaceAll('*', '') === '' && resource.split('/').length <= 2
  const regions = allows
    .filter((allow) => isAbout(allow, action) && conditionsHold(allow, known, 'any'))
    .flatMap((allow) => {
      if (isBoundToNothing(allow, action) || !allow.Resource) return [`${start}*`]
      return resourcesOf(allow.Resource, allow, known)
        .filter((resource) => !isOnBucket || isBucketName(resource))
        .filter((resource) => overlaps(resource, `${start}*`) && !(directly && isDeeper(resource, start)))
        .map((resource) => (covers(resource, `${start}*`) ? `${start}*` : resource))
    })
  return regions.some((region) => !denies.some((deny) => takesAway(deny, search, region)))
}
