import '../chunks.ts'
import { useMemo } from 'react'
import type { EntryGroup } from '../registry.ts'
import { commandsOf } from './commands.ts'
import { Palette } from './palette.tsx'
import { Sheet } from './sheet.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { Sidebar, type SidebarProps } from './sidebar.tsx'

/** What the shell opens over a page. */
export type OverName = 'menu' | 'palette' | 'shortcuts'

export type OverProps = {
  name: OverName
  groups: readonly EntryGroup[]
  sidebar: Omit<SidebarProps, 'look' | 'onToggle'>
  onClose: () => void
  onShow: (name: OverName) => void
}

/** The menu, the palette or the shortcuts: one chunk that is fetched when the first of them is opened. */
export const Over = ({ name, groups, sidebar, onClose, onShow }: OverProps) => {
  const commands = useMemo(() => commandsOf(groups, () => onShow('shortcuts')), [groups, onShow])
  if (name === 'palette') return <Palette commands={commands} onClose={onClose} />
  if (name === 'shortcuts') return <Shortcuts groups={groups} onClose={onClose} />
  return <Sheet onClose={onClose}>{(toggle) => <Sidebar {...sidebar} look="sheet" onToggle={onClose} toggle={toggle} />}</Sheet>
}
