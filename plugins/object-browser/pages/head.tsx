import type { ReactNode } from 'react'
import { displayName } from 'stowage'
import { PathBar } from './path-bar.tsx'
import { browseAddress, parent, shownName } from './path.ts'

type Head = { bucket: string; prefix: string; width: 'wide' | 'narrow'; query?: string; end?: ReactNode }

/**
 * Header of a folder's page. In a narrow window, breadcrumbs of the bucket and the parent folder replace the path bar,
 * unless that keeps a `query`.
 */
export const headOf = ({ bucket, prefix, width, ...bar }: Head) => {
  const buckets = { label: 'Buckets', href: '/buckets' }
  const above = prefix ? [...new Set(['', parent(prefix)])] : []
  const crumbs = above.map((folder) => ({
    label: displayName(folder ? shownName(folder) : bucket),
    href: browseAddress(bucket, folder),
  }))
  return {
    title: displayName(prefix ? shownName(prefix) : bucket),
    crumbs: width === 'narrow' && prefix ? crumbs : [buckets, ...crumbs.slice(0, 1)],
    skip: 'Skip to objects',
    pin: { label: prefix ? shownName(prefix) : bucket, href: browseAddress(bucket, prefix) },
    ...((width === 'wide' || bar.query) && { tabs: <PathBar bucket={bucket} path={prefix} {...bar} /> }),
  }
}
