import type { LucideIcon } from 'lucide-react'
import { Icon } from './icon.tsx'
import * as styles from './segmented.css.ts'

type SegmentedProps<Id extends string> = {
  label: string
  value: Id
  onChange: (id: Id) => void
  items: readonly { id: Id; label: string; icon?: LucideIcon }[]
}

/** Two or three ways to see the same thing. */
export const Segmented = <Id extends string>({ label, value, onChange, items }: SegmentedProps<Id>) => (
  <div className={styles.group} role="group" aria-label={label}>
    {items.map((item) => (
      <button
        key={item.id}
        type="button"
        className={styles.item}
        aria-pressed={item.id === value}
        onClick={() => onChange(item.id)}
      >
        {item.icon && <Icon of={item.icon} />}
        {item.label}
      </button>
    ))}
  </div>
)
