import FileClock from 'lucide-react/icons/file-clock'
import FileUp from 'lucide-react/icons/file-up'
import FolderUp from 'lucide-react/icons/folder-up'
import Upload from 'lucide-react/icons/upload'
import { type ChangeEvent, useRef } from 'react'
import { Button, Menu } from 'stowage/ui'
import { type Chosen, fromInput } from '../transfers/collect.ts'

/** Opens the browser's file dialog. */
export type Picker = Record<'files' | 'folder', () => void>

/**
 * File inputs for files and for a folder. Keep the `inputs` mounted while a file dialog may be open: without the input,
 * its selection would be lost.
 */
export const usePicker = (onChosen: (chosen: readonly Chosen[]) => void) => {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const addFiles = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (target.files) onChosen(fromInput(target.files))
    target.value = '' // allows selecting the same file again
  }
  const input = { type: 'file', multiple: true, hidden: true, onChange: addFiles }
  const inputs = (
    <>
      <input {...input} ref={files} aria-label="Files to upload" />
      <input {...input} ref={folder} aria-label="Folder to upload" {...{ webkitdirectory: '' }} />
    </>
  )
  const pick: Picker = { files: () => files.current?.click(), folder: () => folder.current?.click() }
  return { inputs, pick }
}

type UploadMenuProps = {
  /** Why nothing can be uploaded here. */
  blocked: string | false
  pick: Picker
  /** Lists incomplete uploads. An account that may neither upload nor list them has no action. */
  onIncomplete: (() => void) | undefined
}

const Blocked = ({ why }: { why: string }) => (
  <Button tone="primary" icon={Upload} disabled={why}>
    Upload
  </Button>
)

/** The same in the middle of an empty folder, where all have room. */
export const UploadButtons = ({ blocked, pick, onIncomplete }: UploadMenuProps) => (
  <>
    {blocked ? (
      <Blocked why={blocked} />
    ) : (
      <>
        <Button tone="primary" icon={FileUp} onPress={pick.files}>
          Upload File
        </Button>
        <Button icon={FolderUp} onPress={pick.folder}>
          Upload Folder
        </Button>
      </>
    )}
    {onIncomplete && (
      <Button tone="quiet" icon={FileClock} onPress={onIncomplete}>
        Incomplete Uploads
      </Button>
    )}
  </>
)

/** Menu to upload files, or a folder with everything below it. */
export const UploadMenu = ({ blocked, pick, onIncomplete }: UploadMenuProps) =>
  blocked && !onIncomplete ? (
    <Blocked why={blocked} />
  ) : (
    <Menu
      label="Upload"
      trigger={{ icon: Upload, text: 'Upload', tone: 'primary' }}
      items={[
        { label: 'Upload File', icon: FileUp, disabled: blocked, onSelect: pick.files },
        { label: 'Upload Folder', icon: FolderUp, disabled: blocked, onSelect: pick.folder },
        ...(onIncomplete ? [{ label: 'Incomplete Uploads', icon: FileClock, onSelect: onIncomplete }] : []),
      ]}
    />
  )
