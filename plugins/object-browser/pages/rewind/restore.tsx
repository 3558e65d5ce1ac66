import { useEffect, useState } from 'react'
import { showToast } from 'stowage/web'
import { bytes, count, counted, date, Failure, displayName } from 'stowage'
import { Button, Dialog, Stats } from 'stowage/ui'
import { startTransfers } from '../../transfers/start.ts'
import type { JobCallbacks } from '../../transfers/jobs.ts'
import { copyAll, failureOf } from '../actions/copies.ts'
import type { Step } from '../actions/copy-step.ts'
import { noun } from '../items.ts'
import { parent } from '../path.ts'
import * as styles from '../remove.css.ts'
import { type Row, stepsOf } from './rows.ts'
import { loadRewindPage } from './use-rewind.ts'

type ChangeCounts = { deleted: number; replaced: number; untouched: number; size: number }

/** All pages of objects below some folders at a point in time. */
async function* pagesOf(bucket: string, folders: readonly string[], moment: string, signal: AbortSignal) {
  for (const prefix of folders) {
    let cursor: string | undefined
    do {
      const page = await loadRewindPage({ bucket, prefix, moment, recursive: true }, cursor, signal)
      yield page.objects
      cursor = page.cursor
    } while (cursor && !signal.aborted)
  }
}

const useChangeCounts = (bucket: string, folders: readonly string[], moment: string) => {
  const [counted, setCounted] = useState<ChangeCounts>()
  const requestKey = JSON.stringify([bucket, folders, moment])
  useEffect(() => {
    const stop = new AbortController()
    const count = async () => {
      const sum: ChangeCounts = { deleted: 0, replaced: 0, untouched: 0, size: 0 }
      for await (const objects of pagesOf(bucket, folders, moment, stop.signal))
        for (const { since, size = 0, delete_flag } of objects) {
          if (delete_flag) continue
          if (since === 'deleted' || since === 'replaced') {
            sum[since] += 1
            sum.size += size
          } else sum.untouched += 1
        }
      setCounted(sum)
    }
    count().catch((error: unknown) => {
      if (!stop.signal.aborted && !(error instanceof Failure)) throw error
    })
    return () => stop.abort()
  }, [requestKey])
  return counted
}

type RestoreProps = {
  bucket: string
  moment: string
  rows: readonly Pick<Row, 'path' | 'kind' | 'version'>[]
  onClose: () => void
  onDone: () => void
}

/**
 * Dialog that restores objects and folders as of a point in time, after showing the changes; the dock shows progress.
 */
export const Restore = ({ bucket, moment, rows, onClose, onDone }: RestoreProps) => {
  const folders = rows.filter(({ kind }) => kind === 'folder').map(({ path }) => path)
  const keys = rows.filter(({ kind }) => kind === 'object')
  const changes = useChangeCounts(bucket, folders, moment)
  const size = (changes ? changes.deleted + changes.replaced : 0) + keys.length
  const hasNoChanges = changes !== undefined && size === 0

  async function* steps(signal: AbortSignal): AsyncGenerator<Step[]> {
    if (keys.length > 0) yield keys.map(({ path, version }) => ({ path, version_id: version, to: path }))
    for await (const objects of pagesOf(bucket, folders, moment, signal)) yield stepsOf(objects)
  }
  const [first] = rows
  const single = rows.length === 1 && first
  const run = async ({ signal, onProgress }: JobCallbacks) => {
    const { done, failed } = await copyAll(
      bucket,
      steps(signal),
      { existing: 'replace' },
      { signal, onWait: () => undefined, onProgress: (now) => onProgress(now.done) },
    )
    onDone()
    if (signal.reason === 'cancelled') showToast(`Stopped after ${counted(done, noun)}`)
    signal.throwIfAborted()
    if (done > 0) showToast(`${counted(done, noun)} restored`)
    if (failed.length > 0) throw failureOf('restored', failed)
  }
  const start = () => {
    startTransfers([
      { bucket, key: single ? first.path : parent(first?.path ?? ''), size, verbs: ['Restoring', 'Restored'], run },
    ])
    onClose()
  }
  const subject = single ? displayName(first.path || bucket) : counted(rows.length, noun)
  return (
    <Dialog
      title={folders.length === 1 && rows.length === 1 ? 'Restore Folder' : 'Restore Objects'}
      size="confirm"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button tone="primary" onPress={start} disabled={hasNoChanges && 'No changes since then'}>
            Restore
          </Button>
        </>
      }
    >
      <p className={styles.summary}>
        This brings <strong>{subject}</strong> back to {date(moment)}. Restores those versions as the latest. Nothing is
        deleted.
      </p>
      {folders.length > 0 && (
        <Stats
          of={[
            { label: 'Deleted since', value: changes && count(changes.deleted) },
            { label: 'Replaced since', value: changes && count(changes.replaced) },
            { label: 'Unchanged', value: changes && count(changes.untouched) },
            { label: 'Size', value: changes && bytes(changes.size) },
          ]}
        />
      )}
    </Dialog>
  )
}
