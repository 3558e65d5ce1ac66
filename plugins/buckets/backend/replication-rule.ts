import { Failure } from 'stowage'
import * as messages from '../messages.ts'

/** The error for an unknown replication rule. */
export const noReplicationRule = (id: string) =>
  new Failure(404, messages.replicationRuleMissing, { detail: `There is no rule "${id}"` })

/** The error for removing replication from a bucket that has no rules. */
export const noReplication = (bucket: string) =>
  new Failure(404, messages.noReplicationToRemove, { detail: messages.bucketWithoutReplication(bucket) })
