import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useId, useState } from 'react'
import * as v from 'valibot'
import { call, showToast } from 'stowage/web'
import { bytes, counted, displayName } from 'stowage'
import { Button, Dialog, FormFields, Icon, Select, Spinner, useForm, Muted } from 'stowage/ui'
import { fields as formClass } from 'stowage/classes'
import type { ListedBucket } from '../columns.tsx'
import { type Result, type Row as Assignment, type Shared, useAssignments } from './assign.ts'
import { layout, region, remote, scope, sending, toSendingOptions } from './fields.ts'
import { initial } from './set.tsx'
import { addressOf } from './rule-display.ts'
import * as styles from './bulk.css.ts'
import { replication } from '../../replication.ts'
import * as messages from '../../messages.ts'

const { storageClass, existing, metadata, markers, deletes } = scope
const Remote = v.object({ ...remote, region, ...sending, storageClass, existing, metadata, markers, deletes })
type Configuration = v.InferOutput<typeof Remote>

const sharedOf = ({
  targetURL,
  tls,
  accessKey,
  secretKey,
  region,
  storageClass,
  existing,
  metadata,
  markers,
  deletes,
  ...how
}: Configuration): Shared => ({
  accessKey,
  secretKey,
  targetURL: addressOf(targetURL, tls),
  region,
  ...toSendingOptions(how),
  storageClass,
  replicateExisting: existing,
  replicateMetadata: metadata,
  replicateDeleteMarkers: markers,
  replicateDeletes: deletes,
})

const ResultCell = ({ result }: { result: Result }) => {
  if (result === 'none') return null
  if (result === 'waiting') return <>Waiting</>
  if (result === 'running')
    return (
      <>
        <Spinner /> Adding the rule
      </>
    )
  if (result === 'done')
    return (
      <>
        <Icon of={CircleCheck} /> Replicating
      </>
    )
  return (
    <>
      <Icon of={CircleAlert} label="failed" />
      <span className={styles.failed} title={displayName(result.detail ?? result.failed)}>
        {displayName(result.failed)}
      </span>
    </>
  )
}

const names = ['Remote Configuration', 'Bucket Assignments'] as const

const Steps = ({ at }: { at: 0 | 1 }) => (
  <ol className={styles.steps}>
    {names.map((name, index) => (
      <li
        key={name}
        className={styles.step[index === at ? 'now' : 'other']}
        aria-current={index === at ? 'step' : undefined}
      >
        {`${index + 1}. ${name}`}
      </li>
    ))}
  </ol>
)

type LineProps = {
  row: Assignment
  size: number | undefined
  remotes: readonly string[]
  locked: boolean
  onChoose: (remote: string) => void
}

const Line = ({ row: { bucket, remote, result }, size, remotes, locked, onChoose }: LineProps) => (
  <li className={styles.line[result === 'done' ? 'leaving' : 'here']}>
    <span className={styles.name}>{displayName(bucket)}</span>
    <span className={styles.usage}>{size === undefined ? '—' : bytes(size)}</span>
    <Select
      label={`Remote bucket for ${displayName(bucket)}`}
      value={remote}
      state={locked ? 'locked' : 'open'}
      onChange={onChoose}
      options={remotes.map((name) => ({ value: name, label: displayName(name) }))}
    />
    <span className={styles.result} role="status">
      <ResultCell result={result} />
    </span>
  </li>
)

type BulkProps = { chosen: readonly ListedBucket[]; onClose: () => void; onDone: () => void }

/** Replicates several buckets to one storage server: first the connection, then the assignment of buckets. */
export const SetMultipleReplication = ({ chosen, onClose, onDone }: BulkProps) => {
  const id = useId()
  const [at, go] = useState<0 | 1>(0)
  const [connection, setFound] = useState<{ remotes: readonly string[]; shared: Shared }>()
  const onAssigned = () => {
    showToast(`${counted(chosen.length, { one: 'bucket replicates', many: 'buckets replicate' })} now`)
    onDone()
    onClose()
  }
  const { rows, running, stopping, offer, choose, run, stop } = useAssignments(
    chosen.map(({ name }) => name),
    onAssigned,
  )
  const form = useForm({
    schema: Remote,
    initial,
    fields: layout,
    onSubmit: async (configuration) => {
      const { targetURL, tls, accessKey, secretKey, region } = configuration
      const { buckets: listed } = await call(replication.externalBuckets, {
        body: { accessKey, secretKey, targetURL, useTLS: tls, region },
      })
      const remotes = (listed ?? []).map(({ name }) => name)
      setFound({ remotes, shared: sharedOf(configuration) })
      offer(remotes)
      go(1)
    },
  })
  const without = rows.filter(({ remote }) => remote === '').length
  const failed = rows.filter(({ result }) => typeof result === 'object').length
  const done = chosen.length - rows.filter(({ result }) => result !== 'done').length
  const leave = () => {
    if (done > 0) onDone()
    onClose()
  }
  const counts = `${done} of ${chosen.length} set up${failed > 0 ? `, ${failed} failed` : ''}`

  if (at === 0)
    return (
      <Dialog
        title="Set Multiple Bucket Replication"
        size="wide"
        onClose={leave}
        dirty={form.dirty || connection !== undefined}
        footer={
          <>
            <Button onPress={leave}>Cancel</Button>
            <Button tone="primary" submit form={id} busy={form.busy ? 'Looking' : undefined}>
              Next
            </Button>
          </>
        }
      >
        <Steps at={0} />
        <form id={id} ref={form.element} className={formClass} noValidate onSubmit={form.submit}>
          <FormFields form={form} />
        </form>
      </Dialog>
    )
  return (
    <Dialog
      title="Set Multiple Bucket Replication"
      size="wide"
      onClose={running ? stop : leave}
      dirty={!running}
      note={done > 0 || failed > 0 ? counts : undefined}
      footer={
        <>
          <Button disabled={running && 'Wait until it has finished'} onPress={() => go(0)}>
            Back
          </Button>
          <Button onPress={running ? stop : leave}>{running ? (stopping ? 'Stopping' : 'Stop') : 'Cancel'}</Button>
          <Button
            tone="primary"
            busy={running ? 'Creating' : undefined}
            disabled={
              without > 0 && `${counted(without, { one: 'bucket has', many: 'buckets have' })} no remote bucket`
            }
            onPress={() => connection && void run(connection.shared)}
          >
            Create
          </Button>
        </>
      }
    >
      <Steps at={1} />
      <div>
        <div className={styles.head} aria-hidden>
          <span>Source bucket</span>
          <span className={styles.usage}>Usage</span>
          <span>Remote bucket</span>
          <span>Result</span>
        </div>
        <ul>
          {rows.map((row) => (
            <Line
              key={row.bucket}
              row={row}
              size={chosen.find(({ name }) => name === row.bucket)?.size}
              remotes={connection?.remotes ?? []}
              locked={running}
              onChoose={(remote) => choose(row.bucket, remote)}
            />
          ))}
        </ul>
      </div>
      <Muted as="p">{messages.bulkReplicationHelp}</Muted>
    </Dialog>
  )
}
