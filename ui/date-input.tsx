import { CalendarButton } from './calendar-button.tsx'
import { classes } from './classes.ts'
import * as styles from './field.css.ts'
import { isDay } from './day.ts'
import { useField, useFieldLabel, type InputProps } from './field.tsx'

/**
 * Date field, `YYYY-MM-DD` in every locale; typed, or chosen in the browser's date picker. The value is the text as
 * typed, which need not be a date: forms and filters say so with `isDay` and `dayError`.
 */
export const DateInput = ({ value, onChange, onBlur, state, name, size = 'md', label }: InputProps) => {
  const fieldLabel = useFieldLabel()
  return (
    <span className={classes(styles.box, styles.height[size])}>
      <input
        type="text"
        inputMode="numeric"
        placeholder="YYYY-MM-DD"
        maxLength={10}
        className={classes(styles.native, styles.tabularNumbers)}
        name={name}
        value={value}
        autoComplete="off"
        spellCheck={false}
        disabled={state === 'disabled'}
        readOnly={state === 'locked'}
        aria-label={label}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value.trim())}
        {...useField()}
      />
      {!state || state === 'open' ? (
        <CalendarButton
          label={`Open the calendar of ${label ?? fieldLabel ?? 'this date'}`}
          type="date"
          value={isDay(value) ? value : ''}
          onChange={onChange}
        />
      ) : null}
    </span>
  )
}
