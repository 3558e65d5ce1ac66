import { Failure } from 'stowage'
import { type BucketRecord, findVersion, type Index, type Place, usageOf, type Version } from 'stowage/engines/embedded'

/** What the bucket's default retention makes of a version that is stored now. */
export const retainedBy = ({ retention }: BucketRecord): Pick<Version, 'retention'> => {
  if (!retention) return {}
  const until = new Date()
  if (retention.unit === 'days') until.setUTCDate(until.getUTCDate() + retention.validity)
  else until.setUTCFullYear(until.getUTCFullYear() + retention.validity)
  return { retention: { mode: retention.mode, until: until.getTime() } }
}

/** The bytes that go from a bucket when a key gets a new version, or is removed. */
export const replacedSize = (place: Place): number =>
  place.bucket.versioning === 'enabled' ? 0 : (findVersion(place, 'null')?.size ?? 0)

/**
 * Throws `Failure` 400 where a bucket would reach its quota with `size` more bytes and `freed` less; as in MinIO it may
 * not be reached. What takes no more room than before always fits.
 */
export const assertRoom = (index: Index, bucket: BucketRecord, size: number, freed: number) => {
  const { quota } = bucket
  const used = usageOf(index, bucket).size
  const after = used + size - freed
  if (quota === undefined || after < quota || after <= used) return
  const left = Math.max(0, quota - used + freed)
  throw new Failure(400, `This does not fit into the quota of the bucket: ${left} of ${quota} bytes are left`, {
    detail: `The object has ${size} bytes`,
  })
}
