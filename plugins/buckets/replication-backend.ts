import type {
  Connection,
  ExternalBucket,
  ExternalBuckets,
  NewReplication,
  ReplicationChange,
  ReplicationRule,
  ReplicationStatus,
  Step,
  Unreplicated,
} from './replication.ts'

/** What has become of one bucket: why not, with its detail in `errorString` and without it in `message`. */
type Replicated = {
  originBucket: string
  targetBucket: string
  errorString: string
  message?: string
  /** The field that the error is about. */
  field?: string
}

/** What replication needs from an engine; one that does not replicate has no rules and refuses to make any (501). */
export type ReplicationBackend = {
  /** The rules in the order of the document; none for a bucket without. Targets are told of to whoever may see them. */
  replication(name: string): Promise<ReplicationRule[]>
  /**
   * Makes target and rule for each of the buckets, and gives for each why not, if so. What was made of one that fails
   * is taken back. 403 where the caller may do it to none.
   */
  replicate(asked: NewReplication): Promise<Replicated[]>
  /** 404 where there is no rule of this id; 409 for a priority that another one has. */
  setReplicationRule(name: string, id: string, change: ReplicationChange): Promise<void>
  /** Its target goes with it where no other rule needs it. 409 for the only rule. */
  removeReplicationRule(name: string, id: string): Promise<void>
  /** Removes all rules and the targets that nothing else needs. 404 for a bucket without rules. */
  removeReplication(name: string): Promise<void>
  replicationStatus(name: string): Promise<ReplicationStatus>
  /**
   * Whether the storage reaches all targets of rules that are not paused, and may write there; the first that is wrong.
   */
  checkReplication(name: string): Promise<{ good: boolean; text: string }>
  /** Has everything sent again that the rule is for. */
  resync(name: string, id: string): Promise<void>
  /** Looks, for a while, for what was not sent yet. */
  unreplicated(name: string, id: string, signal: AbortSignal): Promise<Unreplicated>
  /** The buckets of a server that somebody names. 400 where it cannot be had, says so or is not to be reached. */
  externalBuckets(at: ExternalBuckets): Promise<ExternalBucket[]>
  /** Tries, one after the other, all that a target needs; changes nothing there. */
  testTarget(connection: Connection): Promise<Step[]>
}
