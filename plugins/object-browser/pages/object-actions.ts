import Download from 'lucide-react/icons/download'
import Eraser from 'lucide-react/icons/eraser'
import FileSearch from 'lucide-react/icons/file-search'
import FolderOpen from 'lucide-react/icons/folder-open'
import Layers2 from 'lucide-react/icons/layers-2'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Trash2 from 'lucide-react/icons/trash'
import type { RowAction, SelectedAction } from 'stowage/ui'
import type { ObjectDialogs } from './actions/use-object-dialogs.tsx'
import { downloadAll, tooLargeReason } from './download.ts'
import { isDeleted, pathsOf, type Row } from './items.ts'
import { browseAddress } from './path.ts'
import type { RowRefusals } from './row-rights.ts'
import type { Removal } from './use-removal.tsx'
import * as messages from '../messages.ts'

type Context = {
  bucket: string
  refusal: RowRefusals
  removal: Removal
  objectDialogs: Pick<ObjectDialogs, 'actionsFor'>
  /** A folder, with or without deleted objects, or what a search found below it. */
  listed: 'folder' | 'deleted' | 'found'
  preview: (path: string) => void
}

/** Actions on one row, and on the selected rows. */
export type RowActions<Row> = {
  ofRow: (row: Row) => RowAction[]
  ofSelection: (rows: readonly Row[]) => SelectedAction[]
}

/** Actions on objects and folders; deleted ones can only be restored. */
export const objectActions = ({
  bucket,
  refusal,
  removal,
  objectDialogs,
  listed,
  preview,
}: Context): RowActions<Row> => {
  const common = (rows: readonly Row[]) => {
    const hasFolder = rows.some(({ kind }) => kind === 'folder')
    const deletedReason = rows.some(isDeleted) && messages.restoreDeletedObjectsFirst
    const refused = refusal(rows, 'delete')
    return {
      download: {
        label: 'Download',
        icon: Download,
        disabled:
          deletedReason ||
          (listed === 'found' && hasFolder && messages.foldersCannotBeDownloaded) ||
          tooLargeReason(rows) ||
          refusal(rows, 'download'),
        onSelect: () => void downloadAll(bucket, rows),
      },
      remove: {
        label: 'Delete',
        icon: Trash2,
        tone: 'danger',
        disabled: deletedReason || refused,
        onSelect: () => removal.remove(pathsOf(rows)),
      },
      restore: {
        label: 'Restore',
        icon: RotateCcw,
        where: 'server',
        disabled: (!rows.every(isDeleted) && messages.onlyDeletedRestorable) || refused,
        onSelect: () => removal.restore(rows),
      },
      purge: {
        label: 'Delete All Versions',
        icon: Eraser,
        tone: 'danger',
        disabled: (hasFolder && messages.openFolderToSelectObjects) || refused,
        onSelect: () => removal.purge(rows),
      },
    } satisfies Record<string, SelectedAction>
  }
  return {
    ofRow: (row) => {
      const { download, remove, restore, purge } = common([row])
      const address = browseAddress(bucket, row.path)
      const isFolder = row.kind === 'folder'
      const open = { label: 'Open', icon: FolderOpen, href: address }
      if (isDeleted(row) && isFolder) return [restore, { ...open, href: `${address}?deleted=1` }]
      if (isDeleted(row)) return [restore, { label: 'Versions', icon: Layers2, href: `${address}?tab=versions` }, purge]
      const { disabled } = download
      return [
        ...(isFolder
          ? [open, { ...download, label: 'Download as Zip' }]
          : [download, { label: 'Preview', icon: FileSearch, disabled, onSelect: () => preview(row.path) }]),
        ...objectDialogs.actionsFor([row]),
        ...(listed === 'deleted' && !isFolder ? [purge] : []),
        remove,
      ]
    },
    ofSelection: (rows) => {
      const { download, remove, restore, purge } = common(rows)
      if (rows.length > 0 && rows.every(isDeleted)) return [restore, purge]
      return [download, remove, ...objectDialogs.actionsFor(rows), ...(listed === 'deleted' ? [restore, purge] : [])]
    },
  }
}
