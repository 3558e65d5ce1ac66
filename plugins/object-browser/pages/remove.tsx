import { useEffect, useRef, useState } from 'react'
import { say } from '../../../core/banners.ts'
import { Failure } from '../../../core/failure.ts'
import { count, shown } from '../../../core/format.ts'
import { Banner, ErrorBanner } from '../../../core/ui/banner.tsx'
import { Button } from '../../../core/ui/button.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { Field, TextInput } from '../../../core/ui/field.tsx'
import { Figures } from '../../../core/ui/figures.tsx'
import { Progress } from '../../../core/ui/progress.tsx'
import { counted } from '../../../core/ui/words.ts'
import { type Keeps, undoOf } from './deleted.ts'
import { noun } from './items.ts'
import { bareName } from './path.ts'
import { type Doomed, removeAll, type Removed } from './removal.ts'
import * as styles from './remove.css.ts'
import { useFolderFigures } from './use-walk.ts'

const folders = { one: 'folder', many: 'folders' }

/** As many failures as one would read; the rest is counted. */
const FAILURES = 100

/** What has to be typed before folders go for good: the one's name, or where that cannot be typed the bucket's. */
const typedFor = (bucket: string, { keys, folders: below }: Doomed) => {
  if (below.length === 0) return undefined
  const name = keys.length + below.length === 1 ? bareName(below[0] ?? '') : ''
  return name && shown(name) === name ? name : bucket
}

const What = ({ doomed, keeps }: { doomed: Doomed; keeps: Keeps }) => {
  const [first = ''] = [...doomed.keys, ...doomed.folders]
  const single = doomed.keys.length + doomed.folders.length === 1
  const parts = [
    doomed.keys.length > 0 && counted(doomed.keys.length, noun),
    doomed.folders.length > 0 && counted(doomed.folders.length, folders),
  ].filter(Boolean)
  return (
    <p className={styles.what}>
      This deletes <strong>{single ? shown(first) : parts.join(' and ')}</strong>
      {doomed.folders.length > 0 && (single ? ' and everything in it' : ', with everything in the folders')}.{' '}
      {keeps === 'none' ? 'It cannot be undone.' : undoOf(keeps)}
    </p>
  )
}

const Failures = ({ failed }: { failed: Removed['failed'] }) => (
  <>
    <Banner tone="danger">{`${counted(failed.length, noun)} could not be deleted.`}</Banner>
    <ul className={styles.failures}>
      {failed.slice(0, FAILURES).map(({ path, message }) => (
        <li key={path} className={styles.failure}>
          <span className={styles.path}>{shown(path)}</span>
          <span className={styles.reason}>{message}</span>
        </li>
      ))}
      {failed.length > FAILURES && <li className={styles.reason}>and {count(failed.length - FAILURES)} more</li>}
    </ul>
  </>
)

const said = ({ keys, folders: below }: Doomed) =>
  keys.length === 1 && !below.length ? 'Object deleted successfully' : 'Objects deleted successfully'

type RemoveProps = { bucket: string; doomed: Doomed; keeps: Keeps; onClose: () => void; onRemoved: () => void }

/** Asks, deletes step by step while it tells how far it is, and lists what could not be deleted. */
export const Remove = ({ bucket, doomed, keeps, onClose, onRemoved }: RemoveProps) => {
  const [state, setState] = useState<'asking' | 'running' | 'stopping' | 'ended'>('asking')
  const [removed, setRemoved] = useState<Removed>({ deleted: 0, failed: [] })
  const [failure, setFailure] = useState<Failure>()
  const [text, setText] = useState('')
  const figures = useFolderFigures(bucket, doomed.folders)
  const typed = keeps === 'all' ? undefined : typedFor(bucket, doomed)
  const missing = typed !== undefined && text !== typed && `Type ${typed} first`
  const stop = useRef(new AbortController())
  const busy = state === 'running' || state === 'stopping'
  // nothing goes on being deleted behind another page
  useEffect(() => () => stop.current.abort(), [])

  const run = async () => {
    setState('running')
    setFailure(undefined)
    try {
      const { deleted, failed } = await removeAll(bucket, doomed, {
        onProgress: setRemoved,
        onWait: setFailure,
        signal: stop.current.signal,
      })
      onRemoved()
      if (failed.length) return setState('ended')
      say(stop.current.signal.aborted ? `Stopped after ${counted(deleted, noun)}` : said(doomed))
      onClose()
    } catch (error) {
      setState('asking')
      onRemoved()
      if (!(error instanceof Failure)) throw error
      setFailure(error)
    }
  }

  const cancel = () => {
    if (!busy) return onClose()
    setState('stopping')
    stop.current.abort()
  }

  const many = doomed.folders.length > 0 || doomed.keys.length > 1
  return (
    <Dialog
      title={many ? 'Delete Objects' : 'Delete Object'}
      size="confirm"
      onClose={cancel}
      footer={
        state === 'ended' ? (
          <Button onPress={onClose}>Close</Button>
        ) : (
          <>
            <Button onPress={cancel} busy={state === 'stopping' ? 'Stopping' : ''}>
              Cancel
            </Button>
            <Button tone="danger" onPress={() => void run()} busy={busy ? 'Deleting' : ''} disabled={missing}>
              Delete
            </Button>
          </>
        )
      }
    >
      <ErrorBanner error={failure} onClose={() => setFailure(undefined)} />
      {state === 'ended' ? <Failures failed={removed.failed} /> : <What doomed={doomed} keeps={keeps} />}
      {state !== 'ended' && figures && <Figures of={figures} />}
      {state === 'asking' && typed !== undefined && (
        <Field label={`Type ${typed} to confirm`}>
          <TextInput value={text} onChange={setText} />
        </Field>
      )}
      {busy && many && (
        <div className={styles.progress}>
          <Progress value="running" label="Deleting" />
          <p role="status">{`${counted(removed.deleted, noun)} deleted so far${failure ? '. The rest follows once the storage server is back.' : ''}`}</p>
        </div>
      )}
    </Dialog>
  )
}
