import Download from 'lucide-react/icons/download'
import FileSearch from 'lucide-react/icons/file-search'
import FolderOpen from 'lucide-react/icons/folder-open'
import Layers2 from 'lucide-react/icons/layers-2'
import Trash2 from 'lucide-react/icons/trash'
import type { RowAction } from 'stowage/ui'
import type { Acts } from './acts/use-acts.tsx'
import { download, downloadAll } from './download.ts'
import { deletionTargetsOf, keptActions } from './deletion-actions.ts'
import { isDeleted, type Row } from './items.ts'
import { browseAddress } from './path.ts'
import type { RowRefusals } from './row-rights.ts'
import type { Removal } from './use-removal.tsx'

type RowActions = {
  bucket: string
  refusal: RowRefusals
  removal: Removal
  acts: Acts
  /** Whether deleted objects are listed. */
  listed: 'folder' | 'deleted'
  preview: (path: string) => void
}

const ofDeleted = (row: Row, { bucket, refusal, removal }: RowActions): RowAction[] => {
  const [restore, purge] = keptActions([row], refusal, removal)
  if (row.kind === 'folder')
    return [restore, { label: 'Open', icon: FolderOpen, href: `${browseAddress(bucket, row.path)}?deleted=1` }]
  return [restore, { label: 'Versions', icon: Layers2, href: `${browseAddress(bucket, row.path)}?tab=versions` }, purge]
}

const ofFolder = (row: Row, { bucket, refusal }: RowActions): RowAction[] => [
  { label: 'Open', icon: FolderOpen, href: browseAddress(bucket, row.path) },
  {
    label: 'Download as Zip',
    icon: Download,
    disabled: refusal([row], 'download'),
    onSelect: () => void downloadAll(bucket, [row]),
  },
]

const ofObject = (row: Row, { bucket, refusal, preview }: RowActions): RowAction[] => {
  const disabled = refusal([row], 'download')
  return [
    { label: 'Download', icon: Download, disabled, onSelect: () => download(bucket, row) },
    { label: 'Preview', icon: FileSearch, disabled, onSelect: () => preview(row.path) },
  ]
}

/** Actions on one row of a folder; a deleted object can only be restored. */
export const rowActions = (row: Row, on: RowActions): RowAction[] => {
  if (isDeleted(row)) return ofDeleted(row, on)
  const { refusal, removal, acts, listed } = on
  const [, purge] = keptActions([row], refusal, removal)
  return [
    ...(row.kind === 'folder' ? ofFolder(row, on) : ofObject(row, on)),
    ...acts.of([row]),
    ...(listed === 'deleted' && row.kind !== 'folder' ? [purge] : []),
    {
      label: 'Delete',
      icon: Trash2,
      tone: 'danger',
      disabled: refusal([row], 'delete'),
      onSelect: () => removal.remove(deletionTargetsOf([row])),
    },
  ]
}
