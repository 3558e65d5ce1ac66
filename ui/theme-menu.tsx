import type { LucideIcon } from 'lucide-react'
import Check from 'lucide-react/icons/check'
import Contrast from 'lucide-react/icons/contrast'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useId, useRef } from 'react'
import { setTheme, useTheme, useThemeChoice, type ThemeChoice } from '../themes/theme.ts'
import * as buttons from './button.css.ts'
import { Icon } from './icon.tsx'
import { useTooltip } from './tooltip.tsx'
import * as styles from './theme-menu.css.ts'

export const themes: readonly { id: ThemeChoice; label: string; icon: LucideIcon }[] = [
  { id: 'system', label: 'System', icon: Monitor },
  { id: 'light', label: 'Light', icon: Sun },
  { id: 'dark', label: 'Dark', icon: Moon },
  { id: 'contrast', label: 'High contrast', icon: Contrast },
]

/** Theme menu; the button's icon is the current theme. Opened and closed natively by the browser. */
export const ThemeMenu = () => {
  const choice = useThemeChoice()
  const theme = useTheme()
  const id = useId()
  const list = useRef<HTMLFieldSetElement>(null)
  const tooltip = useTooltip('Theme')
  return (
    <>
      <button
        type="button"
        className={buttons.iconButton.plain}
        aria-label="Theme"
        popoverTarget={id}
        {...tooltip.target}
      >
        <Icon of={themes.find((one) => one.id === theme)?.icon ?? Sun} />
      </button>
      {tooltip.bubble}
      <fieldset ref={list} id={id} popover="auto" className={styles.list} aria-label="Theme">
        {themes.map(({ id: value, label, icon }) => (
          // arrow keys also click, with a detail of 0, and leave the list open
          <label
            key={value}
            className={styles.option}
            onClick={({ detail }) => detail > 0 && list.current?.hidePopover()}
          >
            <input
              type="radio"
              name={id}
              className={styles.radio}
              checked={value === choice}
              onChange={() => setTheme(value)}
            />
            <span className={styles.icon}>
              <Icon of={icon} />
            </span>
            {label}
            <span className={styles.check}>
              <Icon of={Check} />
            </span>
          </label>
        ))}
      </fieldset>
    </>
  )
}
