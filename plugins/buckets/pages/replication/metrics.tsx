import { bytes, counted, date, duration } from 'stowage'
import { Stats } from 'stowage/ui'
import type { ReplicationStatus } from '../../replication.ts'
import * as styles from './replication.css.ts'
import * as messages from '../../messages.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** Pending and replicated objects of a bucket, and failed attempts, summed over its targets. */
export const ReplicationMetrics = ({ of, loaded }: { of: ReplicationStatus | undefined; loaded: boolean }) => {
  const value = (text: (status: ReplicationStatus) => string) => (of ? text(of) : loaded ? 'N/A' : undefined)
  const totalOf = (status: ReplicationStatus, name: 'failed' | 'replicated') => ({
    objects: sum(status.targets.map((target) => target[name].objects)),
    size: sum(status.targets.map((target) => target[name].bytes)),
  })
  const amount = (objects: number, size: number, noun = { one: 'object', many: 'objects' }) =>
    `${counted(objects, noun)}, ${bytes(size)}`
  const attempts = { one: 'attempt', many: 'attempts' }
  return (
    <div className={styles.metrics}>
      <Stats
        of={[
          { label: 'Pending', value: value(({ pending }) => amount(pending.objects, pending.bytes)) },
          {
            label: 'Failed',
            value: value((status) =>
              amount(totalOf(status, 'failed').objects, totalOf(status, 'failed').size, attempts),
            ),
          },
          {
            label: 'Replicated',
            value: value((status) => amount(totalOf(status, 'replicated').objects, totalOf(status, 'replicated').size)),
          },
          { label: 'Rate', value: value(({ targets }) => `${bytes(sum(targets.map(({ rate }) => rate)))}/s`) },
        ]}
      />
    </div>
  )
}

/** The period that metrics cover, from the time they were read in ms. */
export const countedSince = ({ uptime }: ReplicationStatus, asOf: number) =>
  messages.countedSinceServerStart(duration(uptime), date(new Date(asOf).toISOString()))
