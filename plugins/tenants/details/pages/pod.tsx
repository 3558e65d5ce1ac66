import Package from 'lucide-react/icons/package'
import { displayName, displayText } from 'stowage'
import { useQuery } from 'stowage/web'
import { Banner, Empty, LoadError, Skeleton, Tabs, Muted, Row } from 'stowage/ui'
import { podTone } from '../../pages/pod-tone.ts'
import * as styles from './details.css.ts'
import { Events } from './events.tsx'
import { Log } from './log.tsx'
import type { PanelProps } from './panel.ts'
import { ageOf } from './pods.tsx'
import * as messages from '../../messages.ts'

/** Events, log and details of a pod. */
export const PodPanel = ({ at, pods, pod: name }: Pick<PanelProps, 'at' | 'pods'> & { pod: string }) => {
  const [tabInQuery, setTab] = useQuery('tab', 'events')
  const tab = tabInQuery === 'logs' ? 'logs' : 'events'
  const pod = pods.data?.find((one) => one.name === name)
  if (pods.error) return <LoadError what="the pods" error={pods.error} onRetry={() => void pods.reload()} />
  if (!pods.data) return <Skeleton rows={5} columns={1} />
  if (!pod)
    return <Empty icon={Package} title={`There is no pod "${displayName(name)}"`} text={messages.podMayBeDeleted} />
  const facts = [
    ['Age', ageOf(pod)],
    ['Pod IP', pod.podIP || '—'],
    ['Ready', `${pod.readyContainers}/${pod.totalContainers}`],
    ['Restarts', String(pod.restarts)],
    ['Node', pod.node || '—'],
  ] as const
  return (
    <>
      {pod.failure && podTone(pod) !== 'ok' && (
        <Banner tone={podTone(pod) === 'danger' ? 'danger' : 'warning'}>{displayText(pod.failure)}</Banner>
      )}
      <Row gap={[2, 5]} wrap align="stretch" className={styles.facts}>
        {facts.map(([label, value]) => (
          <span key={label}>
            <Muted>{label}</Muted> {value}
          </span>
        ))}
      </Row>
      <Tabs
        label={`Pod ${displayName(name)}`}
        value={tab}
        onChange={setTab}
        items={[
          { id: 'events', label: 'Events' },
          { id: 'logs', label: 'Logs' },
        ]}
      >
        {tab === 'events' ? <Events at={at} pod={name} /> : <Log at={at} pod={pod} />}
      </Tabs>
    </>
  )
}
