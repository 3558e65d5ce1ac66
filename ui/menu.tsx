import type { LucideIcon } from 'lucide-react'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ComponentProps, useId, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import * as buttons from './button.css.ts'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import * as styles from './menu.css.ts'
import type { MenuAction, MenuItem } from './menu-item.ts'
import type { ActionMenu as LoadedMenu } from './open-menu.tsx'
import { useTabStop } from './tab-stop.ts'
import { useTooltip } from './tooltip.tsx'
import { onDemand, useOnDemand } from './use-on-demand.ts'

export type { MenuAction, MenuItem }

type MenuProps = {
  /** Accessible name of the trigger. */
  label: string
  /** An icon ("…" by default), or a button with text and an arrow. */
  trigger?: { icon?: LucideIcon; text?: string; tone?: 'primary' | 'secondary' | 'quiet'; look?: 'plain' | 'bordered' }
  items: readonly MenuItem[]
}

const menuScript = onDemand(() => import('./open-menu.tsx'))

/** An open menu; closed if its code cannot be loaded. */
export const ActionMenu = (props: ComponentProps<typeof LoadedMenu>) => {
  const loaded = useOnDemand(menuScript, { onFailure: props.onClose })
  return loaded && <loaded.ActionMenu {...props} />
}

/** Moves destructive items to the end, after a separator. */
export const dangerLast = (items: readonly MenuAction[]): MenuItem[] => {
  const safe = items.filter(({ tone }) => tone !== 'danger')
  const dangerous = items.filter(({ tone }) => tone === 'danger')
  return safe.length > 0 && dangerous.length > 0 ? [...safe, 'line', ...dangerous] : [...safe, ...dangerous]
}

/** State of a menu under a button, whose code is preloaded on hover: spread `trigger` on the button. */
export const useMenu = () => {
  const [open, setOpen] = useState<'key' | 'pointer'>()
  const id = useId()
  const anchorRef = useRef<HTMLSpanElement>(null)
  const trigger = {
    id,
    'aria-haspopup': 'menu',
    'aria-expanded': open !== undefined,
    'data-state': open ? 'open' : 'closed',
    onClick: ({ detail }: MouseEvent) => setOpen(open ? undefined : detail === 0 ? 'key' : 'pointer'),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' || open) return
      event.preventDefault()
      // otherwise a table row would handle it as well
      event.stopPropagation()
      setOpen('key')
    },
    onFocus: menuScript.preload,
    onPointerEnter: menuScript.preload,
  } as const
  return { open, close: () => setOpen(undefined), anchorRef, trigger }
}

/** Menu of the actions on one object; put destructive items last, after a `'line'`. */
export const Menu = ({ label, trigger: triggerOptions = {}, items }: MenuProps) => {
  const { icon = Ellipsis, text, tone = 'secondary', look = 'plain' } = triggerOptions
  const { open, close, anchorRef, trigger } = useMenu()
  const tabIndex = useTabStop()
  const tooltip = useTooltip(text || open ? undefined : label)
  const { target } = tooltip
  return (
    <span ref={anchorRef} className={styles.root}>
      {text ? (
        <button
          type="button"
          aria-label={label === text ? undefined : label}
          className={classes(buttons.button, buttons.tone[tone], tone === 'primary' && buttons.strong)}
          {...trigger}
        >
          <span className={buttons.content}>
            {triggerOptions.icon && <Icon of={triggerOptions.icon} />}
            {text}
            <Icon of={ChevronDown} size={14} />
          </span>
        </button>
      ) : (
        <button
          type="button"
          className={buttons.iconButton[look]}
          aria-label={label}
          tabIndex={tabIndex}
          {...target}
          {...trigger}
          onFocus={(event) => {
            target.onFocus(event)
            trigger.onFocus()
          }}
          onPointerEnter={(event) => {
            target.onPointerEnter(event)
            trigger.onPointerEnter()
          }}
        >
          <Icon of={icon} />
        </button>
      )}
      {tooltip.bubble}
      {open && (
        <ActionMenu
          button={trigger.id}
          openedBy={open}
          anchorRef={anchorRef}
          align={text ? 'start' : 'end'}
          onClose={close}
          items={items}
        />
      )}
    </span>
  )
}
