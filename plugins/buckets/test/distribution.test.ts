import { assert, test } from '../../../test/lib/suite.ts'
import { toDistribution } from '../minio/distribution.ts'
import { sizeRange, versionRange } from '../pages/distribution.tsx'

const counts = (ranges: readonly { count: number }[] | undefined) => ranges?.map(({ count }) => count)

test('histograms of older and newer MinIO servers become the same ranges', () => {
  const parts = { BETWEEN_1024_B_AND_64_KB: 1, BETWEEN_64_KB_AND_256_KB: 2, BETWEEN_512_KB_AND_1_MB: 3 }
  const rest = { LESS_THAN_1024_B: 9, BETWEEN_1_MB_AND_10_MB: 4, GREATER_THAN_512_MB: 5 }
  const expected = [9, 6, 4, 0, 0, 0, 5]
  assert.equal(counts(toDistribution({ ...rest, BETWEEN_1024B_AND_1_MB: 6 }, undefined).sizes), expected)
  assert.equal(counts(toDistribution({ ...rest, ...parts }, undefined).sizes), expected)
  assert.equal(counts(toDistribution({ ...rest, ...parts, BETWEEN_1024B_AND_1_MB: 6 }, undefined).sizes), expected)
  const versions = { UNVERSIONED: 1, SINGLE_VERSION: 2, BETWEEN_2_AND_10: 3, GREATER_THAN_10000: 4 }
  assert.equal(counts(toDistribution(undefined, versions).versions), [3, 3, 0, 0, 0, 4])
})

test('a bucket that was never scanned has no distribution', () => {
  assert.equal(toDistribution(undefined, null), {})
  assert.equal(toDistribution({}, {}), {})
})

test('ranges are named by their limits', () => {
  assert.equal(
    [{ from: 0, below: 1024 }, { from: 1024, below: 2 ** 20 }, { from: 2 ** 29 }].map((range) =>
      sizeRange({ ...range, count: 0 }),
    ),
    ['Below 1.0 KiB', '1.0 KiB to 1.0 MiB', 'From 512.0 MiB'],
  )
  assert.equal(
    [{ from: 1, below: 2 }, { from: 2, below: 10 }, { from: 10_000 }].map((range) =>
      versionRange({ ...range, count: 0 }),
    ),
    ['1 version', '2 to 9 versions', '10,000 versions or more'],
  )
})
