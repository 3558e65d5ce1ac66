import { shown } from 'stowage'
import { bareName, browseAddress, trail } from './path.ts'

/** Title and crumbs of a folder's page. A narrow window has no room for the path bar, so the crumbs show the way. */
export const headOf = (bucket: string, prefix: string, width: 'wide' | 'narrow') => {
  const buckets = { label: 'Buckets', href: '/buckets' }
  if (!prefix) return { title: shown(bucket), crumbs: [buckets] }
  const above = ['', ...trail(prefix).slice(0, -1)]
  const crumbs = above.map((folder) => ({
    label: shown(folder ? bareName(folder) : bucket),
    href: browseAddress(bucket, folder),
  }))
  return { title: shown(bareName(prefix)), crumbs: width === 'wide' ? [buckets, ...crumbs.slice(0, 1)] : crumbs }
}
