import { Failure } from 'stowage'

/** The error for an unknown replication rule. */
export const noReplicationRule = (id: string) =>
  new Failure(404, 'There is no such replication rule', { detail: `There is no rule "${id}"` })

/** The error for removing replication from a bucket that has no rules. */
export const noReplication = (bucket: string) =>
  new Failure(404, 'There is no replication to remove', { detail: `The bucket "${bucket}" has no replication rule` })
