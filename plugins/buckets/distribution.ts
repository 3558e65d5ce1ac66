import * as v from 'valibot'
import { get } from 'stowage'

/** Number of objects from `from` to below `below`, in bytes or versions; without `below` there is no upper limit. */
export const Range = v.object({ from: v.number(), below: v.optional(v.number()), count: v.number() })
export type Range = v.InferOutput<typeof Range>

/** Objects of a bucket by size, and by their number of versions; each is missing if the storage has not counted it. */
export const Distribution = v.object({ sizes: v.optional(v.array(Range)), versions: v.optional(v.array(Range)) })
export type Distribution = v.InferOutput<typeof Distribution>

const [KIB, MIB] = [1024, 1024 ** 2]

/** Lower limits of the ranges, as MinIO counts them. */
export const sizeLimits = [0, KIB, MIB, 10 * MIB, 64 * MIB, 128 * MIB, 512 * MIB] as const
export const versionLimits = [1, 2, 10, 100, 1000, 10_000] as const

/** Ranges between limits, with their counts. */
export const rangesOf = (limits: readonly number[], counts: readonly number[]): Range[] =>
  limits.map((from, index) => {
    const below = limits[index + 1]
    return { from, ...(below !== undefined && { below }), count: counts[index] ?? 0 }
  })

/** Distribution of a bucket's objects; an extension of this console. */
export const distributions = {
  distribution: get('/api/v1/buckets/:bucket/distribution', { allow: ['s3:ListBucket'], reply: Distribution }),
}
