import CornerDownRight from 'lucide-react/icons/corner-down-right'
import Download from 'lucide-react/icons/download'
import FileDown from 'lucide-react/icons/file-down'
import FolderPlus from 'lucide-react/icons/folder-plus'
import FolderSearch from 'lucide-react/icons/folder-search'
import HistoryIcon from 'lucide-react/icons/history'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Settings2 from 'lucide-react/icons/settings-2'
import Trash2 from 'lucide-react/icons/trash'
import {
  Button,
  Checkbox,
  crowded,
  Divider,
  IconButton,
  Menu,
  Search,
  Selected,
  type SelectedAction,
  Spacer,
  Toolbar,
  useMedia,
} from 'stowage/ui'
import { downloadAll, tooMany } from './download.ts'
import * as styles from './folder.css.ts'
import { isDeleted, noun, type Row, sizeOf } from './items.ts'
import { deletionTargetsOf, keptActions } from './deletion-actions.ts'
import type { RowRefusals } from './row-rights.ts'
import { changeScope, Scope, useArrivingFocus } from './scope.tsx'
import { type Picker, UploadMenu } from './upload-menu.tsx'
import type { Removal } from './use-removal.tsx'

type FolderToolsProps = {
  bucket: string
  search: string
  onSearch: (search: string) => void
  selected: readonly Row[]
  onClear: () => void
  removal: Pick<Removal, 'remove' | 'restore' | 'purge'>
  /** Whether deleted objects are listed; undefined if the bucket was never versioned. */
  deleted: { shown: boolean; blocked: string | false; onChange: (shown: boolean) => void } | undefined
  onRefresh: () => void
  onNewPath: () => void
  onUnfinished: () => void
  pick: Picker
  /** Why nothing can be stored here. */
  upload: string | false
  refusal: RowRefusals
  /** Address of the bucket's administration, if the account may open it. */
  manage: string | undefined
  /** `tight`: a panel is open next to it. */
  width: 'wide' | 'tight' | 'narrow'
  /** The folder is empty: the upload button is in the middle of the page instead. */
  empty: boolean
  /** Further actions on the selection. */
  acts: readonly SelectedAction[]
  /** Address of the search including subfolders. */
  belowAddress: string
  /** Further actions on the whole folder. */
  more: { save: () => void; goTo: () => void }
  /** Opens the folder as of a point in time. */
  rewind: { blocked: string | false; onPress: () => void }
}

/** Actions on the whole selection; deleted objects can only be restored. */
export const chosenActions = ({
  bucket,
  selected,
  refusal,
  removal,
  deleted,
  acts,
}: Pick<FolderToolsProps, 'bucket' | 'selected' | 'refusal' | 'removal' | 'deleted' | 'acts'>): SelectedAction[] => {
  const deletedActions = keptActions(selected, refusal, removal)
  if (selected.length > 0 && selected.every(isDeleted)) return deletedActions
  const gone = selected.some(isDeleted) && 'Restore the deleted objects first'
  return [
    {
      label: 'Download',
      icon: Download,
      disabled: gone || tooMany(selected) || refusal(selected, 'download'),
      onSelect: () => void downloadAll(bucket, selected),
    },
    {
      label: 'Delete',
      icon: Trash2,
      tone: 'danger',
      disabled: gone || refusal(selected, 'delete'),
      onSelect: () => removal.remove(deletionTargetsOf(selected)),
    },
    ...acts,
    ...(deleted?.shown ? deletedActions : []),
  ]
}

/** Toolbar with actions on a folder and its selection. */
export const FolderTools = (props: FolderToolsProps) => {
  const { search, onSearch, selected, onClear, deleted, onRefresh, onNewPath, pick, manage, rewind, more, width } =
    props
  const below = () => changeScope(props.belowAddress)
  const upload = !props.empty && <UploadMenu blocked={props.upload} pick={pick} onUnfinished={props.onUnfinished} />
  const refresh = <IconButton icon={RefreshCw} look="bordered" label="Refresh" onPress={onRefresh} />
  const rewindItem = { label: 'Rewind', icon: HistoryIcon, disabled: rewind.blocked, onSelect: rewind.onPress }
  const moreItems = [
    { label: 'Go to Path', icon: CornerDownRight, onSelect: more.goTo },
    { label: 'Export Listing', icon: FileDown, onSelect: more.save },
  ]
  const belowItem = { label: 'Search Below', icon: FolderSearch, onSelect: below }
  const arrival = useArrivingFocus()
  const few = useMedia(crowded) || width === 'tight'
  const find = (
    <span className={styles.find} ref={width === 'wide' ? undefined : arrival}>
      <Search label="Search in this folder" value={search} onChange={onSearch} />
    </span>
  )
  const back = (
    <IconButton icon={HistoryIcon} look="bordered" label="Rewind" disabled={rewind.blocked} onPress={rewind.onPress} />
  )
  const newPath =
    width === 'tight' ? (
      <IconButton icon={FolderPlus} look="bordered" label="New Path" onPress={onNewPath} />
    ) : (
      <Button icon={FolderPlus} onPress={onNewPath}>
        New Path
      </Button>
    )
  const toggle = deleted && (
    <span className={styles.toggle}>
      <Checkbox label="Show deleted" value={deleted.shown} onChange={deleted.onChange} disabled={deleted.blocked} />
    </span>
  )
  const chosen = (
    <Selected
      count={selected.length}
      text={sizeOf(selected)}
      noun={noun}
      look={few ? 'icons' : 'buttons'}
      onClear={onClear}
      actions={chosenActions(props)}
      seen={2}
    />
  )
  if (width === 'narrow')
    return (
      <Toolbar>
        {find}
        {upload}
        {newPath}
        <span className={styles.push} />
        {refresh}
        {manage ? (
          <Menu
            label="More"
            trigger={{ look: 'bordered' }}
            items={[belowItem, rewindItem, ...moreItems, { label: 'Manage', icon: Settings2, href: manage }]}
          />
        ) : (
          <Menu label="More" trigger={{ look: 'bordered' }} items={[belowItem, rewindItem, ...moreItems]} />
        )}
        {toggle}
        {chosen}
      </Toolbar>
    )
  if (width === 'tight')
    return (
      <Toolbar>
        {find}
        {selected.length === 0 && toggle}
        <Spacer />
        {selected.length > 0 && chosen}
        {refresh}
        {newPath}
        <Menu label="More" trigger={{ look: 'bordered' }} items={[belowItem, rewindItem, ...moreItems]} />
        {upload}
      </Toolbar>
    )
  return (
    <Toolbar>
      {find}
      <span ref={arrival} className={styles.scope}>
        {toggle ? (
          <IconButton icon={FolderSearch} look="bordered" label="Search Below" onPress={below} />
        ) : (
          <Scope value="folder" other={props.belowAddress} />
        )}
      </span>
      {toggle}
      <Spacer />
      {chosen}
      <Divider />
      {back}
      {refresh}
      {newPath}
      {upload}
    </Toolbar>
  )
}
