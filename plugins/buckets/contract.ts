import * as v from 'valibot'
import { type Action, searchQuery, del, searchResult, get, limits, post, put, text } from 'stowage'
import type { Policy } from 'stowage/plugins/policies'
import { NewSubscription, OldSubscription, Subscription } from './events.ts'
import { cors } from './cors.ts'
import { documents } from './documents.ts'
import { KmsKey } from './keys.ts'
import { lifecycleTools } from './lifecycle-tools.ts'
import { LifecycleChange, LifecycleRule, NewLifecycleRule } from './lifecycle.ts'
import { replication } from './replication.ts'
import * as messages from './messages.ts'

export { OldSubscription, Subscription } from './events.ts'
export { cors, CorsRule, CorsRules } from './cors.ts'
export { type BucketTags, documents, Exclusions, MAX_TAGS, PolicyText } from './documents.ts'
export { kms, KmsKey } from './keys.ts'
export { type Distribution, distributions } from './distribution.ts'
export { type Reclaimable, reclaiming } from './reclaimable.ts'
export { usage } from './usage.ts'
export { type LifecyclePreview, lifecycleTools, type LifecycleTier } from './lifecycle-tools.ts'
export { LifecycleChange, LifecycleRule, NewLifecycleRule, noLifecycle, type Tag } from './lifecycle.ts'

const Mode = v.picklist(['compliance', 'governance'], 'Choose compliance or governance')
const Unit = v.picklist(['days', 'years'], 'Choose days or years')

/** A bucket's default retention; an empty object if it has none. */
export const Retention = v.object({ mode: v.optional(Mode), unit: v.optional(Unit), validity: v.optional(v.number()) })
export type Retention = v.InferInput<typeof Retention>

/** A bucket's quota in bytes; an empty object if it has none. */
export const Quota = v.object({ quota: v.optional(v.number()), type: v.optional(v.picklist(['hard', 'fifo'])) })
export type Quota = v.InferInput<typeof Quota>

/**
 * An item of the bucket list (console-api 7.1); sizes in bytes. Date and sizes are missing if only a part of the bucket
 * is visible.
 */
export const Bucket = v.object({
  name: v.string(),
  creation_date: v.string(),
  size: v.optional(v.number()),
  objects: v.optional(v.number()),
  /** Versions including delete markers and current ones, if the storage counts them. */
  versions: v.optional(v.number()),
  rw_access: v.object({ read: v.optional(v.boolean(), false), write: v.optional(v.boolean(), false) }),
  /** An extension: whether the account may see or change any setting of the bucket, and delete it. */
  permissions: v.optional(
    v.object({ manage: v.optional(v.boolean(), true), delete: v.optional(v.boolean(), true) }),
    {},
  ),
  details: v.optional(
    v.object({
      versioning: v.optional(v.boolean(), false),
      versioningSuspended: v.optional(v.boolean(), false),
      locking: v.optional(v.boolean(), false),
      replication: v.optional(v.boolean(), false),
      quota: v.optional(Quota),
    }),
    {},
  ),
})
export type Bucket = v.InferInput<typeof Bucket>

/** Tags by key, and incomplete multipart uploads; each is missing if the account may not see it. */
export const BucketDetails = v.object({
  tags: v.optional(v.array(v.object({ key: v.string(), value: v.string() }))),
  pending_uploads: v.optional(v.number()),
})
export type BucketDetails = v.InferOutput<typeof BucketDetails>

/** Versioning status: enabled, suspended or never enabled; and the prefixes and folders excluded from it. */
export const Versioning = v.object({
  status: v.optional(v.picklist(['Enabled', 'Suspended', 'Off']), 'Off'),
  excludedPrefixes: v.optional(v.array(v.string()), []),
  excludeFolders: v.optional(v.boolean(), false),
})
export type Versioning = v.InferOutput<typeof Versioning>

/** Anonymous access; `CUSTOM` for a bucket policy that grants neither full access nor none. */
export const Access = v.picklist(['PRIVATE', 'PUBLIC', 'CUSTOM'])
export type Access = v.InferOutput<typeof Access>

/** Anonymous access to the objects below a prefix. */
export const AccessRule = v.object({
  prefix: v.optional(v.string(), ''),
  access: v.picklist(['readonly', 'writeonly', 'readwrite'], 'Choose readonly, writeonly or readwrite'),
})
export type AccessRule = v.InferOutput<typeof AccessRule>

/** An existing access rule; `actions` lists the granted actions if they differ from those of the access level. */
export const ListedRule = v.object({ ...AccessRule.entries, actions: v.optional(v.array(v.string())) })
export type ListedRule = v.InferOutput<typeof ListedRule>

/** A key prefix of an access rule; `*` and `?` are rejected because policies treat them as patterns. */
export const RulePrefix = v.pipe(
  v.string(),
  v.title('Prefix'),
  v.maxBytes(limits.key, messages.keyTooLong),
  v.regex(/^[^*?]*$/, messages.prefixHasWildcard),
  v.regex(/^[^\p{Cc}]*$/u, 'Control characters are not allowed'),
)

/** Default encryption of new objects. `AES256` is SSE-S3, `aws:kms` is SSE-KMS with a named key. */
export const Encryption = v.object({
  algorithm: v.picklist(['AES256', 'aws:kms']),
  kmsMasterKeyID: v.optional(v.string(), ''),
})
export type Encryption = v.InferOutput<typeof Encryption>

/** Code of the 404 for a bucket without default encryption; older clients recognize it (spec/2 section 8). */
export const noEncryption = 'ServerSideEncryptionConfigurationNotFoundError'

const Amount = v.pipe(
  v.number('Enter the quota in bytes'),
  v.integer('Enter whole bytes'),
  v.minValue(1, 'A quota is at least 1'),
  v.maxValue(Number.MAX_SAFE_INTEGER, 'This quota is too large'),
)

const QuotaType = v.optional(v.picklist(['hard', 'fifo'], 'Choose hard or fifo'), 'hard')

/** A new default retention: 1 to 36,500 days or 1 to 100 years. */
export const NewRetention = v.pipe(
  v.object({
    mode: Mode,
    validity: v.pipe(
      v.number('Enter a number'),
      v.integer('Enter a whole number'),
      v.minValue(1, 'Validity is at least 1'),
      v.maxValue(36500, 'Validity is at most 36,500'),
    ),
    unit: Unit,
  }),
  v.forward(
    v.check(({ unit, validity }) => unit === 'days' || validity <= 100, 'Validity is at most 100 years'),
    ['validity'],
  ),
)
export type NewRetention = v.InferOutput<typeof NewRetention>

/** A bucket name by the rules of S3: 3 to 63 lowercase letters, digits, dots and hyphens. */
export const BucketName = v.pipe(
  v.string(),
  v.title('Bucket Name'),
  v.trim(),
  v.minLength(3, messages.bucketNameTooShort),
  v.maxLength(63, messages.bucketNameTooLong),
  v.regex(/^[a-z0-9.-]*$/, messages.bucketNameCharacters),
  v.regex(/^[a-z0-9].*[a-z0-9]$/, messages.bucketNameEnds),
  v.regex(/^(?!.*(\.\.|\.-|-\.))/, messages.bucketNameHasDoubleDots),
  v.regex(/^(?!\d+\.\d+\.\d+\.\d+$)/, messages.bucketNameIsIpAddress),
)

/** The create request's body (spec/2 sections 3 and 5); a retention turns on versioning and object locking. */
export const NewBucket = v.object({
  name: BucketName,
  versioning: v.optional(v.boolean(), false),
  locking: v.optional(v.boolean(), false),
  quota: v.optional(v.object({ enabled: v.boolean(), quota_type: QuotaType, amount: Amount })),
  retention: v.optional(NewRetention),
})
export type NewBucket = v.InferOutput<typeof NewBucket>

/**
 * Page patterns (console-api 2.2). Not gated: whether an account may see or change a setting depends on the bucket, and
 * the page decides it for that bucket (`managementRights`).
 */
export const pages = {
  '/buckets': [],
  '/buckets/*': [],
  '/buckets/:bucketName/admin': [],
  '/buckets/:bucketName/admin/*': [],
} as const
export type Page = keyof typeof pages

/**
 * Access of a user to at least a part of a bucket; `admin` changes the bucket itself. `by` names policies and, for an
 * inherited one, the group.
 */
export const UserAccess = v.object({
  user: v.string(),
  read: v.boolean(),
  write: v.boolean(),
  admin: v.boolean(),
  by: v.array(v.object({ policy: v.string(), group: v.optional(v.string()) })),
})
export type UserAccess = v.InferInput<typeof UserAccess>

/** A policy attached to a bucket. Declared here so that pages do not load the schema of another plugin. */
const AttachedPolicy: v.GenericSchema<Policy> = v.object({
  name: v.string(),
  policy: v.string(),
  problem: v.optional(v.string()),
})

/** Buckets (spec/2 section 7, console-api 7 and 8). */
export const buckets = {
  list: get('/api/v1/buckets', {
    allow: 'signed-in',
    reply: v.object({ buckets: v.array(Bucket), total: v.optional(v.number(), 0) }),
  }),
  /** An extension for the command palette: buckets whose name contains a text. */
  find: get('/api/v1/find/buckets', { allow: 'signed-in', query: searchQuery, reply: searchResult(Bucket) }),
  add: post('/api/v1/buckets', { allow: ['s3:CreateBucket'], status: 201, body: NewBucket }),
  info: get('/api/v1/buckets/:bucket', {
    allow: ['s3:GetBucketPolicy'],
    /** `access` is missing if the storage has no bucket policies. */
    reply: v.object({ name: v.string(), access: v.optional(Access), ...BucketDetails.entries }),
  }),
  remove: del('/api/v1/buckets/:bucket', {
    allow: ['s3:DeleteBucket'],
    status: 204,
    body: v.optional(
      v.object({
        name: v.optional(text(limits.bucket)),
        /** An extension: also deletes incomplete uploads, where the storage does not do so by itself. */
        abort_uploads: v.optional(v.boolean(), false),
      }),
    ),
  }),
  setAccess: put('/api/v1/buckets/:bucket/set-policy', {
    snapshotCall: 'info',
    allow: ['s3:PutBucketPolicy'],
    body: v.object({ access: v.picklist(['PRIVATE', 'PUBLIC'], 'Choose PRIVATE or PUBLIC') }),
    reply: v.object({ name: v.string(), access: Access }),
  }),
  versioning: get('/api/v1/buckets/:bucket/versioning', {
    allow: ['s3:GetBucketVersioning'],
    reply: v.object({ is_versioned: v.optional(v.boolean(), false), ...Versioning.entries }),
  }),
  /**
   * Suspending drops the exclusions, which storage servers store only while versioning is on; the caller must confirm
   * it.
   */
  setVersioning: put('/api/v1/buckets/:bucket/versioning', {
    allow: ['s3:GetBucketVersioning', 's3:PutBucketVersioning'],
    status: 201,
    body: v.object({ versioning: v.boolean(), remove_exclusions: v.optional(v.boolean(), false) }),
  }),
  locking: get('/api/v1/buckets/:bucket/object-locking', {
    allow: ['s3:GetBucketObjectLockConfiguration'],
    reply: v.object({ object_locking_enabled: v.optional(v.boolean(), false) }),
  }),
  retention: get('/api/v1/buckets/:bucket/retention', {
    allow: ['s3:GetBucketObjectLockConfiguration'],
    reply: Retention,
  }),
  setRetention: put('/api/v1/buckets/:bucket/retention', {
    allow: ['s3:PutBucketObjectLockConfiguration'],
    body: NewRetention,
  }),
  removeRetention: del('/api/v1/buckets/:bucket/retention', {
    allow: ['s3:PutBucketObjectLockConfiguration'],
    status: 204,
  }),
  quota: get('/api/v1/buckets/:bucket/quota', { allow: ['admin:GetBucketQuota'], reply: Quota }),
  setQuota: put('/api/v1/buckets/:bucket/quota', {
    // MinIO replaces a quota together with request limits, which have to be read before
    allow: ['admin:SetBucketQuota', 'admin:GetBucketQuota'],
    body: v.variant('enabled', [
      v.object({ enabled: v.literal(true), quota_type: QuotaType, amount: Amount }),
      v.object({ enabled: v.literal(false) }),
    ]),
  }),
  encryption: get('/api/v1/buckets/:bucket/encryption/info', {
    allow: ['s3:GetEncryptionConfiguration'],
    reply: Encryption,
  }),
  enableEncryption: post('/api/v1/buckets/:bucket/encryption/enable', {
    snapshotCall: 'encryption',
    allow: ['s3:PutEncryptionConfiguration'],
    body: v.variant('encType', [
      v.object({ encType: v.literal('sse-s3') }),
      v.object({ encType: v.literal('sse-kms'), kmsKeyID: KmsKey }),
    ]),
  }),
  disableEncryption: post('/api/v1/buckets/:bucket/encryption/disable', {
    snapshotCall: 'encryption',
    allow: ['s3:PutEncryptionConfiguration'],
  }),
  lifecycle: get('/api/v1/buckets/:bucket/lifecycle', {
    allow: ['s3:GetLifecycleConfiguration'],
    reply: v.object({ lifecycle: v.nullish(v.array(LifecycleRule), []) }),
  }),
  addLifecycleRule: post('/api/v1/buckets/:bucket/lifecycle', {
    snapshotCall: 'lifecycle',
    allow: ['s3:GetLifecycleConfiguration', 's3:PutLifecycleConfiguration'],
    status: 201,
    body: NewLifecycleRule,
  }),
  setLifecycleRule: put('/api/v1/buckets/:bucket/lifecycle/:id', {
    snapshotCall: 'lifecycle',
    allow: ['s3:GetLifecycleConfiguration', 's3:PutLifecycleConfiguration'],
    body: LifecycleChange,
  }),
  /** An extension: the former console could not remove a rule. */
  removeLifecycleRule: del('/api/v1/buckets/:bucket/lifecycle/:id', {
    snapshotCall: 'lifecycle',
    allow: ['s3:GetLifecycleConfiguration', 's3:PutLifecycleConfiguration'],
    status: 204,
  }),
  events: get('/api/v1/buckets/:bucket/events', {
    allow: ['s3:GetBucketNotification'],
    reply: v.object({ events: v.nullish(v.array(Subscription), []), total: v.optional(v.number(), 0) }),
  }),
  addEvent: post('/api/v1/buckets/:bucket/events', {
    snapshotCall: 'events',
    allow: ['s3:GetBucketNotification', 's3:PutBucketNotification'],
    status: 201,
    body: NewSubscription,
  }),
  removeEvents: del('/api/v1/buckets/:bucket/events/:arn', {
    snapshotCall: 'events',
    allow: ['s3:GetBucketNotification', 's3:PutBucketNotification'],
    status: 204,
    body: OldSubscription,
  }),
  /** Targets that a bucket can notify. */
  arns: get('/api/v1/admin/arns', {
    allow: ['admin:ServerInfo'],
    reply: v.object({ arns: v.nullish(v.array(v.string()), []) }),
  }),
  /** `statements` are those of the bucket policy that rules cannot express, as raw text. */
  accessRules: get('/api/v1/bucket/:bucket/access-rules', {
    allow: ['s3:GetBucketPolicy'],
    reply: v.object({
      accessRules: v.nullish(v.array(ListedRule), []),
      statements: v.optional(v.array(v.string()), []),
    }),
  }),
  setAccessRule: put('/api/v1/bucket/:bucket/access-rules', {
    allow: ['s3:GetBucketPolicy', 's3:PutBucketPolicy'],
    body: v.object({ ...AccessRule.entries, prefix: RulePrefix }),
    reply: v.boolean(),
  }),
  /** Removing the last rule also requires `s3:DeleteBucketPolicy`. */
  removeAccessRule: del('/api/v1/bucket/:bucket/access-rules', {
    allow: ['s3:GetBucketPolicy', 's3:PutBucketPolicy'],
    body: v.object({ prefix: v.optional(text(limits.key), '') }),
    reply: v.boolean(),
  }),
  policies: get('/api/v1/bucket-policy/:bucket', {
    allow: ['admin:ListUserPolicies'],
    reply: v.object({ policies: v.nullish(v.array(AttachedPolicy), []), total: v.optional(v.number(), 0) }),
  }),
  users: get('/api/v1/bucket-users/:bucket', {
    allow: ['admin:ListUsers', 'admin:ListUserPolicies', 'admin:GetGroup'],
    reply: v.array(v.string()),
  }),
  /** An extension: `users` returns names only. */
  usersWithAccess: get('/api/v1/bucket-access/:bucket', {
    allow: ['admin:ListUsers', 'admin:ListUserPolicies', 'admin:GetGroup'],
    reply: v.array(UserAccess),
  }),
}

/**
 * Sets of actions that the requests about one bucket require. An account with all actions of one set can see or change
 * something on the bucket's Manage pages.
 */
export const managementRights: readonly (readonly Action[])[] = [
  ...new Set(
    [buckets, documents, cors, lifecycleTools, replication]
      .flatMap((calls) => Object.values(calls))
      .flatMap(({ path, allow }) =>
        path.includes('/:bucket') && typeof allow !== 'string' ? [[...allow].sort().join(' ')] : [],
      ),
  ),
].map((actions) => actions.split(' ') as Action[])

/** Whether an account with these permissions on a bucket can see or change something on its Manage pages. */
export const canManage = (isAllowed: (action: Action) => boolean) =>
  managementRights.some((actions) => actions.every(isAllowed))
