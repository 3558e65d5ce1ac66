import ArrowRight from 'lucide-react/icons/arrow-right'
import Package from 'lucide-react/icons/package'
import Trash from 'lucide-react/icons/trash'
import { duration } from 'stowage'
import { column, ListTab, Status } from 'stowage/ui'
import { podStateText, podTone } from '../../pages/pod-tone.ts'
import type { Pod } from '../contract.ts'
import type { PanelProps } from './panel.ts'
import { podPlace } from './tenant-path.ts'
import { deletePod } from './removals.tsx'

/** Age of a pod: months and days, or the largest unit only if younger (operator 3.2). */
export const ageOf = ({ timeCreated }: Pick<Pod, 'timeCreated'>, now = Date.now()) => {
  const parts = duration(now / 1000 - timeCreated).split(' ')
  return parts.slice(0, parts[1]?.startsWith('month') ? 4 : 2).join(' ')
}

export const Pods = ({ at, pods }: PanelProps) => (
  <ListTab
    noun={{ one: 'pod', many: 'pods' }}
    source={{ ...pods, rows: pods.data, on: { namespace: at.namespace } }}
    rowKey={({ name }) => name}
    columns={[
      column.name('Name', ({ name }: Pod) => name, {
        width: 'minmax(0, 1.4fr)',
        href: ({ name }) => podPlace(at, name),
      }),
      column.text('Status', ({ reason }: Pod) => reason, {
        width: 'minmax(148px, 168px)',
        cell: (pod) => <Status tone={podTone(pod)}>{podStateText(pod)}</Status>,
        narrow: 'second',
      }),
      column.text('Age', ({ timeCreated }: Pod) => -timeCreated, {
        width: 'minmax(116px, 138px)',
        cell: (pod) => ageOf(pod),
        narrow: 'hidden',
      }),
      column.count('Restarts', ({ restarts }: Pod) => restarts, { width: '72px' }),
      column.text('Node', ({ node }: Pod) => node, { narrow: 'second' }),
      // the last columns are the first to be hidden in a narrow window
      column.text('Pod IP', ({ podIP }: Pod) => podIP, { id: 'ip', narrow: 'hidden' }),
      column.count('Ready', ({ readyContainers, totalContainers }: Pod) => readyContainers - totalContainers, {
        width: '64px',
        cell: ({ readyContainers, totalContainers }) => `${readyContainers}/${totalContainers}`,
      }),
    ]}
    actions={[
      { label: 'View', icon: ArrowRight, href: ({ name }) => podPlace(at, name) },
      {
        label: 'Delete',
        icon: Trash,
        tone: 'danger',
        call: ['k8s:delete:pods'],
        run: ([{ name }]) => deletePod(at, name),
      },
    ]}
    empty={{ icon: Package }}
    table={{ name: 'tenant-pods' }}
  />
)
