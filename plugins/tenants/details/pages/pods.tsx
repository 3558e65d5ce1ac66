import ArrowRight from 'lucide-react/icons/arrow-right'
import Package from 'lucide-react/icons/package'
import Trash from 'lucide-react/icons/trash'
import { count, duration } from 'stowage'
import { useQuery, useRefusals } from 'stowage/web'
import { type Column, Search, Status, Table, Toolbar } from 'stowage/ui'
import { podStateText, podTone } from '../../pages/pod-tone.ts'
import type { Pod } from '../contract.ts'
import type { PanelProps } from './panel.ts'
import { podPlace } from './place.ts'
import { deletePod } from './removals.tsx'

/** Age of a pod: months and days, or the largest unit only if younger (operator 3.2). */
export const ageOf = ({ timeCreated }: Pick<Pod, 'timeCreated'>, now = Date.now()) => {
  const words = duration(now / 1000 - timeCreated).split(' ')
  return words.slice(0, words[1]?.startsWith('month') ? 4 : 2).join(' ')
}

export const Pods = ({ at, pods }: PanelProps) => {
  const [search, setSearch] = useQuery('search')
  const refusal = useRefusals({ remove: { action: 'k8s:delete:pods', namespace: at.namespace } })
  const remove = async (pod: string) => {
    if (await deletePod(at, pod)) await pods.reload()
  }
  const columns: Column<Pod>[] = [
    {
      id: 'name',
      title: 'Name',
      look: 'name',
      width: 'minmax(0, 1.4fr)',
      value: ({ name }) => name,
      href: ({ name }) => podPlace(at, name),
      narrow: 'main',
    },
    {
      id: 'status',
      title: 'Status',
      width: 'minmax(148px, 168px)',
      value: ({ reason }) => reason,
      cell: (pod) => <Status tone={podTone(pod)}>{podStateText(pod)}</Status>,
      narrow: 'second',
    },
    {
      id: 'age',
      title: 'Age',
      width: 'minmax(116px, 138px)',
      value: ({ timeCreated }) => -timeCreated,
      cell: (pod) => ageOf(pod),
      narrow: 'hidden',
    },
    {
      id: 'restarts',
      title: 'Restarts',
      look: 'number',
      width: '72px',
      value: ({ restarts }) => restarts,
      cell: ({ restarts }) => count(restarts),
      narrow: 'hidden',
    },
    { id: 'node', title: 'Node', value: ({ node }) => node, narrow: 'second' },
    // the last columns are the first to be hidden in a narrow window
    { id: 'ip', title: 'Pod IP', value: ({ podIP }) => podIP, narrow: 'hidden' },
    {
      id: 'ready',
      title: 'Ready',
      look: 'number',
      width: '64px',
      value: ({ readyContainers, totalContainers }) => readyContainers - totalContainers,
      cell: ({ readyContainers, totalContainers }) => `${readyContainers}/${totalContainers}`,
      narrow: 'hidden',
    },
  ]
  return (
    <>
      <Toolbar>
        <Search label="Search Pods" value={search} onChange={setSearch} />
      </Toolbar>
      <Table
        rows={pods.error ? [] : pods.data}
        columns={columns}
        rowKey={({ name }) => name}
        noun={{ one: 'pod', many: 'pods' }}
        name="tenant-pods"
        search={search}
        onClearSearch={() => setSearch('')}
        actions={({ name }) => [
          { label: 'View', icon: ArrowRight, href: podPlace(at, name) },
          {
            label: 'Delete',
            icon: Trash,
            tone: 'danger',
            disabled: refusal('remove'),
            onSelect: () => void remove(name),
          },
        ]}
        empty={{ icon: Package }}
        error={pods.error}
        onRetry={() => void pods.reload()}
      />
    </>
  )
}
