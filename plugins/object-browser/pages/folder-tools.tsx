import Download from 'lucide-react/icons/download'
import FolderPlus from 'lucide-react/icons/folder-plus'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Settings2 from 'lucide-react/icons/settings-2'
import Trash2 from 'lucide-react/icons/trash'
import { Button, IconButton } from '../../../core/ui/button.tsx'
import { Menu } from '../../../core/ui/menu.tsx'
import { Divider, Spacer, Toolbar } from '../../../core/ui/page.tsx'
import { Search } from '../../../core/ui/search.tsx'
import { Selected } from '../../../core/ui/selected.tsx'
import type { SelectedAction } from '../../../core/ui/use-selection.ts'
import type { Chosen } from '../transfers/collect.ts'
import { downloadAll } from './download.ts'
import * as styles from './folder.css.ts'
import { noun, type Row, sizeOf } from './items.ts'
import { UploadMenu } from './upload-menu.tsx'

type FolderToolsProps = {
  bucket: string
  search: string
  onSearch: (search: string) => void
  selected: readonly Row[]
  onClear: () => void
  onDelete: () => void
  onRefresh: () => void
  onNewPath: () => void
  onUpload: (chosen: readonly Chosen[]) => void
  /** Why something is not offered here, where it is not. */
  blocked: Record<'upload' | 'download' | 'delete', string | false>
  /** Where the bucket is administered, if the account may. */
  manage: string | undefined
  width: 'wide' | 'narrow'
  /** Nothing is here yet: the way to put something here stands in the middle. */
  empty: boolean
}

type Blocked = FolderToolsProps['blocked']

/** What can be done with everything that is selected. */
export const chosenActions = (
  bucket: string,
  selected: readonly Row[],
  blocked: Blocked,
  onDelete: () => void,
): SelectedAction[] => [
  {
    label: 'Download',
    icon: Download,
    disabled:
      (selected.some(({ kind }) => kind === 'folder') && 'A folder cannot be downloaded as a whole') || blocked.download,
    onSelect: () => void downloadAll(bucket, selected),
  },
  { label: 'Delete', icon: Trash2, tone: 'danger', disabled: blocked.delete, onSelect: onDelete },
]

/** What can be done with a folder and with what is selected in it. */
export const FolderTools = (props: FolderToolsProps) => {
  const { bucket, search, onSearch, selected, onClear, onDelete, onRefresh, onNewPath, onUpload, manage, width } = props
  const { blocked, empty } = props
  const upload = !empty && <UploadMenu blocked={blocked.upload} onChosen={onUpload} />
  const refresh = <IconButton icon={RefreshCw} look="bordered" label="Refresh" onPress={onRefresh} />
  const newPath = (
    <Button icon={FolderPlus} onPress={onNewPath}>
      New Path
    </Button>
  )
  const chosen = (
    <Selected
      count={selected.length}
      text={sizeOf(selected)}
      noun={noun}
      onClear={onClear}
      actions={chosenActions(bucket, selected, blocked, onDelete)}
    />
  )
  if (width === 'narrow')
    return (
      <Toolbar>
        <Search label="Search in this folder" value={search} onChange={onSearch} />
        {upload}
        {newPath}
        <span className={styles.push} />
        {refresh}
        {manage && (
          <Menu
            label="More"
            trigger={{ look: 'bordered' }}
            items={[{ label: 'Manage', icon: Settings2, href: manage }]}
          />
        )}
        {chosen}
      </Toolbar>
    )
  return (
    <Toolbar>
      <Search label="Search in this folder" value={search} onChange={onSearch} />
      <Spacer />
      {chosen}
      <Divider />
      {refresh}
      {newPath}
      {upload}
    </Toolbar>
  )
}
