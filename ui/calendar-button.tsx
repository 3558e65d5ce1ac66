import CalendarDays from 'lucide-react/icons/calendar-days'
import { useRef } from 'react'
import { IconButton } from './button.tsx'
import * as styles from './field.css.ts'

type CalendarButtonProps = {
  label: string
  type: 'date' | 'datetime-local'
  value: string
  onChange: (value: string) => void
}

/** Button at the end of a field that opens the browser's date picker. */
export const CalendarButton = ({ label, onChange, ...input }: CalendarButtonProps) => {
  const calendar = useRef<HTMLInputElement>(null)
  return (
    <span className={styles.trail}>
      <IconButton icon={CalendarDays} label={label} onPress={() => calendar.current?.showPicker()} />
      <input
        {...input}
        ref={calendar}
        className={styles.calendar}
        tabIndex={-1}
        aria-hidden
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  )
}
