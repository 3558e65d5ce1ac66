import { useEffect, useState } from 'react'
import { CalendarButton } from './calendar-button.tsx'
import { classes } from './classes.ts'
import * as styles from './field.css.ts'

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** Formats a time in local time to the minute, `YYYY-MM-DD HH:mm`. */
const formatTime = (seconds: number) => {
  const at = new Date(seconds * 1000)
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())} ${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}

/** Parses such a time to seconds since 1970; `undefined` if it is invalid. */
const parseTime = (text: string): number | undefined => {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)$/.exec(text.trim()) ?? []
  const moment = day && time ? Date.parse(`${day}T${time}`) : NaN
  // February 30 would become a day in March
  return Number.isNaN(moment) || formatTime(moment / 1000) !== `${day} ${time}` ? undefined : moment / 1000
}

type DateTimeInputProps = { label: string; value: number; onChange: (seconds: number) => void }

/**
 * Date and time field in seconds since 1970, formatted alike in every locale; typed, or chosen in the browser's picker.
 * It is committed when complete, on Enter or on blur; an invalid text reverts to the last value.
 */
export const DateTimeInput = ({ label, value, onChange }: DateTimeInputProps) => {
  const [typed, setTyped] = useState(formatTime(value))
  useEffect(() => setTyped(formatTime(value)), [value])
  const change = (text: string) => {
    const moment = parseTime(text)
    if (moment !== undefined && formatTime(moment) !== formatTime(value)) onChange(moment)
    else setTyped(formatTime(value))
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
        className={classes(styles.native, styles.tabularNumbers)}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-invalid={parseTime(typed) === undefined ? true : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => change(typed)}
        onKeyDown={(event) => event.key === 'Enter' && change(typed)}
      />
      <CalendarButton
        label={`Open the calendar of ${label}`}
        type="datetime-local"
        value={(parseTime(typed) === undefined ? formatTime(value) : typed).replace(' ', 'T')}
        onChange={change}
      />
    </span>
  )
}
