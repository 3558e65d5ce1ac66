import * as v from 'valibot'
import { del, get, post, put } from 'stowage'
import { Connection, ExternalBuckets, NewReplication, ReplicationChange, SyncMode } from './replication-requests.ts'

export {
  Connection,
  ExternalBuckets,
  HealthCheck,
  lastRule,
  NewReplication,
  Priority,
  type Relation,
  RemoteBucket,
  ReplicationChange,
  TargetAddress,
} from './replication-requests.ts'

/** Destination of a rule, as far as the caller may see it; without the secret key. */
const Target = v.object({
  endpoint: v.string(),
  secure: v.boolean(),
  accessKey: v.string(),
  region: v.string(),
  /** `undefined` if the storage server has not contacted it since it started. */
  online: v.optional(v.boolean()),
  /** Last time the storage server got a response from it; empty if never. */
  lastOnline: v.optional(v.string(), ''),
})

/** A replication rule (console-api 8.1); `destination.bucket` is the target's ARN, `unknown` names unknown elements. */
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
  unknown: v.optional(v.array(v.string()), []),
  syncMode: v.optional(SyncMode),
  /** Bytes per second, as decimal text. */
  bandwidth: v.optional(v.string()),
  healthCheckPeriod: v.optional(v.number()),
  target: v.optional(Target),
})
export type ReplicationRule = v.InferInput<typeof ReplicationRule>

const Amount = v.object({ objects: v.number(), bytes: v.number() })

/** Progress of a requested resync. */
const Resync = v.object({ state: v.string(), started: v.string(), replicated: Amount, failed: Amount })

/** Counters of one target since the storage server started. */
const TargetStatus = v.object({
  arn: v.string(),
  replicated: Amount,
  /** Attempts, of which an object that arrived later may have had several; MinIO repeats them every six minutes. */
  failed: Amount,
  failedLastMinute: Amount,
  failedLastHour: Amount,
  /** Bytes per second, averaged over the last minute. */
  rate: v.number(),
  online: v.optional(v.boolean()),
  /** Last error that the storage server reported; `undefined` if none. */
  error: v.optional(v.string()),
  resync: v.optional(Resync),
})

/** Replication status of a bucket; `pending` is the current queue. */
export const ReplicationStatus = v.object({
  pending: Amount,
  /** Seconds since the storage server started counting. */
  uptime: v.number(),
  targets: v.array(TargetStatus),
})
export type ReplicationStatus = v.InferOutput<typeof ReplicationStatus>

/** Objects that a rule has not sent yet or could not send. */
export const Unreplicated = v.object({
  pending: v.number(),
  failed: v.number(),
  /** Whether the scan ended before all objects were checked. */
  partial: v.boolean(),
  objects: v.array(v.object({ name: v.string(), version_id: v.string(), status: v.string(), deleted: v.boolean() })),
})
export type Unreplicated = v.InferOutput<typeof Unreplicated>

/** Steps of a connection test, in order. */
export const steps = ['DNS', 'TLS', 'Sign-in', 'Bucket', 'Versioning', 'Rights'] as const

const Step = v.object({
  name: v.picklist(steps),
  state: v.picklist(['passed', 'failed', 'skipped']),
  text: v.string(),
})
export type Step = v.InferOutput<typeof Step>

const changing = [
  's3:GetReplicationConfiguration',
  's3:PutReplicationConfiguration',
  'admin:GetBucketTarget',
  'admin:SetBucketTarget',
] as const

/** A bucket of another storage server; `creation_date` as RFC 3339. */
export const ExternalBucket = v.object({ name: v.string(), creation_date: v.optional(v.string()) })
export type ExternalBucket = v.InferOutput<typeof ExternalBucket>

/** Replication calls (spec/2 section 7, console-api 7.3 and 8.1). */
export const replication = {
  replicationRules: get('/api/v1/buckets/:bucket/replication', {
    allow: ['s3:GetReplicationConfiguration'],
    reply: v.object({
      rules: v.nullish(v.array(ReplicationRule), []),
      /** Whether site replication is on: the storage server then refuses changes of any bucket's rules. */
      siteReplication: v.optional(v.boolean(), false),
    }),
  }),
  /** Reports each bucket separately; fails only if all buckets fail. */
  replicate: post('/api/v1/buckets-replication', {
    allow: changing,
    body: NewReplication,
    reply: v.object({
      replicationState: v.array(
        v.object({
          originBucket: v.string(),
          targetBucket: v.string(),
          errorString: v.optional(v.string(), ''),
          // extensions: the error without details, and the field that caused it
          message: v.optional(v.string()),
          field: v.optional(v.string()),
        }),
      ),
    }),
  }),
  /** An extension: the former console could not change a rule. */
  setReplicationRule: put('/api/v1/buckets/:bucket/replication/:id', { allow: changing, body: ReplicationChange }),
  /** 409 for the only rule: use `removeReplication` to remove replication. */
  removeReplicationRule: del('/api/v1/buckets/:bucket/replication/:id', { allow: changing, status: 204 }),
  /** An extension: removes all rules of a bucket, and the targets that nothing else needs. */
  removeReplication: del('/api/v1/buckets/:bucket/replication', { allow: changing, status: 204 }),
  replicationStatus: get('/api/v1/buckets/:bucket/replication-status', {
    allow: ['s3:GetReplicationConfiguration'],
    reply: ReplicationStatus,
  }),
  /** Lets the storage server test its targets with the stored credentials. */
  checkReplication: get('/api/v1/buckets/:bucket/replication-check', {
    allow: ['s3:GetReplicationConfiguration'],
    reply: v.object({ ok: v.boolean(), text: v.string() }),
  }),
  /** Resends all objects of the rule. */
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
    reply: v.object({
      buckets: v.nullish(v.array(ExternalBucket), []),
      total: v.optional(v.number(), 0),
    }),
  }),
  testTarget: post('/api/v1/replication-test', {
    allow: ['admin:SetBucketTarget'],
    body: Connection,
    reply: v.object({ steps: v.array(Step) }),
  }),
}
