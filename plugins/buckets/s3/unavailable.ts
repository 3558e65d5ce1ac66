import { missingFeatures } from 'stowage'
import { notOffered } from 'stowage/engines/s3'
import type { BucketsBackend } from '../backend.ts'
import { noReplication, noReplicationRule } from '../backend/replication-rule.ts'
import type { ReplicationBackend } from '../replication-backend.ts'

const refuse = (feature: Parameters<typeof notOffered>[0]) => async () => {
  throw notOffered(feature)
}

/** The console does not manage the replication of plain S3 servers: rules are empty, and changes are rejected. */
const replication: ReplicationBackend = {
  replication: async () => [],
  isSiteReplicated: async () => false,
  replicate: refuse('replication'),
  setReplicationRule: async (_name, id) => {
    throw noReplicationRule(id)
  },
  removeReplicationRule: async (_name, id) => {
    throw noReplicationRule(id)
  },
  removeReplication: async (name) => {
    throw noReplication(name)
  },
  replicationStatus: refuse('replication'),
  checkReplication: async () => ({ ok: false, text: missingFeatures.replication }),
  resync: refuse('replication'),
  unreplicated: refuse('replication'),
  externalBuckets: refuse('replication'),
  testTarget: refuse('replication'),
}

/** Calls that require MinIO's admin API, which plain S3 servers do not have. */
export const unavailable = {
  ...replication,
  countedAt: refuse('usage'),
  distribution: refuse('usage'),
  quota: refuse('quota'),
  setQuota: refuse('quota'),
  setExclusions: refuse('version-exclusions'),
  kmsStatus: refuse('administration'),
  kmsKey: refuse('administration'),
  makeKmsKey: refuse('administration'),
  arns: refuse('administration'),
  tiers: async () => [],
  policies: refuse('administration'),
  usersWithAccess: refuse('administration'),
} satisfies Partial<BucketsBackend>
