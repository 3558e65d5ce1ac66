import { call } from 'stowage/web'
import { counted, displayName } from 'stowage'
import { confirmDelete, deleteAll } from 'stowage/ui'
import { buckets } from '../contract.ts'
import { browserPath } from './access.ts'
import { emptyBucket } from './empty.tsx'
import { hasContents } from './emptying.ts'
import * as messages from '../messages.ts'

/** Incomplete uploads: the storage deletes them with the bucket without a warning. */
const readIncompleteUploads = async (bucket: string) => {
  const info = await call(buckets.info, { params: { bucket } }).catch(() => undefined)
  return info?.pending_uploads ?? 0
}

/** Confirms and deletes a bucket, offering to empty it first; resolves to true when it is deleted. */
export const removeBucket = async (bucket: string) => {
  const open = browserPath(bucket)
  const [pending, hasObjects] = await Promise.all([readIncompleteUploads(bucket), open && hasContents(bucket)])
  if (hasObjects && !(await emptyBucket(bucket))) return false
  return confirmDelete({
    noun: 'Bucket',
    name: bucket,
    typed: true,
    body: (
      <>
        This deletes <strong>{displayName(bucket)}</strong> and its settings. A bucket can only be deleted if it is
        empty.
        {pending > 0 &&
          messages.incompleteUploadsAreDeleted(
            counted(pending, { one: 'incomplete upload', many: 'incomplete uploads' }),
            pending,
          )}
      </>
    ),
    remedy: open ? { label: 'View Contents', href: open } : undefined,
    run: () =>
      call(buckets.remove, { params: { bucket }, body: { name: bucket, ...(pending > 0 && { abort_uploads: true }) } }),
  })
}

/** Confirms and deletes several buckets; resolves to true if at least one was deleted. */
export const removeBuckets = (names: readonly string[]) =>
  deleteAll({
    noun: { one: 'bucket', many: 'buckets' },
    items: names,
    consequence: messages.deleteBucketsHelp,
    remove: (name) => call(buckets.remove, { params: { bucket: name }, body: { name } }),
  })
