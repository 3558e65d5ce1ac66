import { call } from '../../../core/client.ts'
import { shown } from '../../../core/format.ts'
import { confirm } from '../../../core/ui/confirm.tsx'
import { counted } from '../../../core/ui/words.ts'
import { removeAll } from '../../../core/ui/each.tsx'
import { buckets } from '../contract.ts'
import { browse } from './access.ts'
import { emptyBucket } from './empty.tsx'
import { isFilled } from './emptying.ts'

/** The storage takes unfinished uploads along without a word. */
const pendingIn = async (bucket: string) => {
  const told = await call(buckets.info, { params: { bucket } }).catch(() => undefined)
  return told?.pending_uploads ?? 0
}

/** Asks, and deletes the bucket then; true once it is gone. One that is not empty it offers to empty first. */
export const removeBucket = async (bucket: string) => {
  const open = browse(bucket)
  const [pending, filled] = await Promise.all([pendingIn(bucket), open && isFilled(bucket)])
  if (filled && !(await emptyBucket(bucket))) return false
  return confirm({
    title: 'Delete Bucket',
    body: (
      <>
        This deletes <strong>{shown(bucket)}</strong> and its settings. A bucket can only be deleted if it is empty.
        {pending > 0 &&
          ` ${counted(pending, { one: 'upload', many: 'uploads' })} of other programs into it ${pending === 1 ? 'is' : 'are'} not finished, and what has come of ${pending === 1 ? 'it' : 'them'} is deleted too.`}
      </>
    ),
    undo: 'never',
    typed: bucket,
    verb: 'Delete',
    busyVerb: 'Deleting',
    done: 'Bucket successfully deleted',
    remedy: open ? { label: 'See what is in it', href: open } : undefined,
    run: () => call(buckets.remove, { params: { bucket }, body: { name: bucket } }),
  })
}

/** Asks, then deletes several buckets; true once one is gone. */
export const removeBuckets = (names: readonly string[]) =>
  removeAll({
    noun: { one: 'bucket', many: 'buckets' },
    things: names,
    nameOf: (name) => name,
    consequence: 'Their settings go with them. A bucket that is not empty is kept.',
    remove: (name) => call(buckets.remove, { params: { bucket: name }, body: { name } }),
  })
