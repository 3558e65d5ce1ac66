import * as Radix from '@radix-ui/react-tabs'
import type { LucideIcon } from 'lucide-react'
import { useContext, useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { PageTabs } from './page.tsx'
import { Count } from './status.tsx'
import * as styles from './tabs.css.ts'
import { useTooltip } from './tooltip.tsx'

export type TabItem<Id extends string> = {
  id: Id
  label: string
  count?: number | undefined
  /** Why it is disabled, as a sentence; the tab then stays in the tab order. */
  disabled?: string | boolean
  icon?: LucideIcon
}

type TabsProps<Id extends string> = {
  label: string
  value: Id
  onChange: (id: Id) => void
  items: readonly TabItem<Id>[]
  /** `side`: a column at the left; a scrolling line on narrow screens. */
  look?: 'line' | 'side'
  /** Content of the selected tab. Without it only the tabs are rendered: in a page's header, for the page itself. */
  children?: ReactNode
}

/** Scrolls only the tab list until the selected tab is fully visible; one that was not is centered. */
const reveal = (list: HTMLElement) => {
  const chosen = list.querySelector('[data-state=active]')
  if (!chosen) return
  const line = list.getBoundingClientRect()
  const tab = chosen.getBoundingClientRect()
  if (tab.left >= line.left && tab.right <= line.right) return
  list.scrollLeft += (tab.left + tab.right - line.left - line.right) / 2
}

const Tab = <Id extends string>({
  item,
  look,
  panel,
}: {
  item: TabItem<Id>
  look: 'line' | 'side'
  /** Attributes that refer to its panel. */
  panel: { id?: string; 'aria-controls'?: string | undefined }
}) => {
  const reason = typeof item.disabled === 'string' ? item.disabled : undefined
  const tooltip = useTooltip(reason)
  return (
    <>
      <Radix.Trigger
        value={item.id}
        className={styles.tab[look]}
        disabled={item.disabled === true}
        {...panel}
        {...(reason && {
          ...tooltip.target,
          'aria-disabled': true,
          'data-disabled': '',
          'aria-describedby': tooltip.describedBy,
          onClick: (event: MouseEvent<HTMLElement>) => tooltip.reveal(event.currentTarget),
        })}
      >
        {item.icon && <Icon of={item.icon} />}
        <span className={styles.label} data-label={item.label}>
          {item.label}
        </span>
        {item.count !== undefined && (
          <span className={look === 'side' ? styles.sideCount : undefined}>
            <Count of={item.count} />
          </span>
        )}
      </Radix.Trigger>
      {tooltip.description}
      {tooltip.bubble}
    </>
  )
}

/** Tabs of a page; the selected tab is part of the page's address. */
export const Tabs = <Id extends string>({ label, value, onChange, items, look = 'line', children }: TabsProps<Id>) => {
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const hasContent = children !== undefined
  const setPageTabs = useContext(PageTabs)
  useLayoutEffect(() => {
    if (hasContent) return undefined
    setPageTabs?.(id)
    return () => setPageTabs?.(undefined)
  }, [hasContent])
  const panelOf = (isSelected: boolean) => {
    if (isSelected && hasContent) return {}
    return isSelected && setPageTabs
      ? { id: `${id}-tab`, 'aria-controls': `${id}-panel` }
      : { 'aria-controls': undefined }
  }
  const counts = items.map(({ count }) => count).join()
  // a count that arrives moves the tabs after it
  useLayoutEffect(() => {
    if (list.current) reveal(list.current)
  }, [value, counts])
  const choose = (id: string) => {
    const item = items.find((one) => one.id === id)
    if (item && !item.disabled) onChange(item.id)
  }
  return (
    <Radix.Root
      className={styles.root[look]}
      orientation={look === 'side' ? 'vertical' : 'horizontal'}
      value={value}
      onValueChange={choose}
    >
      <Radix.List ref={list} className={styles.list[look]} aria-label={label}>
        {items.map((item) => (
          <Tab key={item.id} item={item} look={look} panel={panelOf(item.id === value)} />
        ))}
      </Radix.List>
      {hasContent && (
        <Radix.Content value={value} className={styles.panel[look]}>
          {children}
        </Radix.Content>
      )}
    </Radix.Root>
  )
}
