import Boxes from 'lucide-react/icons/boxes'
import Plus from 'lucide-react/icons/plus'
import { Button, column, ListTab } from 'stowage/ui'
import { showError, useRefusals } from 'stowage/web'
import { poolName } from '../../pages/pool-name.ts'
import { Topology } from '../../topology/pages/topology.tsx'
import type { Pool } from '../contract.ts'
import type { PanelProps } from './panel.ts'

const sizeOf = ({ servers, volumes_per_server: volumes, volume_configuration: { size } }: Pool) =>
  servers * volumes * size
const drivesOf = ({ servers, volumes_per_server: volumes }: Pool) => servers * volumes

const columns = [
  column.name('Name', ({ name }: Pool) => name),
  column.text('Storage Class', ({ volume_configuration: { storage_class_name: name } }: Pool) => name, {
    id: 'class',
    narrow: 'hidden',
  }),
  column.bytes('Capacity', sizeOf, { width: 'minmax(0, 1fr)', narrow: 'second' }),
  column.count('# of Instances', ({ servers }: Pool) => servers, { id: 'instances', width: 'minmax(0, 1fr)' }),
  column.count('# of Drives', drivesOf, { id: 'drives', width: 'minmax(0, 1fr)' }),
]

/** Pools of a tenant; those without a name, from older operators, are named after their StatefulSet. */
export const Pools = ({ tenant, at, pods, volumes, reload }: PanelProps) => {
  const refusal = useRefusals({ add: { action: 'k8s:patch:tenants.minio.min.io', namespace: at.namespace } })
  const expand = async () => {
    const { addPool } = await import('./add-pool.tsx')
    if (await addPool(at, tenant)) await reload()
  }
  const rows = (tenant.pools ?? []).map((pool) => ({ ...pool, name: poolName(tenant.name, pool) }))
  return (
    <>
      <ListTab
        noun={{ one: 'pool', many: 'pools' }}
        source={{ rows, reload }}
        rowKey={({ name }) => name}
        columns={columns}
        tools={
          <Button
            icon={Plus}
            disabled={refusal('add') || (tenant.deletion_date !== undefined && 'The tenant is being deleted')}
            onPress={() => void expand().catch(showError)}
          >
            Expand Tenant
          </Button>
        }
        empty={{ icon: Boxes, title: 'No Pools found' }}
        table={{ name: 'tenant-pools', height: 'content' }}
      />
      <Topology tenant={tenant} at={at} pods={pods} volumes={volumes} />
    </>
  )
}
