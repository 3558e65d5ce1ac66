import CalendarDays from 'lucide-react/icons/calendar-days'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import * as styles from './field.css.ts'
import { useField, type InputProps } from './field.tsx'

/** Whether a text is a valid calendar day, as `2026-02-28` is and `2026-02-30` is not. */
const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text) === true

/**
 * Date field, `YYYY-MM-DD` in every locale; typed, or chosen in the browser's date picker. Incomplete dates are empty
 * values.
 */
export const DateInput = ({ value, onChange, onBlur, state, name, size = 'md', label }: InputProps) => {
  const [typed, setTyped] = useState(value)
  const calendar = useRef<HTMLInputElement>(null)
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
        className={classes(styles.native, styles.figures)}
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
        <span className={styles.trail}>
          <IconButton icon={CalendarDays} label="Open the calendar" onPress={() => calendar.current?.showPicker()} />
          <input
            ref={calendar}
            type="date"
            className={styles.calendar}
            tabIndex={-1}
            aria-hidden
            value={isDay(typed) ? typed : ''}
            onChange={(event) => change(event.target.value)}
          />
        </span>
      ) : null}
    </span>
  )
}
