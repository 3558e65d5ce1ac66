import { Failure } from 'stowage'
import type { BucketRecord, Index, ObjectLocation, Version } from 'stowage/engines/embedded'
import { alreadyExists } from '../backend/copy-errors.ts'
import type { Existing } from '../copying/backend.ts'
import * as messages from '../messages.ts'

/** Retention of a new version by the bucket's default. */
export const defaultRetention = ({ retention }: BucketRecord): Pick<Version, 'retention'> => {
  if (!retention) return {}
  const until = new Date()
  if (retention.unit === 'days') until.setUTCDate(until.getUTCDate() + retention.validity)
  else until.setUTCFullYear(until.getUTCFullYear() + retention.validity)
  return { retention: { mode: retention.mode, until: until.getTime() } }
}

/** Bytes freed in the bucket when a key gets a new version, or is deleted. */
export const replacedSize = (location: ObjectLocation): number =>
  location.bucket.versioning === 'enabled' ? 0 : (location.index.findVersion(location, 'null')?.size ?? 0)

/** Throws `Failure` 409 if an existing object is to be kept and there is one. */
export const assertFree = (location: ObjectLocation, existing: Existing = 'replace') => {
  if (existing === 'keep' && location.index.findVersion(location, undefined)) throw alreadyExists(location.key)
}

/**
 * Throws `Failure` 400 if the bucket would reach its quota with `size` more and `freed` fewer bytes; as in MinIO,
 * reaching it is not allowed. Changes that do not increase usage are always allowed.
 */
export const assertWithinQuota = (index: Index, bucket: BucketRecord, size: number, freed: number) => {
  const { quota } = bucket
  const used = index.usageOf(bucket).size
  const after = used + size - freed
  if (quota === undefined || after < quota || after <= used) return
  const remaining = Math.max(0, quota - used + freed)
  throw new Failure(400, messages.quotaExceeded(remaining, quota), {
    detail: `The object has ${size} bytes`,
  })
}
