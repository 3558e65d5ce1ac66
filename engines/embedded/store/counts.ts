import type { Index } from './database.ts'
import { objectKey } from './keys.ts'
import type { BucketRecord } from './records.ts'
import { usageOf } from './versions.ts'

/** All rows of a bucket. */
export const rowsOf = ({ id }: BucketRecord) => ({ start: objectKey(id, ''), end: objectKey(id + 1, '') })

/** How many objects and versions a bucket has, counted in the index; its size takes reading every row. */
const countOf = (index: Index, bucket: BucketRecord) => {
  const objects = index.objects.getKeysCount(rowsOf(bucket))
  return { objects, versions: objects + index.versions.getKeysCount(rowsOf(bucket)) }
}

/** The first bucket that has not what it counts, in words; looks at buckets for at most so many ms. */
export const miscounted = (index: Index, patience = Number.POSITIVE_INFINITY): string | undefined => {
  const deadline = Date.now() + patience
  for (const { value: bucket } of index.buckets.getRange()) {
    const [kept, found] = [usageOf(index, bucket), countOf(index, bucket)]
    if (kept.objects !== found.objects || kept.versions !== found.versions) {
      const words = ({ objects, versions }: typeof found) => `${objects} objects and ${versions} versions`
      return `bucket "${bucket.name}" counts ${words(kept)}, and has ${words(found)}`
    }
    if (Date.now() > deadline) return undefined
  }
  return undefined
}

/** Counts every bucket anew. */
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
