import * as v from 'valibot'
import { Failure } from '../../../core/failure.ts'
import type { Access, AccessRule } from '../contract.ts'
import { matches } from '../../../engines/policy/glob.ts'

const texts = v.pipe(
  v.optional(v.union([v.string(), v.array(v.string())]), []),
  v.transform((value) => [value].flat()),
)

const Everyone = v.looseObject({
  Effect: v.literal('Allow'),
  Principal: v.union([v.literal('*'), v.object({ AWS: v.pipe(texts, v.check((names) => names.includes('*'))) })]),
  Action: texts,
  Resource: texts,
  Condition: v.optional(v.strictObject({ StringEquals: v.strictObject({ 's3:prefix': texts }) })),
  NotAction: v.optional(v.never()),
  NotResource: v.optional(v.never()),
})

const Policy = v.object({ Version: v.optional(v.string(), '2012-10-17'), Statement: v.array(v.unknown()) })

/** What a bucket's policy says, taken apart: single grants to everyone, and the statements that say anything else. */
export type Anonymous = { grants: Grant[]; others: unknown[] }

/** One action for everyone on one resource; `listed` where it is tied to listing one prefix. */
type Grant = { action: string; resource: string; listed?: string }

/** What an access rule grants, on the bucket and on the objects below its prefix (minio-server 3.12.1). */
const always = ['s3:GetBucketLocation']
const reading = { bucket: ['s3:ListBucket'], objects: ['s3:GetObject'] }
const writing = {
  bucket: ['s3:ListBucketMultipartUploads'],
  objects: ['s3:AbortMultipartUpload', 's3:DeleteObject', 's3:ListMultipartUploadParts', 's3:PutObject'],
}

const arn = (resource: string) => `arn:aws:s3:::${resource}`

const take = (statement: unknown): Grant[] | undefined => {
  const { success, output } = v.safeParse(Everyone, statement)
  if (!success) return undefined
  const prefixes = output.Condition?.StringEquals['s3:prefix']
  return output.Resource.flatMap((resource) =>
    output.Action.flatMap((action) => (prefixes ?? [undefined]).map((listed) => ({ action, resource, ...(listed !== undefined && { listed }) }))),
  )
}

/** Reads a bucket's policy; nothing for a bucket without one. */
export const readAnonymous = (policy: string | undefined): Anonymous => {
  const parsed = v.safeParse(Policy, policy === undefined ? { Statement: [] } : JSON.parse(policy))
  if (!parsed.success) return { grants: [], others: [{}] }
  const statements = parsed.output.Statement.map((statement) => ({ statement, grants: take(statement) }))
  return {
    grants: statements.flatMap(({ grants }) => grants ?? []),
    others: statements.filter(({ grants }) => !grants).map(({ statement }) => statement),
  }
}

/** The policy as text again; nothing where it says nothing. */
export const writeAnonymous = ({ grants, others }: Anonymous): string | undefined => {
  const groups = new Map<string, { Action: Set<string>; Resource: string; listed: Set<string> }>()
  for (const { action, resource, listed } of grants) {
    // what is tied to prefixes stands alone: its prefixes are one list, whatever else the bucket grants
    const key = listed === undefined ? resource : `${resource} ${action}`
    const group = groups.get(key) ?? { Action: new Set(), Resource: resource, listed: new Set() }
    group.Action.add(action)
    if (listed !== undefined) group.listed.add(listed)
    groups.set(key, group)
  }
  const statements = [...groups.values()].map(({ Action, Resource, listed }) => ({
    Effect: 'Allow',
    Principal: { AWS: ['*'] },
    Action: [...Action].sort(),
    Resource: [Resource],
    ...(listed.size > 0 && { Condition: { StringEquals: { 's3:prefix': [...listed].sort() } } }),
  }))
  if (statements.length + others.length === 0) return undefined
  return JSON.stringify({ Version: '2012-10-17', Statement: [...statements, ...others] })
}

const grantsOf = (bucket: string, { prefix, access }: AccessRule): Grant[] => {
  const kinds = [...(access === 'writeonly' ? [] : [reading]), ...(access === 'readonly' ? [] : [writing])]
  const listed = prefix ? { listed: prefix } : {}
  return [
    ...always.map((action) => ({ action, resource: arn(bucket) })),
    ...kinds.flatMap((kind) => kind.bucket.map((action) => ({ action, resource: arn(bucket), ...(kind === reading && listed) }))),
    ...kinds.flatMap(({ objects }) => objects.map((action) => ({ action, resource: arn(`${bucket}/${prefix}*`) }))),
  ]
}

const isSame = (one: Grant) => (other: Grant) =>
  one.action === other.action && one.resource === other.resource && one.listed === other.listed

/** The rules that a policy's grants amount to, one per prefix, sorted; grants that make no whole rule are none. */
export const accessRules = (bucket: string, { grants }: Anonymous): AccessRule[] => {
  const ours = arn(`${bucket}/`)
  const resources = new Set(grants.map(({ resource }) => resource).filter((resource) => resource.startsWith(ours) && resource.endsWith('*')))
  return [...resources]
    .flatMap((resource): AccessRule[] => {
      const granted = (action: string) => grants.some((grant) => grant.resource === resource && matches(grant.action, action))
      const [reads, writes] = [reading.objects.every(granted), writing.objects.every(granted)]
      const prefix = resource.slice(ours.length, -1)
      if (reads && writes) return [{ prefix, access: 'readwrite' }]
      return reads ? [{ prefix, access: 'readonly' }] : writes ? [{ prefix, access: 'writeonly' }] : []
    })
    .sort((a, b) => (a.prefix < b.prefix ? -1 : 1))
}

/**
 * The policy with one rule added or replaced, or, without `access`, removed. What the other rules need stays, and so does
 * whatever no rule has brought.
 */
export const withRule = (bucket: string, policy: Anonymous, prefix: string, access?: AccessRule['access']): Anonymous => {
  const before = accessRules(bucket, policy)
  const after = [...before.filter((rule) => rule.prefix !== prefix), ...(access ? [{ prefix, access }] : [])]
  const resource = arn(`${bucket}/${prefix}*`)
  const common = [...always, ...reading.bucket, ...writing.bucket]
  // the last rule takes with it what opens the bucket itself, be it written in another way
  const isLeftOver = (grant: Grant) =>
    after.length === 0 && grant.resource === arn(bucket) && common.some((action) => matches(grant.action, action))
  const [needed, former] = [after, before].map((rules) => rules.flatMap((rule) => grantsOf(bucket, rule))) as [Grant[], Grant[]]
  const kept = policy.grants.filter(
    (grant) =>
      grant.resource !== resource && !isLeftOver(grant) && (needed.some(isSame(grant)) || !former.some(isSame(grant))),
  )
  const added = needed.filter((grant, index) => needed.findIndex(isSame(grant)) === index && !kept.some(isSame(grant)))
  return { grants: [...kept, ...added], others: policy.others }
}

/** Throws `Failure` 404 where the policy has no rule for the prefix. */
export const assertRule = (bucket: string, policy: Anonymous, prefix: string): void => {
  if (!accessRules(bucket, policy).some((rule) => rule.prefix === prefix))
    throw new Failure(404, `There is no access rule for the prefix "${prefix}"`)
}

/** The policy of a bucket that everyone may read and write, all of it. */
export const publicPolicy = (bucket: string): string =>
  writeAnonymous({ grants: grantsOf(bucket, { prefix: '', access: 'readwrite' }), others: [] }) as string

/** `PUBLIC` where a policy lets everyone read and write all of the bucket and says nothing else, `CUSTOM` for any other. */
export const anonymousAccess = (bucket: string, policy: string | undefined): Access => {
  if (policy === undefined) return 'PRIVATE'
  const { grants, others } = readAnonymous(policy)
  const granted = (wanted: Grant) =>
    grants.some(({ action, resource, listed }) => listed === undefined && resource === wanted.resource && matches(action, wanted.action))
  return others.length === 0 && grantsOf(bucket, { prefix: '', access: 'readwrite' }).every(granted) ? 'PUBLIC' : 'CUSTOM'
}
