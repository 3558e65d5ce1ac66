import Clipboard from 'lucide-react/icons/clipboard'
import CopyIcon from 'lucide-react/icons/copy'
import CornerDownRight from 'lucide-react/icons/corner-down-right'
import FileDown from 'lucide-react/icons/file-down'
import FilePen from 'lucide-react/icons/file-pen'
import FolderInput from 'lucide-react/icons/folder-input'
import Landmark from 'lucide-react/icons/landmark'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import Pencil from 'lucide-react/icons/pencil'
import Scale from 'lucide-react/icons/scale'
import Share2 from 'lucide-react/icons/share-2'
import Tags from 'lucide-react/icons/tags'
import Terminal from 'lucide-react/icons/terminal'
import { type ReactNode, useState } from 'react'
import { Failure, s3Arn, s3Uri } from 'stowage'
import { copy as copyText, IconButton, lazyDialog, type RowAction, type SelectedAction } from 'stowage/ui'
import { showError, useMissingFeature } from 'stowage/web'
import { GoTo } from '../go-to.tsx'
import { isDeleted, pathsOf, type Row } from '../items.ts'
import type { Unlockable } from '../object/use-object.ts'
import { Rewind } from '../rewind/rewind.tsx'
import type { RowRight, RowRefusals } from '../row-rights.ts'
import { Share } from '../share/share.tsx'
import { Command } from './command.tsx'
import { Export } from './export.tsx'
import { Holds, Retentions, TagMany } from './protect.tsx'
import { Size } from './size.tsx'
import * as messages from '../../messages.ts'

// loaded on demand: the folder input of the first needs a library that nothing else on the page uses
const Copy = lazyDialog(async () => (await import('./copy.tsx')).Copy)
const Metadata = lazyDialog(async () => (await import('./metadata.tsx')).Metadata)

/** Actions on a folder and its contents, and the dialog of the one that was started. */
export type ObjectDialogs = {
  /** Actions on some of a folder's rows, or on one `version` of a row, besides download and delete. */
  actionsFor: (rows: readonly Row[], version?: string) => (RowAction & SelectedAction)[]
  /** Moves or copies rows into a folder. */
  moveOrCopy: (rows: readonly Row[], to: string, how: 'move' | 'copy') => void
  /** Asks for a time, and opens the folder as of then. */
  rewind: () => void
  /** Exports the folder's listing as a file. */
  exportListing: () => void
  /** Asks for a path, and opens it. */
  goTo: () => void
  /** Buttons for `exportListing` and `goTo`. */
  folderButtons: ReactNode
  /** The open dialog, if any. */
  dialog: ReactNode
}

type ObjectDialogsOptions = {
  bucket: string
  prefix: string
  /** Why nothing can be stored in the folder. */
  upload: string | false
  refusal: RowRefusals
  unlockable: Unlockable
  onChanged: () => void
  onDeleted?: () => void
}

/** Copies the addresses of an object or folder. */
const copiesOf = (bucket: string, { path, etag }: Row) =>
  [
    { label: 'S3 URI', text: s3Uri(bucket, path) },
    { label: 'ARN', text: s3Arn(bucket, path) },
    ...(etag ? [{ label: 'ETag', text: etag }] : []),
  ].map((one) => ({
    label: `Copy ${one.label}`,
    icon: Clipboard,
    onSelect: () => void copyText(one),
  }))

/** Actions on a folder's rows and selection, each with its own dialog. */
export const useObjectDialogs = (props: ObjectDialogsOptions): ObjectDialogs => {
  const { bucket, prefix, upload, refusal, unlockable, onChanged, onDeleted = onChanged } = props
  const [dialog, setDialog] = useState<ReactNode>()
  const onClose = () => setDialog(undefined)
  const noTags = useMissingFeature('object-tags')
  const unreachable: string | false = useMissingFeature('s3-address') ?? false
  const exportListing = () => setDialog(<Export {...{ bucket, onClose }} folder={prefix} />)
  const goTo = () => setDialog(<GoTo {...{ bucket, onClose }} path={prefix} />)
  return {
    dialog,
    exportListing,
    goTo,
    folderButtons: (
      <>
        <IconButton icon={CornerDownRight} label="Go to Path" onPress={goTo} />
        <IconButton icon={FileDown} label="Export Listing" onPress={exportListing} />
      </>
    ),
    moveOrCopy: (rows, to, kind) =>
      rows.some(isDeleted)
        ? showError(new Failure(409, messages.restoreDeletedObjectsFirst))
        : setDialog(<Copy {...{ bucket, prefix, rows, kind, to, onClose, onChanged }} onDone={onChanged} />),
    rewind: () => setDialog(<Rewind {...{ bucket, prefix, onClose }} />),
    actionsFor: (rows, version = '') => {
      const single = rows.length === 1 ? rows[0] : undefined
      const { keys, folders } = pathsOf(rows)
      const shared = { keys, folders, ...(version && { version }) }
      const size = single?.kind === 'object' ? single.size : undefined
      const deletedReason = rows.some(isDeleted) && messages.restoreDeletedObjectsFirst
      const refused = (...needed: readonly RowRight[]) => deletedReason || refusal(rows, ...needed)
      const copy = (kind: 'copy' | 'move' | 'rename') => () =>
        setDialog(
          <Copy
            {...{ bucket, prefix, rows, kind, onClose, onChanged }}
            onDone={kind === 'copy' ? onChanged : onDeleted}
          />,
        )
      const all = [
        {
          label: 'Share',
          icon: Share2,
          disabled: refused('download'),
          onSelect: () => setDialog(<Share {...{ bucket, shared, size, onClose }} />),
        },
        {
          label: 'Rename',
          icon: Pencil,
          key: 'F2',
          disabled: deletedReason || (!single && 'Select a single item') || refused('download', 'delete') || upload,
          onSelect: copy('rename'),
        },
        { label: 'Copy', icon: CopyIcon, disabled: refused('download'), onSelect: copy('copy') },
        { label: 'Move', icon: FolderInput, disabled: refused('download', 'delete'), onSelect: copy('move') },
        // not for a single folder, which has no metadata
        ...(single?.kind === 'folder'
          ? []
          : [
              {
                label: 'Edit Metadata',
                icon: FilePen,
                disabled:
                  deletedReason || (folders.length > 0 && 'A folder has no metadata') || refused('download', 'upload'),
                onSelect: () => setDialog(<Metadata {...{ bucket, onClose }} keys={keys} onDone={onChanged} />),
              },
            ]),
        ...(folders.length === 0
          ? [
              {
                label: 'Add Tag',
                icon: Tags,
                disabled: noTags ?? refused('seeTags', 'tag'),
                onSelect: () => setDialog(<TagMany {...{ bucket, onClose }} keys={keys} onDone={onChanged} />),
              },
              {
                label: 'Legal Hold',
                icon: Landmark,
                disabled: deletedReason || unlockable || refused('hold'),
                onSelect: () => setDialog(<Holds {...{ bucket, onClose }} keys={keys} onDone={onChanged} />),
              },
              {
                label: 'Retention',
                icon: LockKeyhole,
                disabled: deletedReason || unlockable || refused('retention'),
                onSelect: () => setDialog(<Retentions {...{ bucket, onClose }} keys={keys} onDone={onChanged} />),
              },
            ]
          : []),
        ...(single?.kind === 'folder'
          ? [
              {
                label: 'Calculate Size',
                icon: Scale,
                onSelect: () => setDialog(<Size {...{ bucket, onClose }} folder={single.path} />),
              },
              {
                label: 'Export Listing',
                icon: FileDown,
                onSelect: () => setDialog(<Export {...{ bucket, onClose }} folder={single.path} />),
              },
            ]
          : []),
        ...(single
          ? [
              {
                label: 'Commands',
                icon: Terminal,
                disabled: unreachable,
                onSelect: () =>
                  setDialog(<Command {...{ bucket, onClose }} path={single.path} version={version || undefined} />),
              },
              ...copiesOf(bucket, single),
            ]
          : []),
      ]
      return version ? all.filter(({ label }) => ['Share', 'Commands'].includes(label)) : all
    },
  }
}
