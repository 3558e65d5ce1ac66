import { say } from '../../../core/banners.ts'
import { call } from '../../../core/client.ts'
import { shown } from '../../../core/format.ts'
import { confirm } from '../../../core/ui/confirm.tsx'
import { buckets } from '../contract.ts'

/** Asks, and deletes the bucket then; true once it is gone. The storage refuses one that is not empty. */
export const removeBucket = async (bucket: string) => {
  const gone = await confirm({
    title: 'Delete Bucket',
    body: (
      <>
        This deletes <strong>{shown(bucket)}</strong> and its settings. A bucket can only be deleted if it is empty.
      </>
    ),
    verb: 'Delete',
    busyVerb: 'Deleting',
    run: () => call(buckets.remove, { params: { bucket }, body: { name: bucket } }),
  })
  if (gone) say('Bucket successfully deleted')
  return gone
}
