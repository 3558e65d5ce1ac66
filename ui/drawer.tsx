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
import { isTyping } from './typing.ts'
import { useNarrow } from './use-narrow.ts'

type DrawerProps = {
  title: string
  icon?: LucideIcon
  /** Position among the rows of its table, and links to its neighbors. */
  place?: { text: string; previous: (() => void) | undefined; next: (() => void) | undefined } | undefined
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
export const Drawer = ({ title, icon, place, href, onClose, children }: DrawerProps) => {
  const narrow = useNarrow()
  const drawer = useRef<HTMLElement>(null)
  // focus moves into a drawer that covers the whole window
  useEffect(() => {
    if (narrow) drawer.current?.focus()
  }, [narrow])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target)) return
    const step = event.key === 'ArrowUp' || event.key === 'ArrowDown' ? place?.[steps[event.key]] : undefined
    const act = event.key === 'Escape' ? onClose : step
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <aside ref={drawer} className={styles.drawer} aria-label={title} tabIndex={-1} onKeyDown={onKeyDown}>
      <header className={styles.head}>
        {narrow ? <IconButton icon={ArrowLeft} label="Back" onPress={onClose} /> : icon && <Icon of={icon} />}
        <h2 className={styles.title} title={title}>
          <MiddleTruncate>{title}</MiddleTruncate>
        </h2>
        {place && (
          <>
            {place.text && <span className={styles.position}>{place.text}</span>}
            <IconButton
              icon={ChevronUp}
              label="Previous"
              disabled={!place.previous && 'This is the first one'}
              onPress={place.previous}
            />
            <IconButton
              icon={ChevronDown}
              label="Next"
              disabled={!place.next && 'This is the last one'}
              onPress={place.next}
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
