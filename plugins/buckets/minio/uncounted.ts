import type { Bucket } from '../contract.ts'

/**
 * Leaves out size and counts that the server reports as 0 although no scan may have seen the bucket yet. `scanned` is
 * the time of the last scan: `undefined` before the first one, `unknown` for a caller who may not see it.
 */
export const withoutUncounted = (bucket: Bucket, scanned: number | undefined | 'unknown'): Bucket => {
  const { size = 0, objects = 0, versions, ...rest } = bucket
  const isUncounted =
    size + objects === 0 &&
    (scanned === undefined || scanned === 'unknown' || Date.parse(bucket.creation_date) > scanned)
  return isUncounted ? rest : bucket
}
