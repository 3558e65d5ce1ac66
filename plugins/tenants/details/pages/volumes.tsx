import HardDrive from 'lucide-react/icons/hard-drive'
import { bytes } from '../../../../core/format.ts'
import { useQuery } from '../../../../core/location.ts'
import { Toolbar } from '../../../../core/ui/page.tsx'
import { Search } from '../../../../core/ui/search.tsx'
import { Status } from '../../../../core/ui/status.tsx'
import { type Column, Table } from '../../../../core/ui/table.tsx'
import type { Volume } from '../contract.ts'
import type { PanelProps } from './panel.ts'

const toneOf = (status: string) => (status === 'Bound' ? 'ok' : status === 'Lost' ? 'danger' : 'warning')

const columns: Column<Volume>[] = [
  { id: 'name', title: 'Name', look: 'name', value: ({ name }) => name, narrow: 'main' },
  {
    id: 'status',
    title: 'Status',
    width: '130px',
    value: ({ status }) => status,
    cell: ({ status }) => <Status tone={toneOf(status)}>{status}</Status>,
    narrow: 'second',
  },
  {
    id: 'capacity',
    title: 'Capacity',
    width: '120px',
    value: ({ size }) => size,
    cell: ({ size }) => (size === undefined ? undefined : bytes(size)),
    look: 'number',
    narrow: 'second',
  },
  { id: 'class', title: 'Storage Class', value: ({ storageClass }) => storageClass, narrow: 'hidden' },
]

export const Volumes = ({ volumes }: PanelProps) => {
  const [search, setSearch] = useQuery('search')
  return (
    <>
      <Toolbar>
        <Search label="Search Volumes" value={search} onChange={setSearch} />
      </Toolbar>
      <Table
        rows={volumes.error ? [] : volumes.data && (volumes.data.pvcs ?? [])}
        columns={columns}
        rowKey={({ name }) => name}
        noun={{ one: 'volume', many: 'volumes' }}
        name="tenant-volumes"
        search={search}
        onClearSearch={() => setSearch('')}
        empty={{ icon: HardDrive }}
        error={volumes.error}
        onRetry={() => void volumes.reload()}
      />
    </>
  )
}
