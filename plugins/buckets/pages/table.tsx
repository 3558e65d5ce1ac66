import FolderOpen from 'lucide-react/icons/folder-open'
import Package from 'lucide-react/icons/package'
import Settings2 from 'lucide-react/icons/settings-2'
import { bytes, count, date } from '../../../core/format.ts'
import { useQuery } from '../../../core/location.ts'
import { Badge } from '../../../core/ui/status.tsx'
import { type Column, type RowAction, Table } from '../../../core/ui/table.tsx'
import { accessOf, accessWords, browse, manage, unmanageable } from './access.ts'
import { aboutNone, type ListedBucket, noun, totalOf, type ViewProps } from './cards.tsx'

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
    width: '140px',
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
    width: '120px',
    narrow: 'hidden',
  },
  {
    id: 'usage',
    title: 'Usage',
    value: ({ size }) => size,
    cell: ({ size }) => size === undefined ? undefined : bytes(size),
    look: 'number',
    width: '140px',
    narrow: 'second',
  },
  {
    id: 'objects',
    title: 'Objects',
    value: ({ objects }) => objects,
    cell: ({ objects }) => objects === undefined ? undefined : count(objects),
    look: 'number',
    width: '140px',
    narrow: 'hidden',
  },
]

const actions = ({ name }: ListedBucket): RowAction[] => {
  const open = browse(name)
  return [
    ...(open ? [{ label: 'Browse', icon: FolderOpen, href: open }] : []),
    { label: 'Manage', icon: Settings2, href: manage(name), disabled: unmanageable() },
  ]
}

/** The buckets as a table. */
export const BucketTable = ({ buckets, search, onClear, error, onRetry, create }: ViewProps) => {
  const [sort, setSort] = useQuery('sort', 'name')
  return (
    <Table
      rows={buckets}
      columns={columns}
      rowKey={({ name }) => name}
      noun={noun}
      search={search}
      onClearSearch={onClear}
      actions={actions}
      sortedBy={sort}
      onSort={setSort}
      empty={{ icon: Package, text: aboutNone(create), action: create }}
      total={totalOf(buckets ?? [])}
      error={error}
      onRetry={onRetry}
    />
  )
}
