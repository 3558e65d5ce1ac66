import type { Index } from './database.ts'
import { objectKey } from './keys.ts'
import type { BucketRecord } from './records.ts'
import { usageOf } from './versions.ts'
import { bucketCountsWrong } from '../messages.ts'

/** Key range of a bucket. */
export const rowsOf = ({ id }: BucketRecord) => ({ start: objectKey(id, ''), end: objectKey(id + 1, '') })

/** Counts objects and versions in the index. The total size would need every row to be read. */
const countOf = (index: Index, bucket: BucketRecord) => {
  const objects = index.objects.getKeysCount(rowsOf(bucket))
  return { objects, versions: objects + index.versions.getKeysCount(rowsOf(bucket)) }
}

/** Describes the first bucket whose counters are wrong. Checks buckets for at most `timeLimit` ms. */
export const findMiscount = (index: Index, timeLimit = Number.POSITIVE_INFINITY): string | undefined => {
  const deadline = Date.now() + timeLimit
  for (const { value: bucket } of index.buckets.getRange()) {
    const [recorded, counted] = [usageOf(index, bucket), countOf(index, bucket)]
    if (recorded.objects !== counted.objects || recorded.versions !== counted.versions) {
      const describe = ({ objects, versions }: typeof counted) => `${objects} objects and ${versions} versions`
      return bucketCountsWrong(bucket.name, describe(recorded), describe(counted))
    }
    if (Date.now() > deadline) return undefined
  }
  return undefined
}

export const recount = async (index: Index): Promise<void> => {
  await index.write(() => {
    for (const { value: bucket } of [...index.buckets.getRange()]) {
      let size = 0
      for (const table of [index.objects, index.versions])
        for (const { value } of table.getRange(rowsOf(bucket))) size += value.size
      void index.usage.put(bucket.id, { size, ...countOf(index, bucket) })
    }
  })
}
