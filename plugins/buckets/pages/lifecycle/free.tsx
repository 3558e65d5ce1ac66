import { useEffect, useRef, useState } from 'react'
import { bytes, count, counted, Failure } from 'stowage'
import { call, useCall, useCallRefusals, useMissingFeature, usePermittedCalls, useQuery } from 'stowage/web'
import { Button, ErrorBanner, Muted, Row, Stack } from 'stowage/ui'
import { buckets, reclaiming } from '../../contract.ts'
import * as messages from '../../messages.ts'
import { AddRule, type RuleDraft } from './add.tsx'
import * as styles from './free.css.ts'
import { addPage, noSums, type Saving, savingsOf, type Sums } from './savings.ts'

const versions = { one: 'version', many: 'versions' }
const markers = { one: 'delete marker', many: 'delete markers' }

/** Adds up the versions of a bucket page by page, from `start` until its end or `stop`. */
const useSums = (bucket: string) => {
  const [sums, setSums] = useState<Sums>(noSums)
  const [failure, setFailure] = useState<Failure>()
  const [running, setRunning] = useState(false)
  const stopping = useRef(new AbortController())
  const start = async (from: Sums) => {
    stopping.current = new AbortController()
    const { signal } = stopping.current
    setRunning(true)
    setFailure(undefined)
    try {
      for (let next = from; next.state === 'open' && !signal.aborted; ) {
        const query = next.cursor === undefined ? {} : { cursor: next.cursor }
        next = addPage(next, await call(reclaiming.reclaimable, { params: { bucket }, query }))
        if (!signal.aborted) setSums(next)
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (!signal.aborted) setFailure(error)
    } finally {
      setRunning(false)
    }
  }
  useEffect(() => () => stopping.current.abort(), [bucket])
  const dismiss = () => setFailure(undefined)
  return { sums, failure, running, start, stop: () => stopping.current.abort(), dismiss }
}

type SavingRowProps = { of: Saving; refusal: string | false; onAdd: (draft: RuleDraft) => void }

const SavingRow = ({ of: { what, count: number, size, rule, draft }, refusal, onAdd }: SavingRowProps) => (
  <li className={styles.row}>
    <div className={styles.what}>
      <strong>{what}</strong>
      <Muted as="p">{rule}</Muted>
    </div>
    <div className={styles.value}>
      {size > 0 ? bytes(size) : ''} <Muted>{counted(number, draft.markers ? markers : versions)}</Muted>
    </div>
    <Button size="sm" disabled={refusal} onPress={() => onAdd(draft)}>
      Add Rule
    </Button>
  </li>
)

type FreeProps = { bucket: string; refusal: string | false; onDone: () => Promise<void> }

/** Data of a bucket that could be deleted, each kind with a rule that would do it. Changes nothing by itself. */
export const Free = ({ bucket, refusal, onDone }: FreeProps) => {
  const { sums, failure, running, start, stop, dismiss } = useSums(bucket)
  const noVersions = useMissingFeature('versions')
  const isManaged = useMissingFeature('administration') === undefined
  const permitted = usePermittedCalls({ versioning: buckets.versioning }, { bucket })
  const { data: versioning } = useCall(
    buckets.versioning,
    { params: { bucket } },
    { when: permitted.when('versioning') && !noVersions },
  )
  const notAllowed = useCallRefusals({ look: reclaiming.reclaimable }, { bucket })('look')
  const [isRequested] = useQuery('free')
  const [draft, setDraft] = useState<RuleDraft>()
  const isVersioned = versioning ? versioning.status === 'Enabled' : sums.noncurrent.count > 0
  const savings = savingsOf(sums, isVersioned)
  const isDone = sums.state === 'ended'
  useEffect(() => {
    if (isRequested && !notAllowed) void start(noSums)
  }, [bucket])
  return (
    <section className={styles.card} aria-labelledby="free">
      <Row gap={4} justify="between" wrap>
        <h2 id="free" className={styles.title}>
          What can be freed
        </h2>
        {running ? (
          <Button size="sm" onPress={stop}>
            Stop
          </Button>
        ) : (
          <Button size="sm" disabled={notAllowed} onPress={() => void start(isDone ? noSums : sums)}>
            {sums.scanned === 0 ? 'Calculate' : isDone ? 'Calculate Again' : 'Continue'}
          </Button>
        )}
      </Row>
      <ErrorBanner error={failure} onClose={dismiss} />
      <Stack gap={2}>
        <Muted as="p" role="status">
          {running
            ? `Checked ${counted(sums.scanned, versions)} so far`
            : sums.scanned === 0 && !isDone
              ? messages.calculateWhatCanBeFreed
              : isDone
                ? savings.length === 0
                  ? messages.nothingCanBeFreed(count(sums.scanned))
                  : messages.checkedAllVersions(count(sums.scanned))
                : `Stopped after ${counted(sums.scanned, versions)}`}
        </Muted>
      </Stack>
      {savings.length > 0 && (
        <ul className={styles.rows}>
          {savings.map((saving) => (
            <SavingRow key={saving.what} of={saving} refusal={refusal} onAdd={setDraft} />
          ))}
        </ul>
      )}
      {isManaged && (
        <Muted as="p" tone="faint">
          {messages.incompleteUploadsNeedNoRule}
        </Muted>
      )}
      {draft && <AddRule bucket={bucket} draft={draft} onClose={() => setDraft(undefined)} onDone={onDone} />}
    </section>
  )
}
