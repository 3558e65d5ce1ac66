import HardDrive from 'lucide-react/icons/hard-drive'
import { column, ListTab, useRows } from 'stowage/ui'
import type { Volume } from '../contract.ts'
import type { PanelProps } from './panel.ts'

const toneOf = (status: string) => (status === 'Bound' ? 'ok' : status === 'Lost' ? 'danger' : 'warning')

const columns = [
  column.name('Name', ({ name }: Volume) => name),
  column.status(
    'Status',
    ({ status }: Volume) => status,
    ({ status }) => toneOf(status),
    { width: '130px' },
  ),
  column.bytes('Capacity', ({ size }: Volume) => size, { width: '120px', narrow: 'second' }),
  column.text('Storage Class', ({ storageClass }: Volume) => storageClass, { id: 'class', narrow: 'hidden' }),
]

export const Volumes = ({ volumes }: PanelProps) => (
  <ListTab
    noun={{ one: 'volume', many: 'volumes' }}
    source={useRows(volumes, ({ pvcs }) => pvcs ?? [])}
    rowKey={({ name }) => name}
    columns={columns}
    empty={{ icon: HardDrive }}
    table={{ name: 'tenant-volumes' }}
  />
)
