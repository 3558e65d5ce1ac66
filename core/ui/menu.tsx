import * as Radix from '@radix-ui/react-dropdown-menu'
import type { LucideIcon } from 'lucide-react'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { Fragment } from 'react'
import { Link } from './link.tsx'
import * as buttons from './button.css.ts'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import * as styles from './menu.css.ts'
import { useTabStop } from './tab-stop.ts'
import * as text from './text.css.ts'
import { useTooltip } from './tooltip.tsx'

export type MenuItem =
  | ({
      label: string
      icon?: LucideIcon
      /** Why it cannot be chosen now; shown under the label. */
      disabled?: string | false | undefined
      tone?: 'danger' | undefined
      /** The key that does the same. */
      key?: string
    } & ({ onSelect: () => void; href?: undefined } | { href: string; onSelect?: undefined }))
  | 'line'

type MenuProps = {
  /** The accessible name of the trigger. */
  label: string
  /** An icon alone ("…" without anything), or a button with text and an arrow. */
  trigger?: { icon?: LucideIcon; text?: string; tone?: 'primary' | 'secondary' | 'quiet'; look?: 'plain' | 'bordered' }
  items: readonly MenuItem[]
}

const Item = ({ item }: { item: Exclude<MenuItem, 'line'> }) => {
  const tone = item.tone ?? 'plain'
  const content = (
    <>
      {item.icon && (
        <span className={styles.icon[tone]}>
          <Icon of={item.icon} />
        </span>
      )}
      <span className={styles.label}>
        {item.label}
        {item.disabled && <span className={styles.reason}>{item.disabled}</span>}
      </span>
      {item.key && (
        <span className={text.keycap} aria-hidden>
          {item.key}
        </span>
      )}
    </>
  )
  if (item.href !== undefined && !item.disabled) {
    return (
      <Radix.Item asChild>
        <Link href={item.href} className={styles.item[tone]}>
          {content}
        </Link>
      </Radix.Item>
    )
  }
  return (
    <Radix.Item className={styles.item[tone]} disabled={!!item.disabled} onSelect={() => item.onSelect?.()}>
      {content}
    </Radix.Item>
  )
}

/** What can be done with one thing; destructive items stand last, after a `'line'`. */
export const Menu = ({ label, trigger = {}, items }: MenuProps) => {
  const { icon = Ellipsis, text: words, tone = 'secondary', look = 'plain' } = trigger
  const tabIndex = useTabStop()
  const tooltip = useTooltip(words ? undefined : label)
  return (
    <Radix.Root>
      <Radix.Trigger asChild>
        {words ? (
          <button
            type="button"
            aria-label={label === words ? undefined : label}
            className={classes(buttons.button, buttons.tone[tone], tone === 'primary' && buttons.strong)}
          >
            <span className={buttons.content}>
              {trigger.icon && <Icon of={trigger.icon} />}
              {words}
              <Icon of={ChevronDown} size={14} />
            </span>
          </button>
        ) : (
          <button
            type="button"
            className={buttons.iconButton[look]}
            aria-label={label}
            tabIndex={tabIndex}
            {...tooltip.target}
          >
            <Icon of={icon} />
          </button>
        )}
      </Radix.Trigger>
      {tooltip.bubble}
      <Radix.Portal>
        <Radix.Content className={styles.menu} align={words ? 'start' : 'end'} sideOffset={4} collisionPadding={8}>
          {items.map((item, index) => (
            <Fragment key={item === 'line' ? index : item.label}>
              {item === 'line' ? <Radix.Separator className={styles.line} /> : <Item item={item} />}
            </Fragment>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
