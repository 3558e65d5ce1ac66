import { useMemo } from 'react'
import { filterRows, useNarrow } from 'stowage/ui'
import { useQuery } from 'stowage/web'
import { columnsOf } from './columns.tsx'
import { foldersFirst, toRows } from './items.ts'
import { PAGE, useListing } from './listing.ts'
import type { useBucketVersioning } from './use-bucket-versioning.ts'
import { useUploaded } from './use-uploaded.ts'

/** A folder's rows in their order, those that the search matches, and how a table shows them. */
export const useFolder = (bucket: string, prefix: string, { listed }: ReturnType<typeof useBucketVersioning>) => {
  const listing = useListing(bucket, prefix, listed)
  const { items, partial, error, loadingMore: loading } = listing
  const width = useNarrow() ? 'narrow' : 'wide'
  const [search, setSearch] = useQuery('search')
  const [sort, onSort] = useQuery('sort')
  useUploaded(bucket, prefix, listing)
  const columns = useMemo(() => columnsOf(bucket, width, listed), [bucket, width, listed])
  // a partially loaded folder stays in the storage's order until the user sorts: new pages would shift the rows above
  const sortedBy = sort || (items && !partial && items.length <= PAGE ? 'name' : '')
  const rows = useMemo(() => {
    const all = items && toRows(items, prefix, partial)
    return all && sortedBy ? foldersFirst(all, columns, sortedBy) : all
  }, [items, partial, sortedBy, columns])
  const matches = useMemo(() => filterRows(rows ?? [], columns, search), [rows, columns, search])
  const reload = () => void listing.reload()
  const table = {
    ...{ rows, columns, search, sortedBy, onSort, error },
    sort: 'page' as const,
    onClearSearch: () => setSearch(''),
    more: { partial, load: () => void listing.more(), loading, sorted: !!sort },
    refresh: { asOf: listing.asOf, reload: () => listing.reload('unseen') },
    onRetry: reload,
  }
  return { listing, width, rows, matches, search, setSearch, reload, table } as const
}
