import CornerDownRight from 'lucide-react/icons/corner-down-right'
import FileDown from 'lucide-react/icons/file-down'
import FolderPlus from 'lucide-react/icons/folder-plus'
import FolderSearch from 'lucide-react/icons/folder-search'
import HistoryIcon from 'lucide-react/icons/history'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Settings2 from 'lucide-react/icons/settings-2'
import type { ReactNode } from 'react'
import {
  Button,
  Checkbox,
  compactToolbar,
  Divider,
  IconButton,
  Menu,
  Search,
  Spacer,
  Toolbar,
  useMediaQuery,
} from 'stowage/ui'
import type { ObjectDialogs } from './actions/use-object-dialogs.tsx'
import * as styles from './folder.css.ts'
import { type Row, sizeOf } from './items.ts'
import { ChosenObjects } from './object-table.tsx'
import { changeScope, Scope, useArrivingFocus } from './scope.tsx'
import type { useBucketVersioning } from './use-bucket-versioning.ts'

type FolderToolsProps = Pick<Parameters<typeof ChosenObjects<Row>>[0], 'chosen' | 'actions'> & {
  search: string
  onSearch: (search: string) => void
  versioning: Pick<ReturnType<typeof useBucketVersioning>, 'toggle' | 'rewindRefusal'>
  onRefresh: () => void
  onNewPath: () => void
  /** Menu of uploads; without it, the middle of the page has one. */
  upload: ReactNode
  /** Address of the bucket's administration, if the account may open it. */
  manage: string | undefined
  /** `tight`: a panel is open next to it. */
  width: 'wide' | 'tight' | 'narrow'
  /** Address of the search including subfolders. */
  belowAddress: string
  /** Actions on the whole folder. */
  objectDialogs: Pick<ObjectDialogs, 'exportListing' | 'goTo' | 'rewind'>
}

/** Toolbar with actions on a folder and its selection. */
export const FolderTools = (props: FolderToolsProps) => {
  const { search, onSearch, chosen, actions, versioning, onRefresh, onNewPath, upload, manage, width, objectDialogs } =
    props
  const { toggle, rewindRefusal: disabled } = versioning
  const arrival = useArrivingFocus()
  const look = useMediaQuery(compactToolbar) || width === 'tight' ? 'icons' : 'buttons'
  const below = { label: 'Search Below', icon: FolderSearch }
  const rewind = { label: 'Rewind', icon: HistoryIcon, disabled }
  const onBelow = () => changeScope(props.belowAddress)
  const searchField = (
    <span className={styles.find} ref={width === 'wide' ? undefined : arrival}>
      <Search label="Search in this folder" value={search} onChange={onSearch} />
    </span>
  )
  const refresh = <IconButton icon={RefreshCw} look="bordered" label="Refresh" onPress={onRefresh} />
  const newPath =
    width === 'tight' ? (
      <IconButton icon={FolderPlus} look="bordered" label="New Path" onPress={onNewPath} />
    ) : (
      <Button icon={FolderPlus} onPress={onNewPath}>
        New Path
      </Button>
    )
  const deleted = toggle && (
    <span className={styles.toggle}>
      <Checkbox label="Show deleted" value={toggle.shown} onChange={toggle.onChange} disabled={toggle.blocked} />
    </span>
  )
  const selected = <ChosenObjects {...{ chosen, actions, look }} text={sizeOf(chosen.rows)} />
  const more = (
    <Menu
      label="More"
      trigger={{ look: 'bordered' }}
      items={[
        { ...below, onSelect: onBelow },
        { ...rewind, onSelect: objectDialogs.rewind },
        { label: 'Go to Path', icon: CornerDownRight, onSelect: objectDialogs.goTo },
        { label: 'Export Listing', icon: FileDown, onSelect: objectDialogs.exportListing },
        ...(manage && width === 'narrow' ? [{ label: 'Manage', icon: Settings2, href: manage }] : []),
      ]}
    />
  )
  const scope = (
    <span ref={arrival} className={styles.scope}>
      {toggle ? (
        <IconButton {...below} look="bordered" onPress={onBelow} />
      ) : (
        <Scope value="folder" other={props.belowAddress} />
      )}
    </span>
  )
  const isChosen = chosen.rows.length > 0
  const parts = {
    wide: (
      <>
        {searchField}
        {scope}
        {deleted}
        <Spacer />
        {selected}
        <Divider />
        <IconButton {...rewind} look="bordered" onPress={objectDialogs.rewind} />
        {refresh}
        {newPath}
        {upload}
      </>
    ),
    tight: (
      <>
        {searchField}
        {!isChosen && deleted}
        <Spacer />
        {isChosen && selected}
        {refresh}
        {newPath}
        {more}
        {upload}
      </>
    ),
    narrow: (
      <>
        {searchField}
        {upload}
        {newPath}
        <span className={styles.push} />
        {refresh}
        {more}
        {deleted}
        {selected}
      </>
    ),
  }
  return <Toolbar>{parts[width]}</Toolbar>
}
