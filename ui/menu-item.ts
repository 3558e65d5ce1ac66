import type { LucideIcon } from 'lucide-react'

/** A menu item: a function to call or an address to open. */
export type MenuAction = {
  label: string
  icon?: LucideIcon
  /** Why it is disabled; shown under the label. */
  disabled?: string | false | undefined
  tone?: 'danger' | undefined
  /** Acts on the server immediately, so it is disabled while the server is away, as dangerous actions are. */
  where?: 'server' | 'browser' | undefined
  /** Shortcut of the same action. */
  key?: string
} & ({ onSelect: () => void; href?: undefined } | { href: string; onSelect?: undefined })

/** A menu item, or a separator. */
export type MenuItem = MenuAction | 'line'
