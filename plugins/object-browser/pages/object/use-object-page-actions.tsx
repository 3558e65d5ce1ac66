import { displayName } from 'stowage'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { call, showToast, showError } from 'stowage/web'
import type { PageAction } from 'stowage/ui'
import type { Item } from '../../contract.ts'
import { copying } from '../../copying/contract.ts'
import { useObjectDialogs } from '../actions/use-object-dialogs.tsx'
import { lastName, parent } from '../path.ts'
import type { Refusals } from './rights.ts'
import type { Unlockable } from './use-object.ts'
import * as messages from '../../messages.ts'

/** Makes an older version the latest again without deleting anything; resolves to true once done. */
export const restoreVersion = async (bucket: string, path: string, id: string) => {
  try {
    await call(copying.copy, {
      params: { bucket },
      body: { objects: [{ path, version_id: id, to: path }], existing: 'replace' },
    })
    showToast(messages.versionRestored(displayName(lastName(path))))
    return true
  } catch (failure) {
    showError(failure)
    return false
  }
}

type ObjectPageActionsOptions = {
  bucket: string
  path: string
  item: Item | undefined
  /** The version in the address, and whether a newer one exists. */
  version: string
  isOlder: boolean
  refusal: Refusals
  unlockable: Unlockable
  onChanged: () => void
  /** Called when the object was moved to another key. */
  onDeleted: () => void
}

/** Further actions of an object's page; for an older version only those that do not affect the latest. */
export const useObjectPageActions = (props: ObjectPageActionsOptions) => {
  const { bucket, path, item, version, isOlder, refusal, unlockable, onChanged, onDeleted } = props
  const objectDialogs = useObjectDialogs({
    bucket,
    prefix: parent(path),
    upload: refusal('upload'),
    refusal: (_, ...needed) => refusal(...needed),
    unlockable,
    onChanged,
    onDeleted,
  })
  if (!item) return { actions: [], dialog: objectDialogs.dialog }
  const row = {
    path,
    name: lastName(path),
    kind: 'object' as const,
    size: item.size ?? 0,
    modified: item.last_modified ?? '',
    ...(item.etag && { etag: item.etag }),
  }
  const restore: PageAction = {
    label: 'Restore Version',
    icon: RotateCcw,
    where: 'server',
    disabled: refusal('download', 'upload'),
    onSelect: () => void restoreVersion(bucket, path, version).then((done) => done && onDeleted()),
  }
  const all: readonly PageAction[] = objectDialogs
    .actionsFor([row], version)
    .map(({ label, icon, disabled, onSelect }) => ({
      label,
      icon,
      disabled,
      onSelect,
      look: label === 'Share' ? 'button' : 'menu',
    }))
  return { actions: isOlder ? [restore, ...all] : all, dialog: objectDialogs.dialog }
}
