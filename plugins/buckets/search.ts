import Package from 'lucide-react/icons/package'
import { call, type Search } from 'stowage/web'
import { bytes, count } from 'stowage'
import { type Bucket, buckets as calls } from './contract.ts'
import { browserPath, managePath } from './pages/access.ts'

const sizeOf = ({ size, objects }: Bucket) =>
  [size !== undefined && bytes(size), objects !== undefined && `${count(objects)} object${objects === 1 ? '' : 's'}`]
    .filter(Boolean)
    .join(', ')

/** Buckets, linked to the object browser or, without it, to their settings. */
export const buckets: Search = async (text, signal) => {
  const { results, hasMore } = await call(calls.find, { query: { text } }, { signal })
  return {
    hits: results.map((bucket) => ({
      label: bucket.name,
      hint: sizeOf(bucket),
      icon: Package,
      to: browserPath(bucket.name) ?? managePath(bucket.name),
    })),
    all: !hasMore,
  }
}
