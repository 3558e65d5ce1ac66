import { useState } from 'react'
import { showToast } from 'stowage/web'
import { counted, displayName } from 'stowage'
import { Button, Dialog, ErrorBanner, Field, Figures, TextInput } from 'stowage/ui'
import { Running, FailureList, useProgress } from './acts/use-progress.tsx'
import { type Restorability, undoOf } from './deleted.ts'
import { noun } from './items.ts'
import { bareName } from './path.ts'
import { type DeletionTargets, removeAll } from './removal.ts'
import * as styles from './remove.css.ts'
import { undoOfRemoval } from './restoring.ts'
import { useFolderTotals } from './use-folder-totals.ts'
import * as messages from '../messages.ts'

const folders = { one: 'folder', many: 'folders' }

/** Text to type before folders are permanently deleted: the folder's name, or the bucket's if that cannot be typed. */
const typedFor = (bucket: string, { keys, folders: below }: DeletionTargets) => {
  if (below.length === 0) return undefined
  const name = keys.length + below.length === 1 ? bareName(below[0] ?? '') : ''
  return name && displayName(name) === name ? name : bucket
}

const Summary = ({ toDelete, restorable }: { toDelete: DeletionTargets; restorable: Restorability }) => {
  const [first = ''] = [...toDelete.keys, ...toDelete.folders]
  const single = toDelete.keys.length + toDelete.folders.length === 1
  const parts = [
    toDelete.keys.length > 0 && counted(toDelete.keys.length, noun),
    toDelete.folders.length > 0 && counted(toDelete.folders.length, folders),
  ].filter(Boolean)
  return (
    <p className={styles.summary}>
      This deletes <strong>{single ? displayName(first) : parts.join(' and ')}</strong>
      {toDelete.folders.length > 0 && (single ? ' and everything in it' : ', with everything in the folders')}.{' '}
      {restorable === 'none' ? messages.cannotBeUndone : undoOf(restorable)}
    </p>
  )
}

const describe = ({ keys, folders: below }: DeletionTargets) =>
  keys.length === 1 && !below.length ? 'Object deleted successfully' : 'Objects deleted successfully'

type RemoveProps = {
  bucket: string
  toDelete: DeletionTargets
  restorable: Restorability
  onClose: () => void
  onRemoved: () => void
}

/** Confirmation that deletes step by step with progress, and lists what failed. */
export const Remove = ({ bucket, toDelete, restorable, onClose, onRemoved }: RemoveProps) => {
  const progress = useProgress()
  const [text, setText] = useState('')
  const figures = useFolderTotals(bucket, toDelete.folders)
  const typed = restorable === 'all' ? undefined : typedFor(bucket, toDelete)
  const missing = typed !== undefined && text !== typed && `Type ${typed} first`
  const ended = progress.state === 'ended'

  const run = async () => {
    const deleted = restorable === 'all' ? new Set<string>() : undefined
    const result = await progress.run((line) => removeAll(bucket, toDelete, line, deleted))
    onRemoved()
    if (!result || result.failed.length > 0) return
    const undo = deleted && undoOfRemoval(bucket, toDelete.folders, deleted)
    showToast(result.stopped ? `Stopped after ${counted(result.done, noun)}` : describe(toDelete), undo)
    onClose()
  }
  const cancel = () => (progress.busy ? progress.stop() : onClose())

  const many = toDelete.folders.length > 0 || toDelete.keys.length > 1
  return (
    <Dialog
      title={many ? 'Delete Objects' : 'Delete Object'}
      size="confirm"
      onClose={cancel}
      footer={
        ended ? (
          <Button onPress={onClose}>Close</Button>
        ) : (
          <>
            <Button onPress={cancel} busy={progress.state === 'stopping' ? 'Stopping' : ''}>
              Cancel
            </Button>
            <Button tone="danger" onPress={() => void run()} busy={progress.busy ? 'Deleting' : ''} disabled={missing}>
              Delete
            </Button>
          </>
        )
      }
    >
      <ErrorBanner error={progress.failure} onClose={progress.forget} />
      {ended ? (
        <FailureList verb="deleted" done={progress.done} />
      ) : (
        <Summary toDelete={toDelete} restorable={restorable} />
      )}
      {!ended && figures && <Figures of={figures} />}
      {progress.state === 'asking' && typed !== undefined && (
        <Field label={`Type ${typed} to confirm`}>
          <TextInput value={text} onChange={setText} />
        </Field>
      )}
      {progress.busy && many && (
        <Running label="Deleting" verb="deleted" done={progress.done} waits={progress.failure !== undefined} />
      )}
    </Dialog>
  )
}
