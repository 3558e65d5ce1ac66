import FileSearch from 'lucide-react/icons/file-search'
import Recycle from 'lucide-react/icons/recycle'
import { useEffect, useRef, useState } from 'react'
import { bytes, count, counted, Failure } from 'stowage'
import { column, Button, type Column, Dialog, ErrorBanner, Stats, Table } from 'stowage/ui'
import type { LifecyclePreview, LifecycleRule } from '../../contract.ts'
import * as styles from '../empty.css.ts'
import { emptySums, continuePreview, type Previewed, type Sums } from './continue-preview.ts'
import { Scope } from './scope.tsx'
import { describeActions } from './describe-rule.ts'
import * as messages from '../../messages.ts'

type Expiring = LifecyclePreview['keys'][number]

const kinds = { current: 'Object', older: 'Older version', marker: 'Delete marker' }

const columns: Column<Expiring & { at: number }>[] = [
  column.mono('Key', ({ name }) => name, { id: 'name', width: 'minmax(0, 2fr)', narrow: 'main' }),
  column.text('What', ({ as }) => kinds[as], { id: 'as', width: '136px', narrow: 'second' }),
  column.bytes('Size', ({ size }) => size, { width: '104px', narrow: 'second' }),
]

const noun = { one: 'version', many: 'versions' }

/** Runs a preview until it is stopped or the component unmounts. */
const usePreview = (bucket: string, of: Previewed) => {
  const [sums, setSums] = useState<Sums>(emptySums)
  const [failure, setFailure] = useState<Failure>()
  const [running, setRunning] = useState(true)
  const stop = useRef(new AbortController())
  const run = (from: Sums) => {
    stop.current = new AbortController()
    const { signal } = stop.current
    setRunning(true)
    setFailure(undefined)
    continuePreview(bucket, of, from, setSums, signal)
      .catch((error: unknown) => {
        if (!(error instanceof Failure)) throw error
        if (!signal.aborted) setFailure(error)
      })
      .finally(() => setRunning(false))
  }
  useEffect(() => {
    run(emptySums)
    return () => stop.current.abort()
  }, [bucket])
  const dismiss = () => setFailure(undefined)
  return { sums, failure, running, stop: () => stop.current.abort(), resume: () => run(sums), dismiss }
}

/** Button in a rule's form that opens its preview; `missing` is why the rule has none yet. */
export const PreviewButton = ({ missing, isValid, onPress }: PreviewButtonProps) => (
  <div>
    <Button icon={FileSearch} disabled={missing || (!isValid && 'Correct the marked fields first')} onPress={onPress}>
      Preview
    </Button>
  </div>
)
type PreviewButtonProps = { missing: string | false; isValid: boolean; onPress: () => void }

type PreviewProps = { bucket: string; of: Previewed; rule?: LifecycleRule; onClose: () => void }

/** Objects that a rule would expire now: count, size and first keys. Changes nothing. */
export const Preview = ({ bucket, of, rule, onClose }: PreviewProps) => {
  const { sums, failure, running, stop, resume, dismiss } = usePreview(bucket, of)
  const { scanned, size, state } = sums
  const unlessPending = (value: string) => (scanned === 0 && running ? undefined : value)
  const rest = sums.count - sums.keys.length
  return (
    <Dialog
      title="Preview Lifecycle Rule"
      onClose={onClose}
      note={
        running
          ? `Checked ${counted(scanned, noun)} so far`
          : state === 'open'
            ? `Stopped after ${counted(scanned, noun)}`
            : undefined
      }
      footer={
        <>
          {running && <Button onPress={stop}>Stop</Button>}
          {!running && state === 'open' && <Button onPress={resume}>Continue</Button>}
          <Button onPress={onClose}>Close</Button>
        </>
      }
    >
      <ErrorBanner error={failure} onClose={dismiss} />
      <p className={styles.description}>
        {rule && (
          <>
            {describeActions(rule)}. Applies to <Scope of={rule} />.{' '}
          </>
        )}
        What the rule would expire now. With versioning, an expired object remains as an older version behind a delete
        marker. Versions under a legal hold or retention are kept.
      </p>
      <Stats
        of={[
          { label: 'Would expire', value: unlessPending(count(sums.count)) },
          { label: 'Size', value: unlessPending(bytes(size)) },
          { label: 'Scanned', value: unlessPending(count(scanned)) },
        ]}
      />
      {(sums.count > 0 || state === 'ended') && (
        <Table
          rows={sums.keys.map((key, at) => ({ ...key, at }))}
          columns={columns}
          rowKey={({ at }) => String(at)}
          noun={noun}
          height="content"
          sort="none"
          empty={{ icon: Recycle, title: 'Nothing would expire', text: messages.noVersionIsOldEnough }}
          countOf={() =>
            rest > 0 ? messages.firstOfMany(count(sums.keys.length), count(rest)) : counted(sums.count, noun)
          }
        />
      )}
    </Dialog>
  )
}
