import { serve } from 'stowage/server'
import type { BucketsBackend } from './backend.ts'
import { replication } from './replication.ts'

/** Handlers of the replication calls. */
export const replicationRoutes = serve<typeof replication, BucketsBackend>(replication, {
  replicationRules: async ({ backend, params }) => {
    const [rules, siteReplication] = await Promise.all([backend.replication(params.bucket), backend.isSiteReplicated()])
    return { rules, siteReplication }
  },
  replicate: async ({ backend, body }) => ({ replicationState: await backend.replicate(body) }),
  setReplicationRule: ({ backend, params, body }) => backend.setReplicationRule(params.bucket, params.id, body),
  removeReplicationRule: ({ backend, params }) => backend.removeReplicationRule(params.bucket, params.id),
  removeReplication: ({ backend, params }) => backend.removeReplication(params.bucket),
  replicationStatus: ({ backend, params }) => backend.replicationStatus(params.bucket),
  checkReplication: ({ backend, params }) => backend.checkReplication(params.bucket),
  resync: ({ backend, params }) => backend.resync(params.bucket, params.id),
  unreplicated: ({ backend, params, signal }) => backend.unreplicated(params.bucket, params.id, signal),
  externalBuckets: async ({ backend, body }) => {
    const buckets = await backend.externalBuckets(body)
    return { buckets, total: buckets.length }
  },
  testTarget: async ({ backend, body }) => ({ steps: await backend.testTarget(body) }),
})
