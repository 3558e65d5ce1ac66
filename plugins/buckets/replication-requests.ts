import * as v from 'valibot'
import { list, limits, text } from 'stowage'
import { LifecyclePrefix, WrittenTags } from './lifecycle.ts'
import * as messages from './messages.ts'

/** Smallest bandwidth limit that a storage server accepts, in bytes per second. */
const MIN_BANDWIDTH = 100_000_000

/** Why the only rule of a bucket cannot be deleted. */
export const lastRule = messages.atLeastOneRule

const keys = {
  accessKey: v.pipe(text(limits.secret), v.title('Access Key'), v.trim(), v.minLength(3, messages.accessKeyTooShort)),
  secretKey: v.pipe(text(limits.secret), v.title('Secret Key'), v.minLength(8, messages.secretKeyTooShort)),
}

const isAddress = (address: string) => {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false
  const { pathname, search, hash, username, password } = new URL(address)
  return pathname === '/' && !search && !hash && !username && !password
}

/** Address of a remote storage server: `https://host:port`, without a path. */
export const TargetAddress = v.pipe(
  text(limits.name),
  v.title('Target URL'),
  v.trim(),
  v.nonEmpty('Enter the target URL'),
  v.check(isAddress, messages.targetUrlFormat),
)

const Region = v.optional(
  v.pipe(text(limits.word), v.trim(), v.regex(/^[a-zA-Z0-9-]*$/, messages.regionCharacters)),
  '',
)

/** Name of a remote bucket; the remote server has its own naming rules. */
export const RemoteBucket = v.pipe(
  text(limits.bucket),
  v.title('Target Bucket'),
  v.trim(),
  v.minLength(3, messages.bucketNameTooShort),
  v.regex(/^[\w.-]+$/, messages.targetBucketNameCharacters),
)

/** Bytes per second, 0 for no limit. */
const Bandwidth = v.pipe(
  v.number('Enter a number'),
  v.integer('Enter whole bytes'),
  v.minValue(0, 'Bandwidth is at least 0'),
  v.check((bandwidth) => bandwidth === 0 || bandwidth >= MIN_BANDWIDTH, messages.bandwidthTooLowMiB),
  v.maxValue(Number.MAX_SAFE_INTEGER, 'This bandwidth is too large'),
)

/** Interval of health checks, in seconds. */
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

/** Whether uploads wait for the target. */
export const SyncMode = v.picklist(['async', 'sync'], 'Choose async or sync')
const StorageClass = v.pipe(
  text(limits.word),
  v.trim(),
  v.toUpperCase(),
  v.regex(/^[A-Z0-9_-]*$/, messages.storageClassCharacters),
)

const TAGGED_MARKERS = messages.deleteMarkersNotReplicatedByTags

/** Body that replicates one or more buckets to another server (console-api 7.3). */
export const NewReplication = v.pipe(
  v.object({
    ...keys,
    targetURL: TargetAddress,
    region: Region,
    bucketsRelation: v.pipe(
      list(
        v.object({
          originBucket: v.pipe(text(limits.bucket), v.nonEmpty('Name the bucket')),
          destinationBucket: RemoteBucket,
        }),
        100,
      ),
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
    /** An extension: the former console always replicated existing objects. */
    replicateExisting: v.optional(v.boolean(), true),
    storageClass: v.optional(StorageClass, ''),
  }),
  v.forward(
    v.check(({ tags, replicateDeleteMarkers }) => tags.length === 0 || !replicateDeleteMarkers, TAGGED_MARKERS),
    ['replicateDeleteMarkers'],
  ),
)
export type NewReplication = v.InferOutput<typeof NewReplication>

export type Relation = NewReplication['bucketsRelation'][number]

/**
 * Editable settings of a rule and its target; omitted fields stay. The secret key is required with a new access key or
 * address.
 */
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

/** Parameters of a connection test. */
export const Connection = v.object({
  ...keys,
  targetURL: TargetAddress,
  region: Region,
  destinationBucket: RemoteBucket,
})
export type Connection = v.InferOutput<typeof Connection>

/** Connection for listing remote buckets; here the address is a host, and TLS a separate flag (console-api 7.2). */
export const ExternalBuckets = v.pipe(
  v.object({
    ...keys,
    targetURL: v.pipe(text(limits.name), v.trim(), v.nonEmpty('Enter the target URL')),
    useTLS: v.boolean(),
    region: Region,
  }),
  v.transform(({ targetURL, useTLS, ...rest }) => ({
    ...rest,
    targetURL: /^https?:\/\//i.test(targetURL) ? targetURL : `${useTLS ? 'https' : 'http'}://${targetURL}`,
  })),
  v.forward(
    v.check(({ targetURL }) => isAddress(targetURL), messages.targetHostFormat),
    ['targetURL'],
  ),
)
export type ExternalBuckets = v.InferOutput<typeof ExternalBuckets>
