import { type Action, Failure, missingFeatures } from 'stowage'
import type { ReplicationBackend } from '../replication-backend.ts'
import { noReplication, noReplicationRule } from '../backend/replication-rule.ts'
import type { EmbeddedAdapterContext } from 'stowage/server'

const READ = 's3:GetReplicationConfiguration'

type Bucket = Pick<EmbeddedAdapterContext, 'authenticate'> & { see(name: string, action: Action): unknown }

/** The embedded engine does not replicate: rules are always empty, and changes are rejected. */
export const createReplication = ({ authenticate, see }: Bucket): ReplicationBackend => {
  const assertAll = (bucket: string, ...actions: readonly Action[]) => {
    const { caller } = authenticate()
    for (const action of actions) caller.assert(action, action.startsWith('s3:') ? { bucket } : undefined)
  }
  const assertChange = (bucket: string) =>
    assertAll(bucket, READ, 's3:PutReplicationConfiguration', 'admin:GetBucketTarget', 'admin:SetBucketTarget')
  const refuse = () => new Failure(501, missingFeatures.replication)
  /** The error for an unknown rule, for callers who may know that the bucket exists. */
  const throwNoRule = (name: string, id: string) => {
    see(name, READ)
    throw noReplicationRule(id)
  }

  return {
    replication: async (name) => {
      see(name, READ)
      return []
    },
    isSiteReplicated: async () => false,
    replicate: async ({ bucketsRelation }) => {
      for (const { originBucket } of bucketsRelation) assertChange(originBucket)
      throw refuse()
    },
    setReplicationRule: async (name, id) => {
      assertChange(name)
      throwNoRule(name, id)
    },
    removeReplicationRule: async (name, id) => {
      assertChange(name)
      throwNoRule(name, id)
    },
    removeReplication: async (name) => {
      assertChange(name)
      throw noReplication(name)
    },
    replicationStatus: async (name) => {
      see(name, READ)
      return { pending: { objects: 0, bytes: 0 }, uptime: 0, targets: [] }
    },
    checkReplication: async (name) => {
      see(name, READ)
      return { ok: false, text: missingFeatures.replication }
    },
    resync: async (name, id) => {
      assertAll(name, READ, 's3:ResetBucketReplicationState')
      throwNoRule(name, id)
    },
    unreplicated: async (name, id) => {
      assertAll(name, READ, 'admin:ReplicationDiff')
      return throwNoRule(name, id)
    },
    externalBuckets: async () => {
      assertAll('', 'admin:SetBucketTarget')
      throw refuse()
    },
    testTarget: async () => {
      assertAll('', 'admin:SetBucketTarget')
      throw refuse()
    },
  }
}
