import { Failure } from 'stowage'
import { globOf, matches } from 'stowage/iam'
import type { Access, AccessRule, ListedRule } from '../contract.ts'
import {
  splitPolicy,
  type Grant,
  joinPolicy,
  type Statement,
  type Statements,
  removeGrants,
  writeStatement,
} from './statements.ts'
import * as messages from '../messages.ts'

/** Actions that an access rule grants on the bucket and on the objects below its prefix (minio-server 3.12.1). */
const requiredActions = ['s3:GetBucketLocation']
const readActions = { bucket: ['s3:ListBucket'], objects: ['s3:GetObject'] }
const writeActions = {
  bucket: ['s3:ListBucketMultipartUploads'],
  objects: ['s3:AbortMultipartUpload', 's3:DeleteObject', 's3:ListMultipartUploadParts', 's3:PutObject'],
}

const arn = (resource: string) => `arn:aws:s3:::${resource}`

const actionSetsOf = (access: AccessRule['access']) => [
  ...(access === 'writeonly' ? [] : [readActions]),
  ...(access === 'readonly' ? [] : [writeActions]),
]

const grantsOf = (bucket: string, { prefix, access }: AccessRule): Grant[] => {
  const kinds = actionSetsOf(access)
  const listed = prefix ? { listed: prefix } : {}
  return [
    ...requiredActions.map((action) => ({ action, resource: arn(bucket) })),
    ...kinds.flatMap((kind) =>
      kind.bucket.map((action) => ({ action, resource: arn(bucket), ...(kind === readActions && listed) })),
    ),
    ...kinds.flatMap(({ objects }) => objects.map((action) => ({ action, resource: arn(`${bucket}/${prefix}*`) }))),
  ]
}

const isSame = (one: Grant) => (other: Grant) =>
  one.action === other.action && one.resource === other.resource && one.listed === other.listed

/** Whether a grant includes another one. */
const covers = (required: Grant) => (grant: Grant) =>
  grant.resource === required.resource &&
  (grant.listed ?? required.listed) === required.listed &&
  matches(globOf(grant.action), required.action)

const allGrants = ({ statements }: Pick<Statements, 'statements'>) =>
  statements.flatMap(({ open }) => open?.grants ?? [])

/**
 * The access rule that the grants on a resource add up to. `undefined` if the resource does not end in a prefix pattern
 * or the grants are only part of a rule.
 */
const ruleOf = (bucket: string, grants: readonly Grant[], resource: string): ListedRule | undefined => {
  const objectArn = arn(`${bucket}/`)
  const prefix = resource.slice(objectArn.length, -1)
  if (!resource.startsWith(objectArn) || !resource.endsWith('*') || /[*?]/.test(prefix)) return undefined
  const onObjects = grants.filter((grant) => grant.resource === resource && grant.listed === undefined)
  const grantedActions = (action: string) => onObjects.some((grant) => matches(globOf(grant.action), action))
  const [reads, writes] = [readActions.objects.every(grantedActions), writeActions.objects.every(grantedActions)]
  if (!reads && !writes) return undefined
  const rule = { prefix, access: reads && writes ? 'readwrite' : reads ? 'readonly' : 'writeonly' } as const
  const [actionSets, onBucket] = [
    actionSetsOf(rule.access),
    grantsOf(bucket, rule).filter((grant) => grant.resource === arn(bucket)),
  ]
  const grantedOnBucket = onBucket.filter(
    (required) => !requiredActions.includes(required.action) && grants.some(covers(required)),
  )
  const isPlain =
    onObjects.every(({ action }) => actionSets.some(({ objects }) => objects.includes(action))) &&
    grantedOnBucket.length === onBucket.length - requiredActions.length
  if (isPlain) return rule
  return { ...rule, actions: [...new Set([...onObjects, ...grantedOnBucket].map(({ action }) => action))].sort() }
}

const rulesOf = (bucket: string, grants: readonly Grant[]): ListedRule[] =>
  [...new Set(grants.map(({ resource }) => resource))]
    .flatMap((resource) => ruleOf(bucket, grants, resource) ?? [])
    .sort((a, b) => (a.prefix < b.prefix ? -1 : 1))

/** Access rules in a bucket policy, one per prefix, sorted, plus the raw statements that rules cannot express. */
export const readRules = (bucket: string, text: string | undefined): { rules: ListedRule[]; others: string[] } => {
  const policy = splitPolicy(text)
  const rules = rulesOf(bucket, allGrants(policy))
  const ruleGrants = rules.flatMap((rule) => grantsOf(bucket, rule))
  const isCoveredByRules = (grant: Grant) =>
    ruleGrants.some(isSame(grant)) ||
    (grant.listed === undefined && rules.some(({ prefix }) => grant.resource === arn(`${bucket}/${prefix}*`)))
  const others = policy.statements.filter(({ open }) => !open?.grants.every(isCoveredByRules))
  return { rules, others: others.map(({ text }) => text.trim()) }
}

/** Whether a statement only opens the bucket itself, in the form that consoles write for access rules. */
const isAccessRuleStatement = (bucket: string, { open }: Statement) =>
  !open?.parsed.Sid &&
  open?.parsed.Principal.length === 1 &&
  open.grants.every(
    ({ resource, action }) =>
      resource === arn(bucket) && [...requiredActions, ...readActions.bucket, ...writeActions.bucket].includes(action),
  )

/** Adds the missing grants of a rule: on objects, on the bucket, and its prefix to those that may be listed. */
const addGrants = (bucket: string, statements: readonly Statement[], needed: readonly Grant[]): Statement[] => {
  const missing = needed.filter((required) => !allGrants({ statements: [...statements] }).some(covers(required)))
  const [listing, others] = [
    missing.filter(({ listed }) => listed !== undefined),
    missing.filter(({ listed }) => listed === undefined),
  ]
  const lists = statements.findIndex(
    (statement) =>
      isAccessRuleStatement(bucket, statement) &&
      statement.open?.parsed.Condition &&
      statement.open.parsed.Action.join() === readActions.bucket.join(),
  )
  const prefixes = listing.map(({ listed = '' }) => listed)
  const before = statements[lists]?.open?.parsed.Condition?.StringEquals['s3:prefix'] ?? []
  const list =
    prefixes.length > 0
      ? [
          writeStatement({
            Action: readActions.bucket,
            Resource: [arn(bucket)],
            listed: [...before, ...prefixes].sort(),
          }),
        ]
      : []
  const newStatements = [...new Set(others.map(({ resource }) => resource))].map((resource) =>
    writeStatement({
      Action: others.filter((grant) => grant.resource === resource).map(({ action }) => action),
      Resource: [resource],
    }),
  )
  const replaced = lists >= 0 && list.length > 0
  return [
    ...statements.flatMap((each, at) => (replaced && at === lists ? list : [each])),
    ...(replaced ? [] : list),
    ...newStatements,
  ]
}

/**
 * The policy with one access rule added or replaced or, without `access`, removed (404 if there is no such rule). Adds
 * the grants that the prefix needs and removes those that only its rule needed; every other statement stays byte for
 * byte.
 */
export const withRule = (
  bucket: string,
  text: string | undefined,
  prefix: string,
  access?: AccessRule['access'],
): string | undefined => {
  const policy = splitPolicy(text)
  const before = rulesOf(bucket, allGrants(policy))
  const rule = before.find((each) => each.prefix === prefix)
  if (!access && !rule) throw new Failure(404, messages.noAccessRule(prefix))
  const needed = access ? grantsOf(bucket, { prefix, access }) : []
  const after: ListedRule[] = [
    ...before.filter((each) => each.prefix !== prefix),
    ...(access ? [{ prefix, access }] : []),
  ]
  const formerGrants = rule ? grantsOf(bucket, rule) : []
  // a rule that another program wrote needs no more grants than it has
  const stillNeeded = after.flatMap((each) =>
    grantsOf(bucket, each).filter(({ action }) => each.actions?.includes(action) ?? true),
  )
  const isOfRule = ({ resource, listed }: Grant) =>
    rule !== undefined && resource === arn(`${bucket}/${prefix}*`) && listed === undefined
  const remaining = policy.statements.flatMap((statement) => {
    const hasRuleGrant = statement.open?.grants.some(isOfRule)
    return removeGrants(statement, (grant) => {
      if (isOfRule(grant)) return !needed.some(isSame(grant))
      if (!hasRuleGrant && !isAccessRuleStatement(bucket, statement)) return false
      // the last rule also removes the bucket-level grants of its statement
      if (hasRuleGrant && after.length === 0) return grant.resource === arn(bucket)
      return formerGrants.some(isSame(grant)) && !stillNeeded.some(isSame(grant))
    })
  })
  return joinPolicy({ ...policy, statements: addGrants(bucket, remaining, needed) })
}

/** A policy that lets everyone read and write the whole bucket. */
export const publicPolicy = (bucket: string): string => withRule(bucket, undefined, '', 'readwrite') ?? ''

/** `PUBLIC` if the policy only lets everyone read and write the whole bucket, `CUSTOM` for any other policy. */
export const anonymousAccess = (bucket: string, text: string | undefined): Access => {
  if (text === undefined) return 'PRIVATE'
  const policy = splitPolicy(text)
  const isOpen = grantsOf(bucket, { prefix: '', access: 'readwrite' }).every((required) =>
    allGrants(policy).some(covers(required)),
  )
  return isOpen && policy.statements.every(({ open }) => open) ? 'PUBLIC' : 'CUSTOM'
}
