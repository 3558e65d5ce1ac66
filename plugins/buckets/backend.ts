import type { Policy } from '../policies/contract.ts'
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
import type { ReplicationBackend } from './replication-backend.ts'

/**
 * What buckets needs from an engine. Throws `Failure`: 404 for an unknown bucket, 409 for a taken name or one that is
 * not empty.
 */
export type BucketsBackend = ReplicationBackend & {
  /** The buckets that the caller may list or write to, sorted by name; those reached by a prefix only are included. */
  list(): Promise<Bucket[]>
  /** When the storage last counted what its buckets hold, in ms since 1970; nothing before it has done so. */
  countedAt(): Promise<number | undefined>
  /** Makes the bucket with all that is asked; where a later step fails the bucket is gone again. */
  add(bucket: NewBucket): Promise<void>
  remove(name: string): Promise<void>

  access(name: string): Promise<Access>
  /** Its tags, and what other programs have left unfinished in it, as far as the caller may see that. */
  details(name: string): Promise<BucketDetails>
  /** In place of all that there are; none takes them away. */
  setTags(name: string, tags: BucketTags): Promise<void>
  /** The bucket policy's text; nothing where there is none. */
  policyText(name: string): Promise<string | undefined>
  /**
   * Sets the policy, byte for byte where the storage keeps it so. 400 for what is none, 409 where the one that it
   * `replaces`, null for none, is not there any more.
   */
  setPolicyText(name: string, policy: string, replaces?: string | null): Promise<void>
  /** Opens the bucket to everyone, or to nobody but accounts, in place of any policy that it has. */
  setAccess(name: string, access: 'PRIVATE' | 'PUBLIC'): Promise<void>
  versioning(name: string): Promise<Versioning>
  /**
   * Turning it off keeps the versions that there are. 409 where object locking needs it, or where it would lose
   * excluded prefixes that the caller does not say to forget.
   */
  setVersioning(name: string, on: boolean, exclusions?: 'kept' | 'forgotten'): Promise<void>
  /**
   * 409 while versioning is not on, and where object locking needs all versions; 501 where the storage keeps versions
   * of all.
   */
  setExclusions(name: string, exclusions: Exclusions): Promise<void>
  locking(name: string): Promise<boolean>
  retention(name: string): Promise<Retention>
  /** Sets what new objects are retained for, or nothing. 409 for a bucket without object locking. */
  setRetention(name: string, retention: NewRetention | undefined): Promise<void>
  quota(name: string): Promise<Quota>
  /** In bytes; nothing lifts it. What is stored already stays. */
  setQuota(name: string, amount: number | undefined): Promise<void>
  /** `undefined` for a bucket that stores as it comes. */
  encryption(name: string): Promise<Encryption | undefined>
  /** How objects are stored from now on. 501 where the storage has no keys to do it with. */
  setEncryption(name: string, encryption: Encryption | undefined): Promise<void>

  /** Which pages of other sites may call it, and why no rules about that can be set. */
  cors(name: string): Promise<{ rules: CorsRule[]; refusal?: string }>
  /**
   * In place of all rules; none takes them away. 501 where the storage takes none, 409 where it would lose what is not
   * known here.
   */
  setCors(name: string, rules: CorsRule[]): Promise<void>
  /**
   * The key management, and the key that it uses where none is named. 501 where the storage has none; so with the
   * others.
   */
  kmsStatus(): Promise<{ name: string; defaultKeyID: string }>
  /** Whether a key encrypts and decrypts, and else why not. */
  kmsKey(key: string): Promise<{ keyID: string; problem?: string }>
  /** 409 for a name that is taken. */
  makeKmsKey(key: string): Promise<void>

  /** The rules by which objects expire or move, in the order in which they were added; none for a bucket without. */
  lifecycle(name: string): Promise<LifecycleRule[]>
  /** Adds a rule under an id that it is given. 400 for a tier that the storage does not have. */
  addLifecycleRule(name: string, rule: NewLifecycleRule): Promise<void>
  /** 404 where there is no rule of this id; so with the removal. */
  setLifecycleRule(name: string, id: string, change: LifecycleChange): Promise<void>
  removeLifecycleRule(name: string, id: string): Promise<void>

  /** Which targets are told of what happens in the bucket, in the order in which they were subscribed. */
  events(name: string): Promise<Subscription[]>
  /**
   * Subscribes a target. 400 for one that the storage does not have, 409 for events that the target is told of already;
   * where these are `ignored`, only what is missing is added.
   */
  addEvent(name: string, subscription: Subscription, existing: 'ignored' | 'refused'): Promise<void>
  /** 404 where nothing is like it. */
  removeEvents(name: string, arn: string, old: OldSubscription): Promise<void>
  /** The targets that the storage has. */
  arns(): Promise<string[]>

  /**
   * What a rule, one of the bucket's or a new one, would let expire by now, whether it is enabled or not: a page, which
   * costs no more however large the bucket is.
   */
  previewLifecycle(
    name: string,
    of: { id: string } | { rule: NewLifecycleRule },
    cursor?: string,
  ): Promise<LifecyclePreview>
  /** The tiers to which rules can move objects, sorted by name. */
  tiers(): Promise<LifecycleTier[]>

  /**
   * What everyone may do without signing in, by prefix, and what else the bucket's policy says, as it is written there.
   */
  accessRules(name: string): Promise<{ rules: ListedRule[]; others: string[] }>
  setAccessRule(name: string, rule: AccessRule): Promise<void>
  /** 404 where there is no rule for the prefix. */
  removeAccessRule(name: string, prefix: string): Promise<void>

  /** The policies that speak of the bucket or of objects in it, sorted by name. */
  policies(name: string): Promise<Policy[]>
  /** The users whose policies let them do something in the bucket, sorted, with what and by which. */
  reaching(name: string): Promise<UserAccess[]>
}
