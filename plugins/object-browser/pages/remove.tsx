import { useState } from 'react'
import { showToast } from 'stowage/web'
import { counted, displayName } from 'stowage'
import { Field, Stats, TextInput } from 'stowage/ui'
import { ProgressDialog } from './actions/progress-dialog.tsx'
import { useProgress } from './actions/use-progress.ts'
import { type Restorability, undoOf } from './deleted.ts'
import { noun } from './items.ts'
import { bareName } from './path.ts'
import { type DeletedKeys, type DeletionTargets, removeAll } from './removal.ts'
import * as styles from './remove.css.ts'
import { Subject } from './subject.tsx'
import { undoOfRemoval } from './restoring.ts'
import { useFolderTotals } from './use-folder-totals.ts'
import * as messages from '../messages.ts'

/** Text to type before folders are permanently deleted: the folder's name, or the bucket's if that cannot be typed. */
const typedFor = (bucket: string, { keys, folders: below }: DeletionTargets) => {
  if (below.length === 0) return undefined
  const name = keys.length + below.length === 1 ? bareName(below[0] ?? '') : ''
  return name && displayName(name) === name ? name : bucket
}

const describe = ({ keys, folders: below }: DeletionTargets) => {
  const [name = ''] = [...keys, ...below]
  const isObject = keys.length === 1 && below.length === 0
  return messages.objectsDeleted(isObject, keys.length + below.length === 1 ? displayName(name) : '')
}

type RemoveProps = {
  bucket: string
  toDelete: DeletionTargets
  restorable: Restorability
  onClose: () => void
  /** Called when some of it may be deleted, such as before a failure. */
  onChanged: () => void
  /** Called when all of it is deleted. */
  onDeleted: () => void
}

/** Confirmation that deletes step by step with progress, and lists what failed. */
export const Remove = ({ bucket, toDelete, restorable, onClose, onChanged, onDeleted }: RemoveProps) => {
  const progress = useProgress()
  const [text, setText] = useState('')
  const totals = useFolderTotals(bucket, toDelete.folders)
  const typed = restorable === 'all' ? undefined : typedFor(bucket, toDelete)
  const missing = typed !== undefined && text !== typed && `Type ${typed} first`

  const run = async () => {
    const deleted: DeletedKeys | undefined = restorable === 'all' ? new Map() : undefined
    const result = await progress.run((line) => removeAll(bucket, toDelete, line, deleted))
    const isDone = result && !result.stopped && result.failed.length === 0
    if (isDone) onDeleted()
    else onChanged()
    const undo = deleted && undoOfRemoval(bucket, toDelete.folders, deleted)
    if (!result || result.failed.length > 0) {
      if (undo && deleted) showToast(messages.objectsDeleted(false, counted(deleted.size, noun)), undo)
      return
    }
    showToast(result.stopped ? `Stopped after ${counted(result.done, noun)}` : describe(toDelete), undo)
    onClose()
  }
  const many = toDelete.folders.length > 0 || toDelete.keys.length > 1
  return (
    <ProgressDialog
      title={many ? 'Delete Objects' : 'Delete Object'}
      verbs={{ start: 'Delete', busy: 'Deleting', done: 'deleted' }}
      progress={progress}
      disabled={missing}
      isDestructive
      isLong={many}
      onStart={() => void run()}
      onClose={onClose}
    >
      <p className={styles.summary}>
        This deletes <Subject {...toDelete} />. {restorable === 'none' ? messages.cannotBeUndone : undoOf(restorable)}
      </p>
      {totals && <Stats of={totals} />}
      {progress.state === 'asking' && typed !== undefined && (
        <Field label={`Type ${typed} to confirm`}>
          <TextInput value={text} onChange={setText} />
        </Field>
      )}
    </ProgressDialog>
  )
}
