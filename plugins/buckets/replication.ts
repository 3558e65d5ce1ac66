import * as v from 'valibot'
import { del, get, post, put } from '../../core/contract.ts'
import { list, most, text } from '../../core/limits.ts'
import { LifecyclePrefix, WrittenTags } from './lifecycle.ts'

/** The least that a storage server limits a target to, in bytes a second. */
const LEAST_BANDWIDTH = 100_000_000

/** Why the only rule of a bucket stays. */
export const lastRule = 'At least one rule must remain once replication is enabled. Pause it instead.'

const keys = {
  accessKey: v.pipe(text(most.secret), v.title('Access Key'), v.trim(), v.minLength(3, 'An access key has at least 3 characters')),
  secretKey: v.pipe(text(most.secret), v.title('Secret Key'), v.minLength(8, 'A secret key has at least 8 characters')),
}

const isAddress = (address: string) => {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false
  const { pathname, search, hash, username, password } = new URL(address)
  return pathname === '/' && !search && !hash && !username && !password
}

/** Where a remote storage server is: `https://host:port`, with no path. */
export const TargetAddress = v.pipe(
  text(most.name),
  v.title('Target URL'),
  v.trim(),
  v.nonEmpty('Enter the target URL'),
  v.check(isAddress, 'Enter a target URL such as https://host:9000, without a path'),
)

const Region = v.optional(
  v.pipe(text(most.word), v.trim(), v.regex(/^[a-zA-Z0-9-]*$/, 'A region holds only letters, digits and dashes')),
  '',
)

/** The name of a bucket at the other end, whose rules are its own. */
export const RemoteBucket = v.pipe(
  text(most.bucket),
  v.title('Target Bucket'),
  v.trim(),
  v.minLength(3, 'A bucket name has at least 3 characters'),
  v.regex(/^[\w.-]+$/, 'A bucket name holds only letters, digits, dots, dashes and underscores'),
)

/** Bytes a second, 0 for no limit. */
export const Bandwidth = v.pipe(
  v.number('Enter a number'),
  v.integer('Enter whole bytes'),
  v.minValue(0, 'Bandwidth is at least 0'),
  v.check(
    (bandwidth) => bandwidth === 0 || bandwidth >= LEAST_BANDWIDTH,
    'Enter at least 95.4 MiB a second (100,000,000 bytes), or 0 for no limit',
  ),
  v.maxValue(Number.MAX_SAFE_INTEGER, 'This bandwidth is too large'),
)

/** Seconds between two looks at whether the target is there. */
export const HealthCheck = v.pipe(
  v.number('Enter a number'),
  v.integer('Enter whole seconds'),
  v.minValue(1, 'Enter at least 1 second'),
  v.maxValue(86_400, 'Enter at most 86,400 seconds'),
)

export const Priority = v.pipe(
  v.number('Enter a number'),
  v.integer('Enter a whole number'),
  v.minValue(0, 'A priority is at least 0'),
  v.maxValue(2 ** 31 - 1, 'This priority is too large'),
)

const SyncMode = v.picklist(['async', 'sync'], 'Choose async or sync')
const StorageClass = v.pipe(
  text(most.word),
  v.trim(),
  v.toUpperCase(),
  v.regex(/^[A-Z0-9_-]*$/, 'A storage class holds only letters, digits, dashes and underscores'),
)

const noTaggedMarkers = 'Delete markers have no tags: leave them out of a rule for tagged objects'

/** The body that makes a bucket's objects go to another one, or those of several buckets (console-api 7.3). */
export const NewReplication = v.pipe(
  v.object({
    ...keys,
    targetURL: TargetAddress,
    region: Region,
    bucketsRelation: v.pipe(
      list(v.object({ originBucket: v.pipe(text(most.bucket), v.nonEmpty('Name the bucket')), destinationBucket: RemoteBucket }), 100),
      v.minLength(1, 'Name at least one bucket'),
    ),
    syncMode: v.optional(SyncMode, 'async'),
    bandwidth: v.optional(Bandwidth, 0),
    healthCheckPeriod: v.optional(HealthCheck, 60),
    prefix: v.optional(LifecyclePrefix, ''),
    tags: v.optional(WrittenTags, ''),
    replicateDeleteMarkers: v.optional(v.boolean(), false),
    replicateDeletes: v.optional(v.boolean(), false),
    replicateMetadata: v.optional(v.boolean(), false),
    /** An extension: the former console always had them. */
    replicateExisting: v.optional(v.boolean(), true),
    storageClass: v.optional(StorageClass, ''),
  }),
  v.forward(
    v.check(({ tags, replicateDeleteMarkers }) => tags.length === 0 || !replicateDeleteMarkers, noTaggedMarkers),
    ['replicateDeleteMarkers'],
  ),
)
export type NewReplication = v.InferOutput<typeof NewReplication>

/** One bucket of a `NewReplication`. */
export type Relation = NewReplication['bucketsRelation'][number]

/** What can be changed about a rule and its target; what is left out stays. The secret key goes with the access key or the address. */
export const ReplicationChange = v.object({
  status: v.optional(v.picklist(['Enabled', 'Disabled'], 'Choose Enabled or Disabled')),
  priority: v.optional(Priority),
  prefix: v.optional(LifecyclePrefix),
  tags: v.optional(WrittenTags),
  replicateDeleteMarkers: v.optional(v.boolean()),
  replicateDeletes: v.optional(v.boolean()),
  replicateMetadata: v.optional(v.boolean()),
  replicateExisting: v.optional(v.boolean()),
  storageClass: v.optional(StorageClass),
  target: v.optional(
    v.object({
      credentials: v.optional(v.object({ ...keys, targetURL: TargetAddress })),
      syncMode: v.optional(SyncMode),
      bandwidth: v.optional(Bandwidth),
      healthCheckPeriod: v.optional(HealthCheck),
    }),
  ),
})
export type ReplicationChange = v.InferOutput<typeof ReplicationChange>

/** Where a rule sends objects, as far as the caller may know; never a secret. */
const Target = v.object({
  endpoint: v.string(),
  secure: v.boolean(),
  accessKey: v.string(),
  region: v.string(),
  online: v.boolean(),
  /** When the storage server last had an answer from it; empty where it never had one. */
  lastOnline: v.optional(v.string(), ''),
})

/** A rule (console-api 8.1); `destination.bucket` is the target's ARN, `others` names what in it is not known here. */
export const ReplicationRule = v.object({
  id: v.optional(v.string(), ''),
  status: v.picklist(['Enabled', 'Disabled']),
  priority: v.optional(v.number(), 0),
  prefix: v.optional(v.string(), ''),
  tags: v.optional(v.string(), ''),
  destination: v.object({ bucket: v.string() }),
  delete_marker_replication: v.optional(v.boolean(), false),
  deletes_replication: v.optional(v.boolean(), false),
  metadata_replication: v.optional(v.boolean(), false),
  existing_objects: v.optional(v.boolean(), false),
  storageClass: v.optional(v.string(), ''),
  others: v.optional(v.array(v.string()), []),
  syncMode: v.optional(SyncMode),
  /** Bytes a second, as a text of digits. */
  bandwidth: v.optional(v.string()),
  healthCheckPeriod: v.optional(v.number()),
  target: v.optional(Target),
})
export type ReplicationRule = v.InferInput<typeof ReplicationRule>

const Amount = v.object({ objects: v.number(), bytes: v.number() })

/** How a resync goes that somebody has asked for. */
const Resync = v.object({ state: v.string(), started: v.string(), replicated: Amount, failed: Amount })

/** What has become of objects on their way to one target, since the storage server started. */
const TargetStatus = v.object({
  arn: v.string(),
  replicated: Amount,
  failed: Amount,
  failedLastHour: Amount,
  /** Bytes a second, over the last minute. */
  rate: v.number(),
  online: v.optional(v.boolean()),
  /** What the storage server last said stood in the way; nothing where it said nothing. */
  error: v.optional(v.string()),
  resync: v.optional(Resync),
})

/** Replication of a bucket in figures; `pending` is what waits in the queue now. */
export const ReplicationStatus = v.object({
  pending: Amount,
  /** In seconds since the storage server began to count. */
  uptime: v.number(),
  targets: v.array(TargetStatus),
})
export type ReplicationStatus = v.InferOutput<typeof ReplicationStatus>

/** The objects that a rule has not sent yet, or could not send. */
export const Unreplicated = v.object({
  pending: v.number(),
  failed: v.number(),
  /** That there are more than were looked at. */
  partial: v.boolean(),
  objects: v.array(
    v.object({ name: v.string(), version_id: v.string(), status: v.string(), deleted: v.boolean() }),
  ),
})
export type Unreplicated = v.InferOutput<typeof Unreplicated>

/** What is asked one after the other before a target is good. */
export const steps = ['DNS', 'TLS', 'Sign-in', 'Bucket', 'Versioning', 'Rights'] as const

const Step = v.object({
  name: v.picklist(steps),
  state: v.picklist(['passed', 'failed', 'skipped']),
  text: v.string(),
})
export type Step = v.InferOutput<typeof Step>

/** What a connection is tried with. */
export const Connection = v.object({ ...keys, targetURL: TargetAddress, region: Region, destinationBucket: RemoteBucket })
export type Connection = v.InferOutput<typeof Connection>

/** Whoever lists the buckets of a remote server: there the address is a host, and TLS is said beside it (console-api 7.2). */
export const ExternalBuckets = v.pipe(
  v.object({
    ...keys,
    targetURL: v.pipe(text(most.name), v.trim(), v.nonEmpty('Enter the target URL')),
    useTLS: v.boolean(),
    region: Region,
  }),
  v.transform(({ targetURL, useTLS, ...rest }) => ({
    ...rest,
    targetURL: /^https?:\/\//i.test(targetURL) ? targetURL : `${useTLS ? 'https' : 'http'}://${targetURL}`,
  })),
  v.forward(
    v.check(({ targetURL }) => isAddress(targetURL), 'Enter a host such as host:9000, without a path'),
    ['targetURL'],
  ),
)
export type ExternalBuckets = v.InferOutput<typeof ExternalBuckets>

const changing = ['s3:GetReplicationConfiguration', 's3:PutReplicationConfiguration', 'admin:GetBucketTarget', 'admin:SetBucketTarget'] as const

/** Replication's calls (spec/2 section 7, console-api 7.3 and 8.1). */
export const replication = {
  replicationRules: get('/api/v1/buckets/:bucket/replication', {
    allow: ['s3:GetReplicationConfiguration'],
    reply: v.object({ rules: v.nullish(v.array(ReplicationRule), []) }),
  }),
  /** Each bucket is told of by itself; where all are refused, so is the call. */
  replicate: post('/api/v1/buckets-replication', {
    allow: changing,
    body: NewReplication,
    reply: v.object({
      replicationState: v.array(
        v.object({ originBucket: v.string(), targetBucket: v.string(), errorString: v.optional(v.string(), '') }),
      ),
    }),
  }),
  /** An extension: the former console could not change a rule. */
  setReplicationRule: put('/api/v1/buckets/:bucket/replication/:id', { allow: changing, body: ReplicationChange }),
  removeReplicationRule: del('/api/v1/buckets/:bucket/replication/:id', { allow: changing, status: 204 }),
  replicationStatus: get('/api/v1/buckets/:bucket/replication-status', {
    allow: ['s3:GetReplicationConfiguration'],
    reply: ReplicationStatus,
  }),
  /** Sends everything again that the rule is for. */
  resync: post('/api/v1/buckets/:bucket/replication/:id/resync', {
    allow: ['s3:GetReplicationConfiguration', 's3:ResetBucketReplicationState'],
    status: 204,
  }),
  unreplicated: get('/api/v1/buckets/:bucket/replication/:id/unreplicated', {
    allow: ['s3:GetReplicationConfiguration', 'admin:ReplicationDiff'],
    reply: Unreplicated,
  }),
  externalBuckets: post('/api/v1/list-external-buckets', {
    allow: ['admin:SetBucketTarget'],
    body: ExternalBuckets,
    reply: v.object({ buckets: v.nullish(v.array(v.object({ name: v.string() })), []), total: v.optional(v.number(), 0) }),
  }),
  testTarget: post('/api/v1/replication-test', {
    allow: ['admin:SetBucketTarget'],
    body: Connection,
    reply: v.object({ steps: v.array(Step) }),
  }),
}
