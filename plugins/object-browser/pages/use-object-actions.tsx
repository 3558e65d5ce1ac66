import { useMemo, useRef } from 'react'
import { lazyDialog } from 'stowage/ui'
import { useQuery } from 'stowage/web'
import { useObjectDialogs } from './actions/use-object-dialogs.tsx'
import type { Row } from './items.ts'
import { objectActions } from './object-actions.ts'
import { useUnlockable } from './object/use-object.ts'
import { useRestored } from './restoring.ts'
import { useRowRights } from './row-rights.ts'
import type { useBucketVersioning } from './use-bucket-versioning.ts'
import { useRemoval } from './use-removal.tsx'
import { useUploadRefusal } from './use-upload.ts'

const PreviewDialog = lazyDialog(async () => (await import('./preview/index.ts')).PreviewDialog)

type Use = {
  bucket: string
  prefix: string
  rows: readonly Row[] | undefined
  chosen: readonly Row[]
  versioning: ReturnType<typeof useBucketVersioning>
  listed: Parameters<typeof objectActions>[0]['listed']
  onChanged: () => void
}

/** Actions on the objects of a folder or a search, as far as the account may take them, and their dialogs. */
export const useObjectActions = ({ bucket, prefix, rows, chosen, versioning, listed, onChanged }: Use) => {
  const [previewed, preview] = useQuery('preview')
  const { restorable, versioned } = versioning
  // the memoized actions of an earlier render reload the current rows
  const latest = useRef(onChanged)
  latest.current = onChanged
  const changed = () => latest.current()
  useRestored(changed)
  const removal = useRemoval(bucket, restorable, changed)
  const upload = useUploadRefusal(bucket, prefix)
  const { refusal, loadRights } = useRowRights(bucket, prefix, chosen)
  const unlockable = useUnlockable(bucket, versioned)
  const objectDialogs = useObjectDialogs({ bucket, prefix, upload, refusal, unlockable, onChanged: changed })
  const actions = useMemo(
    () => objectActions({ bucket, refusal, removal, objectDialogs, listed, preview }),
    [bucket, prefix, refusal, upload, unlockable, listed, restorable],
  )
  const toPreview = rows?.find(({ path, kind }) => path === previewed && kind === 'object')
  const dialogs = (
    <>
      {removal.dialog}
      {objectDialogs.dialog}
      {toPreview && <PreviewDialog source={{ bucket, version: '', ...toPreview }} onClose={() => preview('')} />}
    </>
  )
  return { objectDialogs, actions, loadRights, upload, dialogs }
}
