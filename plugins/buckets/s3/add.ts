import { Failure } from 'stowage'
import { hasCode, notOffered, toXml } from 'stowage/engines/s3'
import type { BucketsBackend } from '../backend.ts'
import type { NewBucket } from '../contract.ts'
import type { S3AdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'

type Settings = Pick<BucketsBackend, 'setVersioning' | 'setRetention' | 'locking' | 'remove'> &
  Partial<Pick<BucketsBackend, 'setQuota'>>

/** Servers with regions create a bucket elsewhere only if the request says so. */
const needsLocation = (error: unknown) =>
  hasCode(error, 'IllegalLocationConstraintException', 'InvalidLocationConstraint')

/** Creates buckets with their settings; deletes a bucket again if a later step fails. */
export const createAdd = (caller: S3AdapterContext, settings: Settings) => {
  const { call, client, paths } = caller

  const create = async (path: string, headers: Record<string, string> | undefined) => {
    try {
      await call({ method: 'PUT', path, headers })
    } catch (error) {
      if (!needsLocation(error)) throw error
      const body = toXml('CreateBucketConfiguration', { LocationConstraint: client.region() })
      await call({ method: 'PUT', path, headers, body })
    }
  }

  /** Whether a new bucket has object locking; assumed for a caller who may not read it. */
  const isLocking = (name: string) =>
    settings.locking(name).catch((error: unknown) => {
      if (error instanceof Failure && error.status === 403) return true
      throw error
    })

  const apply = async ({ name, versioning, locking, quota, retention }: NewBucket) => {
    if (versioning && !locking && !retention) await settings.setVersioning(name, true)
    // servers without locks may ignore the header that asks for them
    if ((locking || retention) && !(await isLocking(name))) throw notOffered('locks')
    if (quota?.enabled) await settings.setQuota?.(name, quota.amount)
    if (retention) await settings.setRetention(name, retention)
  }

  return async (bucket: NewBucket) => {
    const { name, quota, versioning, locking, retention } = bucket
    if (quota?.enabled && !settings.setQuota) throw notOffered('quota')
    if (quota?.enabled && quota.quota_type === 'fifo') throw new Failure(400, messages.onlyHardQuotas)
    // check first: a caller who may create a bucket may not be able to delete it if a later step is refused
    if (versioning) await caller.assertGranted('s3:PutBucketVersioning', { bucket: name })
    if (retention) await caller.assertGranted('s3:PutBucketObjectLockConfiguration', { bucket: name })
    if (quota?.enabled) await caller.assertGranted('admin:SetBucketQuota')
    const path = paths.newBucketPath(name)
    await create(path, locking || retention ? { 'x-amz-bucket-object-lock-enabled': 'true' } : undefined)
    try {
      await apply(bucket)
    } catch (error) {
      await settings.remove(name).catch(() => undefined)
      throw error
    }
  }
}
