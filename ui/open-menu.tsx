import { Fragment, useEffect, useId, useRef, useState, type CSSProperties, type ReactNode, type RefObject } from 'react'
import { useServerAway } from '../core/web/connection.ts'
import { joinRefusals } from '../core/protocol/missing-permissions.ts'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import * as styles from './menu.css.ts'
import type { MenuAction, MenuItem } from './menu-item.ts'
import { RadixMenu as Radix } from './radix.ts'
import * as text from './text.css.ts'

type OpenMenuProps = {
  /** Id of its button, which labels it and gets the focus back. */
  button?: string
  /** Accessible name if there is no button. */
  label?: string
  /** Pointer position in px from the window's corner; without it the menu is placed at the surrounding element. */
  position?: { x: number; y: number }
  align?: 'start' | 'end'
  /** With `key` the first item gets the focus. */
  openedBy: 'key' | 'pointer'
  /** A click inside this element does not close the menu. */
  anchorRef?: RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
}

// rows are positioned with a transform, in which nothing floats; and screen readers look for content in landmarks
const landmarks = 'main, header, aside, [role=dialog]'

/** A menu that is open as long as it is rendered. */
export const OpenMenu = ({
  button,
  label,
  position,
  align = 'start',
  openedBy,
  anchorRef,
  onClose,
  children,
}: OpenMenuProps) => {
  const content = useRef<HTMLDivElement>(null)
  const hasNavigated = useRef(false)
  const [container, setContainer] = useState<Element>()
  useEffect(() => {
    if (openedBy === 'key')
      content.current?.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus()
  }, [openedBy, container])
  const style: CSSProperties | undefined = position && { left: position.x, top: position.y }
  return (
    <Radix.Root open modal={false} onOpenChange={onClose}>
      <Radix.Trigger asChild>
        <span
          ref={(anchor) => {
            if (anchor) setContainer(anchor.closest(landmarks) ?? document.body)
          }}
          className={styles.anchor[position ? 'point' : 'button']}
          style={style}
          aria-hidden
        />
      </Radix.Trigger>
      {container && (
        <Radix.Portal container={container}>
          <Radix.Content
            ref={content}
            className={styles.menu}
            // beside the pointer it can move up as far as needed, so that a tall menu need not scroll
            side={position ? 'right' : 'bottom'}
            align={position ? 'start' : align}
            sideOffset={position ? 0 : 4}
            collisionPadding={8}
            aria-label={label}
            aria-labelledby={button}
            onInteractOutside={(event) => {
              hasNavigated.current = true
              if (anchorRef?.current?.contains(event.target as Node)) event.preventDefault()
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              // after a click elsewhere the focus stays there
              if (button && !hasNavigated.current) document.getElementById(button)?.focus()
            }}
          >
            {children}
          </Radix.Content>
        </Radix.Portal>
      )}
    </Radix.Root>
  )
}

type ItemProps = {
  item: MenuAction
  /** Id of the note above the items that says why it is disabled. */
  note: string | undefined
}

const Item = ({ item, note }: ItemProps) => {
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
        {item.disabled && !note && <span className={styles.reason}>{item.disabled}</span>}
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
    <Radix.Item
      className={styles.item[tone]}
      disabled={!!item.disabled}
      aria-describedby={note}
      onSelect={() => item.onSelect?.()}
    >
      {content}
    </Radix.Item>
  )
}

/**
 * Reasons shared by at least two disabled items, entirely or in their first line, such as "Your policies do not allow".
 * The key is that first line.
 */
const sharedReasons = (items: readonly MenuItem[]) => {
  const groups = new Map<string, string[]>()
  for (const item of items) {
    if (item === 'line' || !item.disabled) continue
    const [head = ''] = item.disabled.split('\n')
    groups.set(head, [...(groups.get(head) ?? []), item.disabled])
  }
  return new Map([...groups].flatMap(([head, all]) => (all.length > 1 ? [[head, joinRefusals(all)]] : [])))
}

/** Items of an open menu. A reason shared by several of them is shown once, above them. */
export const MenuItems = ({ items: allItems }: { items: readonly MenuItem[] }) => {
  const id = useId()
  const away = useServerAway()
  const items = allItems.map((item) =>
    item === 'line'
      ? item
      : { ...item, disabled: item.disabled || ((item.where === 'server' || item.tone === 'danger') && away) },
  )
  const shared = sharedReasons(items)
  const firstLines = [...shared.keys()]
  const noteOf = ({ disabled }: MenuAction) => {
    const at = disabled ? firstLines.indexOf(disabled.split('\n')[0] ?? '') : -1
    return at < 0 ? undefined : `${id}-${at}`
  }
  return (
    <>
      {[...shared.values()].map((reason, at) => (
        <Radix.Label key={reason} id={`${id}-${at}`} className={styles.shared}>
          {reason}
        </Radix.Label>
      ))}
      {items.map((item, index) => (
        <Fragment key={item === 'line' ? index : item.label}>
          {item === 'line' ? <Radix.Separator className={styles.line} /> : <Item item={item} note={noteOf(item)} />}
        </Fragment>
      ))}
    </>
  )
}

export const ActionMenu = ({ items, ...menu }: Omit<OpenMenuProps, 'children'> & { items: readonly MenuItem[] }) => (
  <OpenMenu {...menu}>
    <MenuItems items={items} />
  </OpenMenu>
)
