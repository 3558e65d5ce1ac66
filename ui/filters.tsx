import { useId, useState, type ReactNode } from 'react'
import { FieldContext, Note, LiveRegion } from './field.tsx'
import * as styles from './filters.css.ts'

type FiltersProps = {
  /** `own`: each filter sets its own width. */
  look?: 'even' | 'own'
  children: ReactNode
}

/** Filters of a stream or list. Fields wrap if there is too little room. */
export const Filters = ({ children, look = 'even' }: FiltersProps) => (
  <div className={styles.filters[look]} role="group" aria-label="Filters">
    {children}
  </div>
)

type FilterProps = {
  label: string
  error?: string | undefined
  /** With `own`: its width in px, and whether it takes the remaining space. */
  width?: number
  grows?: boolean
  children: ReactNode
}

/** A filter: a small label over its input, and an error after it was left. */
export const Filter = ({ label, error: wrong, width, grows, children }: FilterProps) => {
  const id = useId()
  // an incomplete number is no error while it is typed
  const [isTouched, setWasLeft] = useState(false)
  const error = isTouched ? wrong : undefined
  const state = error ? { 'aria-invalid': true as const, 'aria-describedby': `${id}-note` } : {}
  return (
    <div
      className={styles.filter}
      style={width === undefined ? undefined : { flex: `${grows ? 1 : 0} 0 ${width}px` }}
      onBlur={() => setWasLeft(true)}
    >
      <label className={styles.label} htmlFor={id} title={label}>
        {label}
      </label>
      <FieldContext value={{ id, label, ...state }}>{children}</FieldContext>
      <LiveRegion>{error && <Note id={`${id}-note`} error={error} />}</LiveRegion>
    </div>
  )
}

/** A row of toggles. */
export const FilterChoices = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.choices} role="group" aria-label={label}>
    {children}
  </div>
)
