import ArrowRight from 'lucide-react/icons/arrow-right'
import HardDrive from 'lucide-react/icons/hard-drive'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { bytes, noneWithin, displayName } from 'stowage'
import { allows, useQuery } from 'stowage/web'
import { type Column, IconButton, Search, Spacer, Status, Table, Toolbar } from 'stowage/ui'
import type { Claim } from '../contract.ts'
import { claimKey } from './apply-change.ts'
import { Frame } from './frame.tsx'
import { useStorage } from './use-storage.ts'
import { claimTone, sizeOf } from './drive-text.ts'
import * as messages from '../messages.ts'

/** Address of the tenant's page, if this console has one. */
const tenantOf = ({ namespace, tenant }: Claim) =>
  tenant && allows('/namespaces/:tenantNamespace/tenants/:tenantName')
    ? `/namespaces/${encodeURIComponent(namespace)}/tenants/${encodeURIComponent(tenant)}`
    : undefined

const capacityOf = ({ capacity }: Claim) => sizeOf(capacity)

const columns: Column<Claim>[] = [
  {
    id: 'name',
    title: 'Name',
    look: 'name',
    width: 'minmax(0, 1.6fr)',
    value: ({ name }) => name,
    href: tenantOf,
    narrow: 'main',
  },
  { id: 'namespace', title: 'Namespace', value: ({ namespace }) => namespace, narrow: 'hidden' },
  { id: 'tenant', title: 'Tenant', value: ({ tenant }) => tenant, narrow: 'second' },
  {
    id: 'status',
    title: 'Status',
    width: '120px',
    value: ({ status }) => status,
    cell: ({ status }) => status && <Status tone={claimTone(status)}>{displayName(status)}</Status>,
    narrow: 'second',
  },
  {
    id: 'capacity',
    title: 'Capacity',
    look: 'number',
    width: '110px',
    value: capacityOf,
    cell: (row) => {
      const size = capacityOf(row)
      return size === undefined ? displayName(row.capacity) : bytes(size)
    },
    narrow: 'second',
  },
  { id: 'class', title: 'Storage Class', value: ({ storageClass }) => storageClass, narrow: 'hidden' },
]

/** Volume claims of the tenants of all namespaces (spec/3 2). */
export default function Volumes() {
  const of = useStorage()
  const { rows, data, error, loading, reload } = of.claims
  const [search, setSearch] = useQuery('search')
  const [sort, setSort] = useQuery('sort', 'name')
  return (
    <Frame part="volumes" of={of}>
      <Toolbar>
        <Search label="Search Volumes (PVCs)" value={search} onChange={setSearch} />
        <Spacer />
        <IconButton icon={RefreshCw} label="Refresh" look="bordered" onPress={() => void reload()} />
      </Toolbar>
      <Table
        rows={rows}
        columns={columns}
        rowKey={claimKey}
        noun={{ one: 'volume', many: 'volumes' }}
        name="claims"
        search={search}
        onClearSearch={() => setSearch('')}
        sortedBy={sort}
        onSort={setSort}
        {...(allows('/namespaces/:tenantNamespace/tenants/:tenantName') && {
          actions: (row: Claim) => {
            const href = tenantOf(row)
            return href ? [{ label: 'View', icon: ArrowRight, href }] : []
          },
        })}
        empty={{
          icon: HardDrive,
          ...noneWithin(data?.within, 'volumes'),
          text: messages.eachDriveOfTenantClaims,
        }}
        error={error}
        onRetry={() => void reload()}
        loading={loading}
      />
    </Frame>
  )
}
