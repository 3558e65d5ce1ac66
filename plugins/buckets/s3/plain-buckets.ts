import type { BucketsBackend } from '../backend.ts'
import { createDocuments } from './documents.ts'
import { createEvents } from './events.ts'
import { createLifecycle } from './lifecycle.ts'
import { createBucketSettings } from './settings.ts'
import type { S3AdapterContext } from 'stowage/server'

/** Everything about buckets that is plain S3 (minio-server 3.12). `arns` lists notification targets. */
export const createPlainBuckets = (caller: S3AdapterContext, arns: () => Promise<string[]>) =>
  ({
    ...createBucketSettings(caller),
    ...createEvents(caller, arns),
    ...createDocuments(caller),
    ...createLifecycle(caller),
  }) satisfies Partial<BucketsBackend>
