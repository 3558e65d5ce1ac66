import type { LucideIcon } from 'lucide-react'
import BookOpen from 'lucide-react/icons/book-open'
import Keyboard from 'lucide-react/icons/keyboard'
import LogOut from 'lucide-react/icons/log-out'
import Plus from 'lucide-react/icons/plus'
import Server from 'lucide-react/icons/server'
import { setTheme } from '../themes/theme.ts'
import type { Action } from '../core/protocol/contract.ts'
import { navigate } from '../core/web/location.ts'
import type { EntryGroup } from '../core/web/registry.ts'
import { servers } from './servers.ts'
import { canOpenPage, signOut } from '../core/web/session.ts'
import { fuzzyMatch, type Piece } from './fuzzy-match.ts'
import { themes } from './theme-menu.tsx'

/**
 * An entry of the palette, for accounts that have the page at `to` and the permissions in `needs`. `hint` says where it
 * belongs.
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

export type CommandMatch = Command & { pieces: Piece[]; score: number }

const open = (href: string) => void window.open(href, '_blank', 'noopener')

/** All sidebar entries, their actions, and the shell's own commands. */
export const commandsOf = (groups: readonly EntryGroup[], showShortcuts: () => void): Command[] => {
  const entries = groups.flatMap((group) => group.entries)
  const pages = entries.flatMap(({ label, icon, to }) =>
    to ? [{ section: 'Pages', label, icon, run: () => void navigate(to) }] : [],
  )
  const actions = entries.flatMap((entry) =>
    (entry.actions ?? [])
      .filter(({ page }) => !page || canOpenPage(page))
      .map(({ label, to, needs }) => ({
        section: 'Actions',
        label,
        to,
        ...(label.startsWith('Create') ? { icon: Plus } : { icon: entry.icon, hint: entry.label }),
        ...(needs && { needs }),
        run: () => void navigate(to),
      })),
  )
  const externalLinks = entries.flatMap(({ label, href }) =>
    href ? [{ section: 'Console', label, icon: BookOpen, run: () => open(href) }] : [],
  )
  const others = (servers?.all ?? []).filter(({ name }) => name !== servers?.current)
  return [
    ...pages,
    ...actions,
    ...others.map(({ name, path, address }) => ({
      section: 'Servers',
      label: name,
      icon: Server,
      hint: address,
      run: () => window.location.assign(`${path}/`),
    })),
    ...themes.map(({ id, label, icon }) => ({
      section: 'Console',
      label,
      icon,
      hint: 'Theme',
      run: () => setTheme(id),
    })),
    { section: 'Console', label: 'Keyboard Shortcuts', icon: Keyboard, run: showShortcuts },
    ...externalLinks,
    { section: 'Console', label: 'Logout', icon: LogOut, run: () => void signOut() },
  ]
}

/** Matching commands, best first within their section; the hint (`Theme`) is searched too. */
export const findCommands = (commands: readonly Command[], query: string): CommandMatch[] => {
  const found = commands.flatMap((command): CommandMatch[] => {
    const hit = fuzzyMatch(command.label, query)
    if (hit) return [{ ...command, ...hit }]
    const fits = command.hint && fuzzyMatch(command.hint, query)
    return fits ? [{ ...command, pieces: [{ text: command.label, hit: false }], score: 0 }] : []
  })
  const best = Math.max(...found.map(({ score }) => score))
  // subsequence matches are shown only if there is no substring match
  const matches = found.filter(({ score }) => best === 0 || score > 0)
  const sections = [...new Set(matches.map(({ section }) => section))]
  return sections.flatMap((section) =>
    matches.filter((one) => one.section === section).sort((a, b) => b.score - a.score),
  )
}
