import { Failure } from 'stowage'
import type { BucketsBackend } from '../backend.ts'
import type { NewBucket } from '../contract.ts'
import { createAudit } from './audit.ts'
import { readUsageScanTime } from './usage-scan-time.ts'
import { createCors } from './cors.ts'
import { createDocuments } from './documents.ts'
import { createBucketList } from './list.ts'
import { createReplication } from './replication.ts'
import { createBucketSettings } from './settings.ts'
import { assertGranted, bucketPath, type Caller, newBucketPath } from 'stowage/engines/minio'
import { createEvents } from './events.ts'
import { createKeys } from './keys.ts'
import { createLifecycle } from './lifecycle.ts'

/** Buckets of a MinIO server (minio-server 3.8, 3.12, 3.13). */
export default function createBuckets(caller: Caller): BucketsBackend {
  const { client, keys } = caller
  const settings = createBucketSettings(caller)

  const remove = (name: string) => client.call({ method: 'DELETE', path: bucketPath(name) }, keys)

  const apply = async ({ name, versioning, locking, quota, retention }: NewBucket) => {
    if (versioning && !locking && !retention) await settings.setVersioning(name, true)
    if (quota?.enabled) await settings.setQuota(name, quota.amount)
    if (retention) await settings.setRetention(name, retention)
  }

  return {
    list: createBucketList(caller, settings),

    add: async (bucket) => {
      const { name, quota, versioning, locking, retention } = bucket
      if (quota?.enabled && quota.quota_type === 'fifo')
        throw new Failure(400, 'The storage server supports only hard quotas')
      // check first: a caller who may create a bucket may not be able to delete it if a later step is refused
      if (versioning) await assertGranted(caller, 's3:PutBucketVersioning', { bucket: name })
      if (retention) await assertGranted(caller, 's3:PutBucketObjectLockConfiguration', { bucket: name })
      if (quota?.enabled) await assertGranted(caller, 'admin:SetBucketQuota')
      const headers = locking || retention ? { 'x-amz-bucket-object-lock-enabled': 'true' } : undefined
      await client.call({ method: 'PUT', path: newBucketPath(name), headers }, keys)
      try {
        await apply(bucket)
      } catch (error) {
        await remove(name).catch(() => undefined)
        throw error
      }
    },

    countedAt: () => readUsageScanTime(caller),

    remove: async (name) => void (await remove(name)),

    ...settings,
    ...createEvents(caller),
    ...createDocuments(caller),
    ...createCors(caller),
    ...createKeys(caller),
    ...createLifecycle(caller),
    ...createReplication(caller),
    ...createAudit(caller, settings.versioning),
  }
}
