import HardDrive from 'lucide-react/icons/hard-drive'
import { bytes } from 'stowage'
import { useQuery } from 'stowage/web'
import { type Column, Search, Status, Table, Toolbar } from 'stowage/ui'
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
