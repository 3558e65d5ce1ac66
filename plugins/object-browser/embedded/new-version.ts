import { Failure } from '../../../core/failure.ts'
import type { Index } from '../../../engines/embedded/store/database.ts'
import type { BucketRecord, Version } from '../../../engines/embedded/store/records.ts'
import { usageOf } from '../../../engines/embedded/store/versions.ts'

/** What the bucket's default retention makes of a version that is stored now. */
export const retainedBy = ({ retention }: BucketRecord): Pick<Version, 'retention'> => {
  if (!retention) return {}
  const until = new Date()
  if (retention.unit === 'days') until.setUTCDate(until.getUTCDate() + retention.validity)
  else until.setUTCFullYear(until.getUTCFullYear() + retention.validity)
  return { retention: { mode: retention.mode, until: until.getTime() } }
}

/** Throws `Failure` 400 where this many more bytes reach the bucket's quota; as in MinIO it may not be reached. */
export const assertRoom = (index: Index, bucket: BucketRecord, size: number) => {
  const { quota } = bucket
  const used = usageOf(index, bucket).size
  if (quota === undefined || used + size < quota) return
  throw new Failure(400, `Quota of this bucket is used up (${used} of ${quota} bytes)`, `The object has ${size} bytes`)
}
