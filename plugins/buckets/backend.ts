import type { Policy } from 'stowage/plugins/policies'
import type {
  Access,
  AccessRule,
  Bucket,
  BucketDetails,
  BucketTags,
  CorsRule,
  Encryption,
  Exclusions,
  LifecycleChange,
  LifecyclePreview,
  LifecycleRule,
  LifecycleTier,
  ListedRule,
  UserAccess,
  NewBucket,
  NewLifecycleRule,
  NewRetention,
  OldSubscription,
  Quota,
  Retention,
  Subscription,
  Versioning,
} from './contract.ts'
import type { Distribution } from './distribution.ts'
import type { Reclaimable } from './reclaimable.ts'
import type { ReplicationBackend } from './replication-backend.ts'

/**
 * Backend of the buckets plugin, implemented per engine. Methods throw `Failure`: 404 for an unknown bucket, 409 for a
 * taken name or a bucket that is not empty.
 */
export type BucketsBackend = ReplicationBackend & {
  /** Buckets that the caller may list or write to, sorted by name, including those reachable only by a prefix. */
  list(): Promise<Bucket[]>
  /** Time of the last usage scan, in ms since 1970; `undefined` before the first one. */
  countedAt(): Promise<number | undefined>
  /** Objects of the bucket by size and by number of versions. */
  distribution(name: string): Promise<Distribution>
  /** Creates the bucket with all requested settings; deletes it again if a later step fails. */
  add(bucket: NewBucket): Promise<void>
  /** With `abort`, also a bucket with incomplete uploads, which some storages would not delete by themselves. */
  remove(name: string, uploads?: 'abort'): Promise<void>

  access(name: string): Promise<Access>
  /** Tags and incomplete uploads, as far as the caller may see them. */
  details(name: string): Promise<BucketDetails>
  /** Replaces all tags; an empty set deletes them. */
  setTags(name: string, tags: BucketTags): Promise<void>
  /** The bucket policy's text; `undefined` if there is none. */
  policyText(name: string): Promise<string | undefined>
  /**
   * Sets the policy, byte for byte if the storage preserves it. 400 if invalid; 409 if the current policy is not
   * `replaces` any more (null: no policy).
   */
  setPolicyText(name: string, policy: string, replaces?: string | null): Promise<void>
  /** Opens the bucket to everyone or closes it to anonymous access, replacing any policy. */
  setAccess(name: string, access: 'PRIVATE' | 'PUBLIC'): Promise<void>
  versioning(name: string): Promise<Versioning>
  /**
   * Turning it off keeps existing versions. 409 if object locking needs versioning, or if excluded prefixes would be
   * lost and `exclusions` is not `removed`.
   */
  setVersioning(name: string, on: boolean, exclusions?: 'preserved' | 'removed'): Promise<void>
  /** 409 if versioning is off or object locking needs all versions; 501 if the storage cannot exclude objects. */
  setExclusions(name: string, exclusions: Exclusions): Promise<void>
  locking(name: string): Promise<boolean>
  retention(name: string): Promise<Retention>
  /** Sets or, with `undefined`, removes the default retention. 409 for a bucket without object locking. */
  setRetention(name: string, retention: NewRetention | undefined): Promise<void>
  quota(name: string): Promise<Quota>
  /** In bytes; `undefined` removes it. Stored objects are not affected. */
  setQuota(name: string, amount: number | undefined): Promise<void>
  /** `undefined` for a bucket without default encryption. */
  encryption(name: string): Promise<Encryption | undefined>
  /** Sets the default encryption of new objects. 501 if the storage has no keys for it. */
  setEncryption(name: string, encryption: Encryption | undefined): Promise<void>

  /** CORS rules, and the reason if none can be set. */
  cors(name: string): Promise<{ rules: CorsRule[]; refusal?: string }>
  /**
   * Replaces all CORS rules; an empty list deletes them. 501 if the storage does not support them, 409 if unknown
   * settings would be lost.
   */
  setCors(name: string, rules: CorsRule[]): Promise<void>
  /** The KMS and its default key. 501 if the storage has no KMS; likewise for the next two. */
  kmsStatus(): Promise<{ name: string; defaultKeyID: string }>
  /** Tries to encrypt and decrypt with a key; `problem` says why it does not work. */
  kmsKey(key: string): Promise<{ keyID: string; problem?: string }>
  /** 409 for a taken name. */
  makeKmsKey(key: string): Promise<void>

  /** Lifecycle rules in the order in which they were added; empty for a bucket without rules. */
  lifecycle(name: string): Promise<LifecycleRule[]>
  /** Adds a rule under a new ID. 400 for an unknown tier. */
  addLifecycleRule(name: string, rule: NewLifecycleRule): Promise<void>
  /** 404 for an unknown rule; likewise for the removal. */
  setLifecycleRule(name: string, id: string, change: LifecycleChange): Promise<void>
  removeLifecycleRule(name: string, id: string): Promise<void>

  /** Event subscriptions of the bucket, in the order in which they were added. */
  events(name: string): Promise<Subscription[]>
  /**
   * Subscribes a target. 400 for an unknown target; 409 for events that it already receives, unless existing ones are
   * `ignored`, which adds only the missing events.
   */
  addEvent(name: string, subscription: Subscription, existing: 'ignored' | 'refused'): Promise<void>
  /** 404 if no subscription matches. */
  removeEvents(name: string, arn: string, old: OldSubscription): Promise<void>
  /** The notification targets of the storage. */
  arns(): Promise<string[]>

  /**
   * A page of what a rule, existing or new, would expire now, whether it is enabled or not. The cost of a page does not
   * depend on the bucket's size.
   */
  previewLifecycle(
    name: string,
    of: { id: string } | { rule: NewLifecycleRule },
    cursor?: string,
  ): Promise<LifecyclePreview>
  /** A page of what the bucket could free. 400 for an invalid cursor. */
  reclaimable(name: string, cursor?: string): Promise<Reclaimable>
  /** Tiers that rules can move objects to, sorted by name. */
  tiers(): Promise<LifecycleTier[]>

  /** Anonymous access by prefix, plus the raw statements of the bucket policy that rules cannot express. */
  accessRules(name: string): Promise<{ rules: ListedRule[]; others: string[] }>
  setAccessRule(name: string, rule: AccessRule): Promise<void>
  /** 404 if there is no rule for the prefix. */
  removeAccessRule(name: string, prefix: string): Promise<void>

  /** Policies that mention the bucket or objects in it, sorted by name. */
  policies(name: string): Promise<Policy[]>
  /** Users whose policies allow anything in the bucket, sorted, with what they may do and through which policy. */
  usersWithAccess(name: string): Promise<UserAccess[]>
}
