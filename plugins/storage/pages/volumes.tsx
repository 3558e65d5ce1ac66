import ArrowRight from 'lucide-react/icons/arrow-right'
import HardDrive from 'lucide-react/icons/hard-drive'
import { bytes, displayName, emptyInNamespaces } from 'stowage'
import { column, ListPage } from 'stowage/ui'
import { canOpenPage } from 'stowage/web'
import type { Claim } from '../contract.ts'
import * as messages from '../messages.ts'
import { claimKey } from './apply-change.ts'
import { claimTone, sizeOf } from './drive-text.ts'
import { StorageTabs } from './storage-tabs.tsx'
import { useStorage } from './use-storage.ts'

/** Address of the tenant's page, if this console has one. */
const tenantOf = ({ namespace, tenant }: Claim) =>
  tenant && canOpenPage('/namespaces/:tenantNamespace/tenants/:tenantName')
    ? `/namespaces/${encodeURIComponent(namespace)}/tenants/${encodeURIComponent(tenant)}`
    : undefined

const capacityOf = ({ capacity }: Claim) => sizeOf(capacity)

const columns = [
  column.name('Name', ({ name }: Claim) => name, { width: 'minmax(0, 1.6fr)', href: tenantOf }),
  column.text('Namespace', ({ namespace }: Claim) => namespace, { narrow: 'hidden' }),
  column.text('Tenant', ({ tenant }: Claim) => tenant, { narrow: 'second' }),
  column.status(
    'Status',
    ({ status }: Claim) => status,
    ({ status }) => claimTone(status ?? ''),
    { width: '120px' },
  ),
  column.bytes('Capacity', capacityOf, {
    narrow: 'second',
    cell: (row) => {
      const size = capacityOf(row)
      return size === undefined ? displayName(row.capacity) : bytes(size)
    },
  }),
  column.text('Storage Class', ({ storageClass }: Claim) => storageClass, { id: 'class', narrow: 'hidden' }),
]

/** Volume claims of the tenants of all namespaces (spec/3 2). */
export default function Volumes() {
  const of = useStorage()
  return (
    <ListPage
      title="Storage"
      tabs={<StorageTabs value="volumes" of={of} />}
      list={{
        noun: { one: 'volume', many: 'volumes' },
        source: of.claims,
        rowKey: claimKey,
        columns,
        actions: [{ label: 'View', icon: ArrowRight, href: tenantOf }],
        empty: {
          icon: HardDrive,
          ...emptyInNamespaces(of.claims.data?.within, 'volumes'),
          text: messages.volumesHelp,
        },
        table: { name: 'claims' },
      }}
    />
  )
}
