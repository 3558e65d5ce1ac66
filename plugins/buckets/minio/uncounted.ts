import type { Bucket } from '../contract.ts'

/**
 * Leaves out size and counts that the server reports as 0 because no scan has seen the bucket yet. `scanned` is the
 * time of the last scan: `undefined` before the first one, `unknown` for a caller who may not see it.
 */
export const withoutUncounted = (bucket: Bucket, scanned: number | undefined | 'unknown'): Bucket => {
  const { size = 0, objects = 0, versions, ...rest } = bucket
  const isUncounted =
    size + objects === 0 &&
    scanned !== 'unknown' &&
    (scanned === undefined || Date.parse(bucket.creation_date) > scanned)
  return isUncounted ? rest : bucket
}
