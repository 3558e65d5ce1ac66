import '../chunks.ts'
import * as Radix from '@radix-ui/react-dropdown-menu'
import { Fragment, useEffect, useRef, useState, type CSSProperties, type ReactNode, type RefObject } from 'react'
import { useAway } from '../connection.ts'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import * as styles from './menu.css.ts'
import type { MenuAction, MenuItem } from './menu-item.ts'
import * as text from './text.css.ts'

type OpenMenuProps = {
  /** The id of the button that it belongs to, which names it and gets the focus back. */
  button?: string
  /** Its name where it belongs to no button. */
  label?: string
  /** Where a pointer opened it, in px from the window's corner; over the element around it without. */
  at?: { x: number; y: number }
  align?: 'start' | 'end'
  /** A key opened it: its first item gets the focus. */
  by: 'key' | 'pointer'
  /** A press here does not close it: that is up to what is there. */
  place?: RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
}

// rows move by a transform, in which nothing floats; and readers look for things in landmarks
const landmarks = 'main, header, aside, [role=dialog]'

/** A menu that is open as long as it is rendered. */
export const OpenMenu = ({ button, label, at, align = 'start', by, place, onClose, children }: OpenMenuProps) => {
  const content = useRef<HTMLDivElement>(null)
  const left = useRef(false)
  const [home, setHome] = useState<Element>()
  useEffect(() => {
    if (by === 'key') content.current?.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus()
  }, [by, home])
  const style: CSSProperties | undefined = at && { left: at.x, top: at.y }
  return (
    <Radix.Root open modal={false} onOpenChange={onClose}>
      <Radix.Trigger asChild>
        <span
          ref={(anchor) => {
            if (anchor) setHome(anchor.closest(landmarks) ?? document.body)
          }}
          className={styles.anchor[at ? 'point' : 'button']}
          style={style}
          aria-hidden
        />
      </Radix.Trigger>
      {home && (
        <Radix.Portal container={home}>
          <Radix.Content
            ref={content}
            className={styles.menu}
            align={align}
            sideOffset={at ? 0 : 4}
            collisionPadding={8}
            aria-label={label}
            aria-labelledby={button}
            onInteractOutside={(event) => {
              left.current = true
              if (place?.current?.contains(event.target as Node)) event.preventDefault()
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              // whoever pressed something else goes on there
              if (button && !left.current) document.getElementById(button)?.focus()
            }}
          >
            {children}
          </Radix.Content>
        </Radix.Portal>
      )}
    </Radix.Root>
  )
}

const Item = ({ item: given }: { item: MenuAction }) => {
  const away = useAway()
  const item = { ...given, disabled: given.disabled || ((given.where === 'server' || given.tone === 'danger') && away) }
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

/** The items of an open menu. */
export const MenuItems = ({ items }: { items: readonly MenuItem[] }) =>
  items.map((item, index) => (
    <Fragment key={item === 'line' ? index : item.label}>
      {item === 'line' ? <Radix.Separator className={styles.line} /> : <Item item={item} />}
    </Fragment>
  ))

/** A menu of acts. */
export const OpenActions = ({ items, ...menu }: Omit<OpenMenuProps, 'children'> & { items: readonly MenuItem[] }) => (
  <OpenMenu {...menu}>
    <MenuItems items={items} />
  </OpenMenu>
)
