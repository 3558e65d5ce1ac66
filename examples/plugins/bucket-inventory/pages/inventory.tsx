import ClipboardList from 'lucide-react/icons/clipboard-list'
import Download from 'lucide-react/icons/download'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { bytes, count, date } from 'stowage'
import {
  type Column,
  toCsv,
  IconButton,
  Page,
  saveTextFile,
  Search,
  Spacer,
  Status,
  Table,
  Toolbar,
  TwoLines,
} from 'stowage/ui'
import { call, showError, useCall, useQuery } from 'stowage/web'
import { type Entry, inventory } from '../contract.ts'

const Unknown = () => <Status tone="unknown">Unknown</Status>

const signed = (change: number) => `${change < 0 ? '−' : '+'}${bytes(Math.abs(change))}`

const access = {
  public: { label: 'Public', tone: 'warning' },
  conditional: { label: 'Public under conditions', tone: 'warning' },
  private: { label: 'Private', tone: 'ok' },
} as const

const numberColumn = (id: 'size' | 'objects', title: string, format: (value: number) => string): Column<Entry> => ({
  id,
  title,
  look: 'number',
  value: (entry) => entry[id],
  cell: ({ [id]: value }) => (value === undefined ? <Unknown /> : format(value)),
  narrow: 'hidden',
})

const columns: readonly Column<Entry>[] = [
  { id: 'name', title: 'Bucket', look: 'name', value: ({ name }) => name, width: 'minmax(0, 2fr)', narrow: 'main' },
  { ...numberColumn('size', 'Size', bytes), narrow: 'second' },
  numberColumn('objects', 'Objects', count),
  {
    id: 'quota',
    title: 'Quota',
    look: 'number',
    value: ({ quota }) => quota,
    cell: ({ quota }) => (quota === undefined ? <Unknown /> : quota === 'none' ? 'None' : bytes(quota)),
    narrow: 'hidden',
  },
  {
    id: 'growth',
    title: 'Growth',
    look: 'number',
    value: ({ growth }) => growth?.bytes,
    cell: ({ growth }) =>
      growth ? <TwoLines second={`since ${date(growth.since)}`}>{signed(growth.bytes)}</TwoLines> : <Unknown />,
    narrow: 'hidden',
  },
  {
    id: 'owner',
    title: 'Owner',
    value: ({ owner }) => (owner === 'none' ? 'None' : owner?.name),
    cell: ({ owner }) => (owner === undefined ? <Unknown /> : owner === 'none' ? 'None' : owner.name),
    narrow: 'hidden',
  },
  {
    id: 'access',
    title: 'Access',
    value: (row) => row.access && access[row.access].label,
    cell: (row) =>
      row.access ? <Status tone={access[row.access].tone}>{access[row.access].label}</Status> : <Unknown />,
    narrow: 'second',
  },
  { id: 'created', title: 'Created', look: 'date', value: ({ created }) => created, narrow: 'hidden' },
]

const help = {
  title: 'About the inventory',
  sections: [
    {
      title: 'Growth',
      text: 'The size of each bucket is recorded when this page is opened, once a day. So growth is known from the second day on.',
    },
    {
      title: 'Unknown',
      text: 'The storage does not provide the value, or your policies do not allow you to read it.',
    },
  ],
}

const exportHistory = async (bucket: string) => {
  try {
    const { measurements } = await call(inventory.history, { params: { bucket } })
    const values = measurements.map(({ time, size }) => [time, size])
    saveTextFile(`${bucket}-sizes.csv`, toCsv({ titles: ['Time', 'Bytes'], values }), 'text/csv')
  } catch (error) {
    showError(error)
  }
}

/** Inventory of all buckets that the account may list. */
export default function Inventory() {
  const { data, error, loading, reload } = useCall(inventory.list)
  const [search, setSearch] = useQuery('search')
  const [sort, setSort] = useQuery('sort', 'name')
  return (
    <Page title="Bucket Inventory" help={help}>
      <Toolbar>
        <Search label="Filter" value={search} onChange={setSearch} />
        <Spacer />
        <IconButton icon={RefreshCw} label="Refresh" look="bordered" onPress={() => void reload()} />
      </Toolbar>
      <Table
        name="bucket-inventory"
        rows={data?.buckets}
        columns={columns}
        rowKey={({ name }) => name}
        noun={{ one: 'bucket', many: 'buckets' }}
        lines={2}
        search={search}
        onClearSearch={() => setSearch('')}
        sortedBy={sort}
        onSort={setSort}
        actions={({ name }) => [
          {
            label: 'Export Sizes',
            icon: Download,
            onSelect: () => void exportHistory(name),
          },
        ]}
        empty={{ icon: ClipboardList }}
        error={error}
        onRetry={() => void reload()}
        loading={loading}
      />
    </Page>
  )
}
