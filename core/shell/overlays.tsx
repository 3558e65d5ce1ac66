import type { PluginRoute, SearchSection } from '../web/plugin.ts'
import type { EntryGroup } from '../web/registry.ts'
import { Palette } from '../../ui/palette.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Shortcuts } from '../../ui/shortcuts.tsx'
import { Sidebar, type SidebarProps } from './sidebar.tsx'

/** Overlays of the shell. */
export type OverlayName = 'menu' | 'palette' | 'shortcuts'

export type OverlayProps = {
  name: OverlayName
  routes: readonly PluginRoute[]
  groups: readonly EntryGroup[]
  searches: readonly SearchSection[]
  sidebar: Omit<SidebarProps, 'look' | 'onToggle'>
  onClose: () => void
  onShow: (name: OverlayName) => void
}

/** The menu, palette or shortcuts: one chunk that is loaded when the first of them is opened. */
export const Overlay = ({ name, routes, groups, searches, sidebar, onClose, onShow }: OverlayProps) => {
  if (name === 'palette') return <Palette {...{ routes, groups, searches, onClose, onShow }} />
  if (name === 'shortcuts') return <Shortcuts groups={groups} onClose={onClose} />
  return (
    <Sheet onClose={onClose}>
      {(toggle) => <Sidebar {...sidebar} look="sheet" onToggle={onClose} toggle={toggle} />}
    </Sheet>
  )
}
