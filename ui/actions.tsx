import type { LucideIcon } from 'lucide-react'
import { medium } from '../themes/media.ts'
import { Button, IconButton } from './button.tsx'
import { dangerLast, Menu, type MenuItem } from './menu.tsx'
import { useMediaQuery, useNarrow } from './use-narrow.ts'

/** An action of the whole page. */
export type PageAction = {
  label: string
  icon: LucideIcon
  /** `icon`: without a label if it is shown as a button; `menu`: always in the "…" menu. */
  look?: 'button' | 'icon' | 'menu'
  tone?: 'primary' | 'danger' | undefined
  /** Why it is disabled. */
  disabled?: string | false | undefined
  /**
   * `server`: acts on the server immediately, so it is disabled while the server is away, as dangerous actions are;
   * `browser`: needs no server.
   */
  where?: 'server' | 'browser' | undefined
} & ({ onSelect: () => void; href?: undefined } | { href: string; onSelect?: undefined })

const buttonTones = { primary: 'primary', danger: 'dangerQuiet', plain: 'secondary' } as const

const Action = ({ label, icon, look, tone, where, disabled, onSelect, href }: PageAction) => {
  const press = { icon, where, disabled, onPress: onSelect, href }
  if (look === 'icon') return <IconButton {...press} label={label} look="bordered" />
  return (
    <Button {...press} tone={buttonTones[tone ?? 'plain']}>
      {label}
    </Button>
  )
}

const itemOf = ({ label, icon, tone, disabled, ...act }: PageAction) =>
  ({
    label,
    icon,
    tone: tone === 'danger' ? (tone as 'danger') : undefined,
    disabled,
    ...act,
  }) satisfies MenuItem

/**
 * The `actions` of a `Page` that has several: buttons in this order; with too little room, the primary one and a menu
 * of the others.
 */
export const Actions = ({ actions }: { actions: readonly PageAction[] }) => {
  const narrow = useNarrow()
  const isMedium = useMediaQuery(medium)
  const isCrowded = actions.length > (narrow ? 1 : isMedium ? 2 : Infinity)
  const inMenu = actions.filter(({ look, tone }) => look === 'menu' || (isCrowded && tone !== 'primary'))
  return (
    <>
      {actions
        .filter((action) => !inMenu.includes(action))
        .map((action) => (
          <Action key={action.label} {...action} />
        ))}
      {inMenu.length > 0 && (
        <Menu label="More page actions" trigger={{ look: 'bordered' }} items={dangerLast(inMenu.map(itemOf))} />
      )}
    </>
  )
}
