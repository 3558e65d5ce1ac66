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

/** Result for one bucket: the error with details in `errorString`, without them in `message`. */
type Replicated = {
  originBucket: string
  targetBucket: string
  errorString: string
  message?: string
  /** The field that caused the error. */
  field?: string
}

/** Replication, implemented per engine. An engine without replication returns no rules and rejects changes (501). */
export type ReplicationBackend = {
  /** Rules in document order; empty for a bucket without rules. Targets are included if the caller may see them. */
  replication(name: string): Promise<ReplicationRule[]>
  /** Whether site replication manages the rules of all buckets; false if the caller may not see it. */
  isSiteReplicated(): Promise<boolean>
  /**
   * Creates target and rule for each bucket and returns a result per bucket. Rolls back a failed bucket. 403 if the
   * caller may do it for none of them.
   */
  replicate(request: NewReplication): Promise<Replicated[]>
  /** 404 for an unknown rule, 409 for a taken priority. */
  setReplicationRule(name: string, id: string, change: ReplicationChange): Promise<void>
  /** Also removes its target if no other rule needs it. 409 for the only rule. */
  removeReplicationRule(name: string, id: string): Promise<void>
  /** Removes all rules and the targets that nothing else needs. 404 for a bucket without rules. */
  removeReplication(name: string): Promise<void>
  replicationStatus(name: string): Promise<ReplicationStatus>
  /** Whether the storage reaches and may write to the targets of all enabled rules; reports the first failure. */
  checkReplication(name: string): Promise<{ ok: boolean; text: string }>
  /** Resends all objects of the rule. */
  resync(name: string, id: string): Promise<void>
  /** Finds objects that were not sent yet, within a time limit. */
  unreplicated(name: string, id: string, signal: AbortSignal): Promise<Unreplicated>
  /** Buckets of another server. 400 if it is unreachable or rejects the request. */
  externalBuckets(at: ExternalBuckets): Promise<ExternalBucket[]>
  /** Runs all checks of a target in order; changes nothing there. */
  testTarget(connection: Connection): Promise<Step[]>
}
