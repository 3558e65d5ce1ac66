import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useRef } from 'react'
import { shown } from '../format.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import * as styles from './in-force.css.ts'

/** A filter that leaves something out, and how it is taken away. */
export type Force = { label: string; value: string; onRemove: () => void }

/**
 * Over a list: the filters that leave something out of it, each taken away with a press or Backspace, or all of them at
 * once.
 */
export const InForce = ({ filters }: { filters: readonly Force[] }) => {
  const place = useRef<HTMLDivElement>(null)
  if (filters.length === 0) return null
  const remove = ({ onRemove }: Force, at: number) => {
    // the focus stays among them
    const others = [...(place.current?.querySelectorAll<HTMLElement>('button[data-filter]') ?? [])]
    const next = others[at + 1] ?? others[at - 1]
    next?.focus()
    onRemove()
  }
  const onKeyDown = (filter: Force, at: number) => (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' && event.key !== 'Delete') return
    event.preventDefault()
    remove(filter, at)
  }
  return (
    <div ref={place} className={styles.chips} role="group" aria-label="In force">
      {filters.map((filter, at) => (
        <button
          key={filter.label}
          type="button"
          data-filter
          className={styles.chip}
          aria-label={`${filter.label} ${shown(filter.value)}, remove filter`}
          onClick={() => remove(filter, at)}
          onKeyDown={onKeyDown(filter, at)}
        >
          <span className={styles.label}>{`${filter.label} `}</span>
          <span className={styles.value}>{shown(filter.value)}</span>
          <Icon of={X} size={14} />
        </button>
      ))}
      <Button size="sm" tone="quiet" onPress={() => filters.forEach(({ onRemove }) => onRemove())}>
        Clear all
      </Button>
    </div>
  )
}
