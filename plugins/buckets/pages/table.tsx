import FolderOpen from 'lucide-react/icons/folder-open'
import Package from 'lucide-react/icons/package'
import Settings2 from 'lucide-react/icons/settings-2'
import Trash2 from 'lucide-react/icons/trash'
import { bytes, count, date } from '../../../core/format.ts'
import { useQuery } from '../../../core/location.ts'
import { Badge } from '../../../core/ui/status.tsx'
import { type Column, type RowAction, Table } from '../../../core/ui/table.tsx'
import { accessOf, accessWords, browse, manage, unmanageable } from './access.ts'
import { removeBucket } from './remove.tsx'
import { aboutNone, type ListedBucket, type ListProps, noun, totalOf } from './cards.tsx'

const columns: readonly Column<ListedBucket>[] = [
  {
    id: 'name',
    title: 'Name',
    value: ({ name }) => name,
    look: 'name',
    width: 'minmax(0, 2fr)',
    href: ({ name }) => browse(name),
  },
  {
    id: 'created',
    title: 'Created',
    value: (bucket) => date(bucket.creation_date).slice(0, 10),
    look: 'date',
    width: '120px',
    narrow: 'second',
  },
  {
    id: 'access',
    title: 'Access',
    value: accessOf,
    cell: (bucket) => (
      <Badge tone={accessOf(bucket) === 'R/W' ? 'info' : 'neutral'} title={accessWords(bucket)}>
        {accessOf(bucket)}
      </Badge>
    ),
    width: '96px',
    narrow: 'hidden',
  },
  {
    id: 'usage',
    title: 'Usage',
    value: ({ size }) => size,
    cell: ({ size }) => size === undefined ? undefined : bytes(size),
    look: 'number',
    width: '112px',
    narrow: 'second',
  },
  {
    id: 'objects',
    title: 'Objects',
    value: ({ objects }) => objects,
    cell: ({ objects }) => objects === undefined ? undefined : count(objects),
    look: 'number',
    width: '112px',
    narrow: 'hidden',
  },
]

const actionsOf = ({ name }: ListedBucket, reload: () => void): RowAction[] => {
  const open = browse(name)
  return [
    ...(open ? [{ label: 'Browse', icon: FolderOpen, href: open }] : []),
    { label: 'Manage', icon: Settings2, href: manage(name), disabled: unmanageable() },
    {
      label: 'Delete',
      icon: Trash2,
      tone: 'danger',
      onSelect: async () => {
        if (await removeBucket(name)) reload()
      },
    },
  ]
}

/** The buckets as a table. */
export const BucketTable = ({ buckets, search, onClear, error, onRetry, create, age, selection, refresh }: ListProps) => {
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
      empty={{ icon: Package, text: aboutNone(create), action: create }}
      total={totalOf(buckets ?? [], age)}
      error={error}
      onRetry={onRetry}
    />
  )
}
