import { useEffect, useState } from 'react'
import { CalendarButton } from './calendar-button.tsx'
import { classes } from './classes.ts'
import * as styles from './field.css.ts'
import { useField, useFieldLabel, type InputProps } from './field.tsx'

/** Whether a text is a valid calendar day, as `2026-02-28` is and `2026-02-30` is not. */
const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text) === true

/**
 * Date field, `YYYY-MM-DD` in every locale; typed, or chosen in the browser's date picker. Incomplete dates are empty
 * values.
 */
export const DateInput = ({ value, onChange, onBlur, state, name, size = 'md', label }: InputProps) => {
  const fieldLabel = useFieldLabel()
  const [typed, setTyped] = useState(value)
  useEffect(() => {
    if (value) setTyped(value)
  }, [value])
  const change = (text: string) => {
    setTyped(text)
    onChange(isDay(text) ? text : '')
  }
  return (
    <span className={classes(styles.box, styles.height[size])}>
      <input
        type="text"
        inputMode="numeric"
        placeholder="YYYY-MM-DD"
        maxLength={10}
        className={classes(styles.native, styles.tabularNumbers)}
        name={name}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        disabled={state === 'disabled'}
        readOnly={state === 'locked'}
        aria-label={label}
        onBlur={onBlur}
        onChange={(event) => change(event.target.value.trim())}
        {...useField()}
      />
      {!state || state === 'open' ? (
        <CalendarButton
          label={`Open the calendar of ${label ?? fieldLabel ?? 'this date'}`}
          type="date"
          value={isDay(typed) ? typed : ''}
          onChange={change}
        />
      ) : null}
    </span>
  )
}
