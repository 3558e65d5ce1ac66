import type { LucideIcon } from 'lucide-react'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Maximize2 from 'lucide-react/icons/maximize-2'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { IconButton } from './button.tsx'
import * as styles from './drawer.css.ts'
import { Icon } from './icon.tsx'
import { MiddleTruncate } from './middle-truncate.tsx'
import { isTyping } from './single-key-shortcuts.ts'
import { useNarrow } from './use-narrow.ts'

type DrawerProps = {
  title: string
  icon?: LucideIcon
  /** Position among the rows of its table, and functions that open the previous and next row. */
  position?: { text: string; previous: (() => void) | undefined; next: (() => void) | undefined } | undefined
  /** The object's own page. */
  href?: string
  onClose: () => void
  children: ReactNode
}

const steps = { ArrowUp: 'previous', ArrowDown: 'next' } as const

/**
 * Details of the selected row, in a non-modal drawer next to the table (`beside` of a `Page`); an overlay if there is
 * no room.
 */
export const Drawer = ({ title, icon, position, href, onClose, children }: DrawerProps) => {
  const narrow = useNarrow()
  const drawer = useRef<HTMLElement>(null)
  // focus moves into a drawer that covers the whole window
  useEffect(() => {
    if (narrow) drawer.current?.focus()
  }, [narrow])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target)) return
    const step = event.key === 'ArrowUp' || event.key === 'ArrowDown' ? position?.[steps[event.key]] : undefined
    const action = event.key === 'Escape' ? onClose : step
    if (!action) return
    event.preventDefault()
    action()
  }
  return (
    <aside ref={drawer} className={styles.drawer} aria-label={title} tabIndex={-1} onKeyDown={onKeyDown}>
      <header className={styles.head}>
        {narrow ? <IconButton icon={ArrowLeft} label="Back" onPress={onClose} /> : icon && <Icon of={icon} />}
        <h2 className={styles.title} title={title}>
          <MiddleTruncate>{title}</MiddleTruncate>
        </h2>
        {position && (
          <>
            {position.text && <span className={styles.position}>{position.text}</span>}
            <IconButton
              icon={ChevronUp}
              label="Previous"
              disabled={!position.previous && 'This is the first one'}
              onPress={position.previous}
            />
            <IconButton
              icon={ChevronDown}
              label="Next"
              disabled={!position.next && 'This is the last one'}
              onPress={position.next}
            />
          </>
        )}
        {href && <IconButton icon={Maximize2} label="Open its page" href={href} />}
        {!narrow && <IconButton icon={X} label="Close" onPress={onClose} />}
      </header>
      <div className={styles.body}>{children}</div>
    </aside>
  )
}
