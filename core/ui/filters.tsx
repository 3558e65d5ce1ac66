import { useId, useState, type ReactNode } from 'react'
import { FieldContext, Note, Told } from './field.tsx'
import * as styles from './filters.css.ts'

type FiltersProps = {
  /** `own`: each is as wide as it says. */
  look?: 'even' | 'own'
  children: ReactNode
}

/** Over a stream or a list: what it is to hold. Fields wrap where there is no room for all beside each other. */
export const Filters = ({ children, look = 'even' }: FiltersProps) => (
  <div className={styles.filters[look]} role="group" aria-label="Filters">
    {children}
  </div>
)

type FilterProps = {
  label: string
  error?: string | undefined
  /** Among `own` ones how wide it is, in px, and whether it takes what is left. */
  width?: number
  grows?: boolean
  children: ReactNode
}

/** One of them: a small label over its input, and once it was left what is wrong with it. */
export const Filter = ({ label, error: wrong, width, grows, children }: FilterProps) => {
  const id = useId()
  // half of a number is no mistake while it is typed
  const [left, setLeft] = useState(false)
  const error = left ? wrong : undefined
  const state = error ? { 'aria-invalid': true as const, 'aria-describedby': `${id}-note` } : {}
  return (
    <div
      className={styles.filter}
      style={width === undefined ? undefined : { flex: `${grows ? 1 : 0} 0 ${width}px` }}
      onBlur={() => setLeft(true)}
    >
      <label className={styles.label} htmlFor={id} title={label}>
        {label}
      </label>
      <FieldContext value={{ id, ...state }}>{children}</FieldContext>
      <Told>{error && <Note id={`${id}-note`} error={error} />}</Told>
    </div>
  )
}

/** Choices that are on or off, in a line of their own. */
export const FilterChoices = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.choices} role="group" aria-label={label}>
    {children}
  </div>
)
