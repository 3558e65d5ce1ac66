import Eraser from 'lucide-react/icons/eraser'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import type { SelectedAction } from 'stowage/ui'
import { isDeleted, type Row } from './items.ts'
import type { DeletionTargets } from './removal.ts'
import type { RowRefusals } from './row-rights.ts'
import type { Removal } from './use-removal.tsx'
import * as messages from '../messages.ts'

/** Keys and folders to delete for some rows. */
export const deletionTargetsOf = (rows: readonly Row[]): DeletionTargets => ({
  keys: rows.filter(({ kind }) => kind === 'object').map(({ path }) => path),
  folders: rows.filter(({ kind }) => kind === 'folder').map(({ path }) => path),
})

/** Actions on deleted objects and older versions: Restore and Delete All Versions. */
export const keptActions = (
  rows: readonly Row[],
  refusal: RowRefusals,
  removal: Pick<Removal, 'restore' | 'purge'>,
): [SelectedAction, SelectedAction] => [
  {
    label: 'Restore',
    icon: RotateCcw,
    where: 'server',
    disabled: (!rows.every(isDeleted) && messages.selectDeletedObjectsAndFolders) || refusal(rows, 'delete'),
    onSelect: () => removal.restore(rows),
  },
  {
    label: 'Delete All Versions',
    icon: Eraser,
    tone: 'danger',
    disabled:
      (rows.some(({ kind }) => kind === 'folder') && messages.openFolderToSelectObjects) || refusal(rows, 'delete'),
    onSelect: () => removal.purge(rows),
  },
]
