import { displayName } from 'stowage'
import { bareName, browseAddress, trail } from './path.ts'

/** Title and breadcrumbs of a folder's page. In a narrow window, breadcrumbs replace the path bar. */
export const headOf = (bucket: string, prefix: string, width: 'wide' | 'narrow') => {
  const buckets = { label: 'Buckets', href: '/buckets' }
  if (!prefix) return { title: displayName(bucket), crumbs: [buckets] }
  const above = ['', ...trail(prefix).slice(0, -1)]
  const crumbs = above.map((folder) => ({
    label: displayName(folder ? bareName(folder) : bucket),
    href: browseAddress(bucket, folder),
  }))
  return { title: displayName(bareName(prefix)), crumbs: width === 'wide' ? [buckets, ...crumbs.slice(0, 1)] : crumbs }
}
