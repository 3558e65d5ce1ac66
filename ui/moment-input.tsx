import CalendarDays from 'lucide-react/icons/calendar-days'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import * as styles from './field.css.ts'

const two = (number: number) => String(number).padStart(2, '0')

/** Formats a time in local time to the minute, `YYYY-MM-DD HH:mm`. */
const written = (seconds: number) => {
  const at = new Date(seconds * 1000)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`
}

/** Parses such a time to seconds since 1970; `undefined` if it is invalid. */
const read = (text: string): number | undefined => {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)$/.exec(text.trim()) ?? []
  const moment = day && time ? Date.parse(`${day}T${time}`) : NaN
  // February 30 would become a day in March
  return Number.isNaN(moment) || written(moment / 1000) !== `${day} ${time}` ? undefined : moment / 1000
}

type MomentInputProps = { label: string; value: number; onChange: (seconds: number) => void }

/**
 * Date and time field in seconds since 1970, formatted alike in every locale; typed, or chosen in the browser's picker.
 * It is committed when complete, on Enter or on blur; an invalid text reverts to the last value.
 */
export const MomentInput = ({ label, value, onChange }: MomentInputProps) => {
  const [typed, setTyped] = useState(written(value))
  const calendar = useRef<HTMLInputElement>(null)
  useEffect(() => setTyped(written(value)), [value])
  const take = (text: string) => {
    const moment = read(text)
    if (moment !== undefined && written(moment) !== written(value)) onChange(moment)
    else setTyped(written(value))
  }
  return (
    <span className={classes(styles.box, styles.height.md, styles.moment)}>
      <span className={styles.momentLabel} aria-hidden>
        {label}
      </span>
      <input
        type="text"
        placeholder="YYYY-MM-DD HH:mm"
        maxLength={16}
        className={classes(styles.native, styles.figures)}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-invalid={read(typed) === undefined ? true : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => take(typed)}
        onKeyDown={(event) => event.key === 'Enter' && take(typed)}
      />
      <span className={styles.trail}>
        <IconButton
          icon={CalendarDays}
          label={`Open the calendar of ${label}`}
          onPress={() => calendar.current?.showPicker()}
        />
        <input
          ref={calendar}
          type="datetime-local"
          className={styles.calendar}
          tabIndex={-1}
          aria-hidden
          value={(read(typed) === undefined ? written(value) : typed).replace(' ', 'T')}
          onChange={(event) => take(event.target.value)}
        />
      </span>
    </span>
  )
}
