import * as v from 'valibot'
import { del, get, post, put } from '../../core/contract.ts'
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
  objects: v.array(v.object({ name: v.string(), version_id: v.string(), status: v.string(), deleted: v.boolean() })),
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

const changing = [
  's3:GetReplicationConfiguration',
  's3:PutReplicationConfiguration',
  'admin:GetBucketTarget',
  'admin:SetBucketTarget',
] as const

/** A bucket of another storage server; `creation_date` as RFC 3339. */
export const ExternalBucket = v.object({ name: v.string(), creation_date: v.optional(v.string()) })
export type ExternalBucket = v.InferOutput<typeof ExternalBucket>

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
        v.object({
          originBucket: v.string(),
          targetBucket: v.string(),
          errorString: v.optional(v.string(), ''),
          // extensions: the error without its detail, and the field that it is about
          message: v.optional(v.string()),
          field: v.optional(v.string()),
        }),
      ),
    }),
  }),
  /** An extension: the former console could not change a rule. */
  setReplicationRule: put('/api/v1/buckets/:bucket/replication/:id', { allow: changing, body: ReplicationChange }),
  /** 409 for the only rule: `removeReplication` takes replication away as a whole. */
  removeReplicationRule: del('/api/v1/buckets/:bucket/replication/:id', { allow: changing, status: 204 }),
  /** An extension: removes all rules of a bucket, and the targets that nothing else needs. */
  removeReplication: del('/api/v1/buckets/:bucket/replication', { allow: changing, status: 204 }),
  replicationStatus: get('/api/v1/buckets/:bucket/replication-status', {
    allow: ['s3:GetReplicationConfiguration'],
    reply: ReplicationStatus,
  }),
  /** Has the storage server try its targets with the keys that it keeps. */
  checkReplication: get('/api/v1/buckets/:bucket/replication-check', {
    allow: ['s3:GetReplicationConfiguration'],
    reply: v.object({ good: v.boolean(), text: v.string() }),
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
