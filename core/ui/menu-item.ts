import type { LucideIcon } from 'lucide-react'

/** One action of a menu: a function to call or an address to go to. */
export type MenuAction = {
  label: string
  icon?: LucideIcon
  /** Why it cannot be chosen now; shown under the label. */
  disabled?: string | false | undefined
  tone?: 'danger' | undefined
  /** It acts on the server at once, and so waits for one that is away, as what is dangerous does. */
  where?: 'server' | 'browser' | undefined
  /** The key that does the same. */
  key?: string
} & ({ onSelect: () => void; href?: undefined } | { href: string; onSelect?: undefined })

/** An action, or a line between two groups of actions. */
export type MenuItem = MenuAction | 'line'
