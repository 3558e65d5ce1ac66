import { Failure } from '../../core/protocol/failure.ts'
import { type Index, getByName } from './store/database.ts'
import type { BucketRecord } from './store/records.ts'
import { noSuchBucket } from './messages.ts'

/** Throws `Failure` 404 if there is no such bucket. */
export const bucketOf = (index: Index, name: string): BucketRecord => {
  const bucket = getByName(index.buckets, name)
  if (!bucket)
    throw new Failure(404, noSuchBucket, {
      code: 'NoSuchBucket',
      detail: `There is no bucket "${name}"`,
    })
  return bucket
}
