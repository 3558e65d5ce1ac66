import type { LucideIcon } from 'lucide-react'
import BookOpen from 'lucide-react/icons/book-open'
import Keyboard from 'lucide-react/icons/keyboard'
import LogOut from 'lucide-react/icons/log-out'
import Plus from 'lucide-react/icons/plus'
import { setTheme } from '../../themes/theme.ts'
import type { Action } from '../contract.ts'
import { navigate } from '../location.ts'
import type { EntryGroup } from '../registry.ts'
import { signOut } from '../session.ts'
import { match, type Piece } from '../match.ts'
import { themes } from './theme-menu.tsx'

/**
 * One thing that the palette offers, to whoever has the page that it leads `to` and may do what it `needs`. `hint` says
 * where it belongs.
 */
export type Command = {
  section: string
  label: string
  icon: LucideIcon
  hint?: string
  to?: string
  needs?: Action
  run: () => void
}

/** A command that fits what was typed. */
export type Found = Command & { pieces: Piece[]; score: number }

const open = (href: string) => void window.open(href, '_blank', 'noopener')

/** Everything that the sidebar leads to, what can be started from there, and the shell's own acts. */
export const commandsOf = (groups: readonly EntryGroup[], showShortcuts: () => void): Command[] => {
  const entries = groups.flatMap((group) => group.entries)
  const pages = entries.flatMap(({ label, icon, to }) =>
    to ? [{ section: 'Pages', label, icon, run: () => void navigate(to) }] : [],
  )
  const actions = entries.flatMap((entry) =>
    (entry.actions ?? []).map(({ label, to, needs }) => ({
      section: 'Actions',
      label,
      to,
      ...(label.startsWith('Create') ? { icon: Plus } : { icon: entry.icon, hint: entry.label }),
      ...(needs && { needs }),
      run: () => void navigate(to),
    })),
  )
  const outside = entries.flatMap(({ label, href }) =>
    href ? [{ section: 'Console', label, icon: BookOpen, run: () => open(href) }] : [],
  )
  return [
    ...pages,
    ...actions,
    ...themes.map(({ id, label, icon }) => ({
      section: 'Console',
      label,
      icon,
      hint: 'Theme',
      run: () => setTheme(id),
    })),
    { section: 'Console', label: 'Keyboard Shortcuts', icon: Keyboard, run: showShortcuts },
    ...outside,
    { section: 'Console', label: 'Logout', icon: LogOut, run: () => void signOut() },
  ]
}

/** The commands that fit, better ones first within their section; a hint (`Theme`) is searched too. */
export const findCommands = (commands: readonly Command[], query: string): Found[] => {
  const found = commands.flatMap((command): Found[] => {
    const hit = match(command.label, query)
    if (hit) return [{ ...command, ...hit }]
    const fits = command.hint && match(command.hint, query)
    return fits ? [{ ...command, pieces: [{ text: command.label, hit: false }], score: 0 }] : []
  })
  const best = Math.max(...found.map(({ score }) => score))
  // letters that merely follow each other are worth showing only where nothing has them in one piece
  const kept = found.filter(({ score }) => best === 0 || score > 0)
  const sections = [...new Set(kept.map(({ section }) => section))]
  return sections.flatMap((section) => kept.filter((one) => one.section === section).sort((a, b) => b.score - a.score))
}
