import FileUp from 'lucide-react/icons/file-up'
import FolderUp from 'lucide-react/icons/folder-up'
import Upload from 'lucide-react/icons/upload'
import { type ChangeEvent, useRef } from 'react'
import { Button } from '../../../core/ui/button.tsx'
import { Menu } from '../../../core/ui/menu.tsx'
import { type Chosen, fromInput } from '../transfers/collect.ts'

type UploadMenuProps = {
  /** Why nothing can be uploaded here. */
  blocked: string | false
  onChosen: (chosen: readonly Chosen[]) => void
}

/** Lets people choose files, or a folder with all below it. */
export const UploadMenu = ({ blocked, onChosen }: UploadMenuProps) => {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (target.files?.length) onChosen(fromInput(target.files))
    target.value = '' // so that the same file can be chosen again
  }
  if (blocked)
    return (
      <Button tone="primary" icon={Upload} disabled={blocked}>
        Upload
      </Button>
    )
  return (
    <>
      <Menu
        label="Upload"
        trigger={{ icon: Upload, text: 'Upload', tone: 'primary' }}
        items={[
          { label: 'Upload File', icon: FileUp, onSelect: () => files.current?.click() },
          { label: 'Upload Folder', icon: FolderUp, onSelect: () => folder.current?.click() },
        ]}
      />
      <input ref={files} type="file" multiple hidden aria-label="Files to upload" onChange={take} />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        aria-label="Folder to upload"
        onChange={take}
        {...{ webkitdirectory: '' }}
      />
    </>
  )
}
