import type { LucideIcon } from 'lucide-react'
import { Icon } from './icon.tsx'
import * as styles from './segmented.css.ts'
import { useTooltip } from './tooltip.tsx'

type Item<Id extends string> = {
  id: Id
  label: string
  icon?: LucideIcon
  /** Why it is disabled. */
  disabled?: string | undefined
}

type SegmentedProps<Id extends string> = {
  label: string
  value: Id
  onChange: (id: Id) => void
  items: readonly Item<Id>[]
}

type SegmentProps<Id extends string> = { item: Item<Id>; isPressed: boolean; onChange: (id: Id) => void }

const Segment = <Id extends string>({ item, isPressed, onChange }: SegmentProps<Id>) => {
  const { id, label, icon, disabled } = item
  const tooltip = useTooltip(disabled)
  return (
    <>
      <button
        type="button"
        className={styles.item}
        aria-pressed={isPressed}
        aria-disabled={disabled ? true : undefined}
        aria-describedby={disabled ? tooltip.describedBy : undefined}
        onClick={({ currentTarget }) => (disabled ? tooltip.reveal(currentTarget) : onChange(id))}
        {...(disabled && tooltip.target)}
      >
        {icon && <Icon of={icon} />}
        {icon ? <span className={styles.label}>{label}</span> : label}
      </button>
      {disabled && tooltip.description}
      {tooltip.bubble}
    </>
  )
}

/** Two or three views of the same thing, or the usual values of a setting. */
export const Segmented = <Id extends string>({ label, value, onChange, items }: SegmentedProps<Id>) => (
  <div className={styles.group} role="group" aria-label={label}>
    {items.map((item) => (
      <Segment key={item.id} item={item} isPressed={item.id === value} onChange={onChange} />
    ))}
  </div>
)
