import Boxes from 'lucide-react/icons/boxes'
import Plus from 'lucide-react/icons/plus'
import { showError, useQuery, useRefusals } from 'stowage/web'
import { bytes, count } from 'stowage'
import { Button, type Column, Search, Table, Toolbar } from 'stowage/ui'
import { Topology } from '../../topology/pages/topology.tsx'
import { poolName } from '../../pages/pool-name.ts'
import type { Pool } from '../contract.ts'
import type { PanelProps } from './panel.ts'

const sizeOf = ({ servers, volumes_per_server: volumes, volume_configuration: { size } }: Pool) =>
  servers * volumes * size
const drivesOf = ({ servers, volumes_per_server: volumes }: Pool) => servers * volumes

const columns: Column<Pool>[] = [
  { id: 'name', title: 'Name', look: 'name', value: ({ name }) => name, narrow: 'main' },
  {
    id: 'class',
    title: 'Storage Class',
    value: ({ volume_configuration: { storage_class_name: name } }) => name,
    narrow: 'hidden',
  },
  {
    id: 'capacity',
    title: 'Capacity',
    look: 'number',
    value: sizeOf,
    cell: (pool) => bytes(sizeOf(pool)),
    narrow: 'second',
  },
  {
    id: 'instances',
    title: '# of Instances',
    look: 'number',
    value: ({ servers }) => servers,
    cell: ({ servers }) => count(servers),
    narrow: 'hidden',
  },
  {
    id: 'drives',
    title: '# of Drives',
    look: 'number',
    value: drivesOf,
    cell: (pool) => count(drivesOf(pool)),
    narrow: 'hidden',
  },
]

/** Pools of a tenant; those without a name, from older operators, are named after their StatefulSet. */
export const Pools = ({ tenant, at, pods, volumes, reload }: PanelProps) => {
  const [search, setSearch] = useQuery('search')
  const refusal = useRefusals({ add: { action: 'k8s:patch:tenants.minio.min.io', namespace: at.namespace } })
  const expand = async () => {
    const { addPool } = await import('./add-pool.tsx')
    if (await addPool(at, tenant)) await reload()
  }
  const rows = (tenant.pools ?? []).map((pool) => ({ ...pool, name: poolName(tenant.name, pool) }))
  return (
    <>
      <Toolbar>
        <Search label="Filter" value={search} onChange={setSearch} />
        <Button
          icon={Plus}
          disabled={refusal('add') || (tenant.deletion_date !== undefined && 'The tenant is being deleted')}
          onPress={() => void expand().catch(showError)}
        >
          Expand Tenant
        </Button>
      </Toolbar>
      <Table
        rows={rows}
        columns={columns}
        rowKey={({ name }) => name}
        noun={{ one: 'pool', many: 'pools' }}
        name="tenant-pools"
        height="content"
        search={search}
        onClearSearch={() => setSearch('')}
        empty={{ icon: Boxes, title: 'No Pools found' }}
      />
      <Topology tenant={tenant} at={at} pods={pods} volumes={volumes} />
    </>
  )
}
