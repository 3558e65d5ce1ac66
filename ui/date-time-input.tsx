import { useState } from 'react'
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
 * It is committed when complete, on Enter or on blur; an invalid text reverts to the current value.
 */
export const DateTimeInput = ({ label, value, onChange }: DateTimeInputProps) => {
  // the value may change while a text is typed
  const [typed, setTyped] = useState<string>()
  const text = typed ?? formatTime(value)
  const change = (next: string) => {
    setTyped(undefined)
    const moment = parseTime(next)
    if (moment !== undefined && formatTime(moment) !== formatTime(value)) onChange(moment)
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
        value={text}
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-invalid={parseTime(text) === undefined ? true : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => change(text)}
        onKeyDown={(event) => event.key === 'Enter' && change(text)}
      />
      <CalendarButton
        label={`Open the calendar of ${label}`}
        type="datetime-local"
        value={(parseTime(text) === undefined ? formatTime(value) : text).replace(' ', 'T')}
        onChange={change}
      />
    </span>
  )
}
