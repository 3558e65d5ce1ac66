import { Failure } from 'stowage'
import type { MinioAdapterContext } from 'stowage/server'
import type { BucketsBackend } from '../backend.ts'
import { type Distribution, rangesOf, sizeLimits, versionLimits } from '../distribution.ts'

type Histogram = Readonly<Record<string, number>> | null | undefined

/** Names of the ranges by size. Newer servers count the second one in four parts, older ones as a whole. */
const sizeNames: readonly (readonly string[])[] = [
  ['LESS_THAN_1024_B'],
  ['BETWEEN_1024_B_AND_64_KB', 'BETWEEN_64_KB_AND_256_KB', 'BETWEEN_256_KB_AND_512_KB', 'BETWEEN_512_KB_AND_1_MB'],
  ['BETWEEN_1_MB_AND_10_MB'],
  ['BETWEEN_10_MB_AND_64_MB'],
  ['BETWEEN_64_MB_AND_128_MB'],
  ['BETWEEN_128_MB_AND_512_MB'],
  ['GREATER_THAN_512_MB'],
]

/** The second range as a whole, which is the sum of its parts where both are counted. */
const WHOLE = 'BETWEEN_1024B_AND_1_MB'

const versionNames: readonly (readonly string[])[] = [
  ['UNVERSIONED', 'SINGLE_VERSION'],
  ['BETWEEN_2_AND_10'],
  ['BETWEEN_10_AND_100'],
  ['BETWEEN_100_AND_1000'],
  ['BETWEEN_1000_AND_10000'],
  ['GREATER_THAN_10000'],
]

const sumsOf = (names: readonly (readonly string[])[], histogram: Readonly<Record<string, number>>) =>
  names.map((parts) => parts.reduce((sum, name) => sum + (histogram[name] ?? 0), 0))

/** Distribution from the histograms of the server's last scan, which are empty before it. */
export const toDistribution = (sizes: Histogram, versions: Histogram): Distribution => {
  const bySize = sizes && Object.keys(sizes).length > 0 ? sumsOf(sizeNames, sizes) : undefined
  if (bySize && sizes?.[WHOLE] !== undefined) bySize[1] = sizes[WHOLE]
  return {
    ...(bySize && { sizes: rangesOf(sizeLimits, bySize) }),
    ...(versions &&
      Object.keys(versions).length > 0 && { versions: rangesOf(versionLimits, sumsOf(versionNames, versions)) }),
  }
}

/** Distribution of a bucket, from the account info, which needs no further right. */
export const createDistribution = (caller: MinioAdapterContext): Pick<BucketsBackend, 'distribution'> => ({
  distribution: async (name) => {
    await caller.assertGranted('s3:ListBucket', { bucket: name })
    const bucket = (await caller.info()).Buckets.find((one) => one.name === name)
    if (!bucket) throw new Failure(404, 'The bucket does not exist', { code: 'NoSuchBucket' })
    return toDistribution(bucket.objectHistogram, bucket.objectsVersionsHistogram)
  },
})
