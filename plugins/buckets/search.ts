import Package from 'lucide-react/icons/package'
import { bytes, count } from '../../core/format.ts'
import type { Search } from '../../core/plugin.ts'
import { type Bucket, buckets as calls } from './contract.ts'
import { browse, manage } from './pages/access.ts'

const sizeOf = ({ size, objects }: Bucket) =>
  [size !== undefined && bytes(size), objects !== undefined && `${count(objects)} object${objects === 1 ? '' : 's'}`].filter(Boolean).join(', ')

/** All buckets: what they hold, or where that cannot be browsed their settings. */
export const buckets: Search = async (_text, _signal, ask) => {
  const { buckets } = await ask(calls.list)
  return {
    hits: buckets.map((bucket) => ({ label: bucket.name, hint: sizeOf(bucket), icon: Package, to: browse(bucket.name) ?? manage(bucket.name) })),
  }
}
