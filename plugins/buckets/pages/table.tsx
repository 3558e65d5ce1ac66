import FolderOpen from 'lucide-react/icons/folder-open'
import Package from 'lucide-react/icons/package'
import Settings2 from 'lucide-react/icons/settings-2'
import Trash2 from 'lucide-react/icons/trash'
import { useQuery } from 'stowage/web'
import { type RowAction, Table } from 'stowage/ui'
import { browserPath, deleteRefusal, managePath, manageRefusal } from './access.ts'
import { removeBucket } from './remove.tsx'
import { columns, type ListedBucket } from './columns.tsx'
import { emptyState, type ListProps, noun, totalSize } from './cards.tsx'

const actionsOf = (bucket: ListedBucket, reload: () => void): RowAction[] => {
  const { name } = bucket
  const open = browserPath(name)
  return [
    ...(open ? [{ label: 'Browse', icon: FolderOpen, href: open }] : []),
    { label: 'Manage', icon: Settings2, href: managePath(name), disabled: manageRefusal(bucket) },
    {
      label: 'Delete',
      icon: Trash2,
      tone: 'danger',
      disabled: deleteRefusal(bucket),
      onSelect: async () => {
        if (await removeBucket(name)) reload()
      },
    },
  ]
}

export const BucketTable = ({
  buckets,
  search,
  onClear,
  error,
  onRetry,
  create,
  age,
  selection,
  refresh,
}: ListProps) => {
  const [sort, setSort] = useQuery('sort', 'name')
  return (
    <Table
      rows={buckets}
      columns={columns}
      rowKey={({ name }) => name}
      noun={noun}
      search={search}
      onClearSearch={onClear}
      name="buckets"
      selection={selection}
      refresh={refresh}
      actions={(bucket) => actionsOf(bucket, onRetry)}
      sortedBy={sort}
      onSort={setSort}
      empty={{ icon: Package, text: emptyState(create), action: create }}
      total={totalSize(buckets ?? [], age)}
      error={error}
      onRetry={onRetry}
    />
  )
}
