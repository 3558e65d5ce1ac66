import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useRef } from 'react'
import { displayName } from '../core/protocol/format.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import * as styles from './active-filters.css.ts'

/** An active filter and its removal. */
export type ActiveFilter = { label: string; value: string; onRemove: () => void }

/** Active filters of a list, removed one by one with a click or Backspace, or all together. */
export const ActiveFilters = ({ filters }: { filters: readonly ActiveFilter[] }) => {
  const list = useRef<HTMLDivElement>(null)
  if (filters.length === 0) return null
  const remove = ({ onRemove }: ActiveFilter, at: number) => {
    // keeps the focus within the list
    const otherButtons = [...(list.current?.querySelectorAll<HTMLElement>('button[data-filter]') ?? [])]
    const next = otherButtons[at + 1] ?? otherButtons[at - 1]
    next?.focus()
    onRemove()
  }
  const onKeyDown = (filter: ActiveFilter, at: number) => (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' && event.key !== 'Delete') return
    event.preventDefault()
    remove(filter, at)
  }
  return (
    <div ref={list} className={styles.chips} role="group" aria-label="Active filters">
      {filters.map((filter, at) => (
        <button
          key={filter.label}
          type="button"
          data-filter
          className={styles.chip}
          aria-label={`${filter.label} ${displayName(filter.value)}, remove filter`}
          onClick={() => remove(filter, at)}
          onKeyDown={onKeyDown(filter, at)}
        >
          <span className={styles.label}>{`${filter.label} `}</span>
          <span className={styles.value}>{displayName(filter.value)}</span>
          <Icon of={X} size={14} />
        </button>
      ))}
      <Button size="sm" tone="quiet" onPress={() => filters.forEach(({ onRemove }) => onRemove())}>
        Clear all
      </Button>
    </div>
  )
}
