import type { BucketsBackend } from '../backend.ts'
import { createAdd } from '../s3/add.ts'
import { createCors } from '../s3/cors.ts'
import { createPlainBuckets } from '../s3/plain-buckets.ts'
import { createAudit } from './audit.ts'
import { createCorsSupport } from './cors-support.ts'
import { createDistribution } from './distribution.ts'
import { createKeys } from './keys.ts'
import { createBucketList } from './list.ts'
import { createQuotas, writeQuota } from './quota.ts'
import { createReplication } from './replication.ts'
import { createServerTargets } from './server-targets.ts'
import { readUsageScanTime } from './usage-scan-time.ts'
import type { MinioAdapterContext } from 'stowage/server'

/** Buckets of a MinIO server (minio-server 3.8, 3.12, 3.13): plain S3, and what takes its admin API. */
export default function createBuckets(caller: MinioAdapterContext): BucketsBackend {
  const { call } = caller
  const targets = createServerTargets(caller)
  const settings = { ...createPlainBuckets(caller, targets.arns), ...createQuotas(caller) }
  const remove = async (name: string) => void (await call({ method: 'DELETE', path: caller.paths.bucketPath(name) }))
  return {
    list: createBucketList(caller, settings),
    // a new bucket has no request limits to keep
    add: createAdd(caller, { ...settings, remove, setQuota: (name, amount) => writeQuota(caller, name, amount) }),
    ...createDistribution(caller),
    countedAt: () => readUsageScanTime(caller),
    remove,
    ...settings,
    ...createCors(caller, createCorsSupport(caller)),
    ...targets,
    ...createKeys(caller),
    ...createReplication(caller),
    ...createAudit(caller, settings.versioning),
  }
}
