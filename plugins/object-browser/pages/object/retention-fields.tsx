import * as v from 'valibot'
import { DateInput, Field, validDay } from 'stowage/ui'
import { RetentionMode } from '../../contract.ts'
import * as messages from '../../messages.ts'

/**
 * Latest selectable date, in years from now (spec/2 section 9), because a mistake in compliance mode cannot be undone.
 */
const YEARS = 25

/** Last second of a day in UTC, the format of the request (spec/2 section 5, console-api 9.3). */
export const endOf = (day: string) => `${day}T23:59:59Z`

/** Latest selectable day. */
const lastDay = () => {
  const now = new Date()
  now.setUTCFullYear(now.getUTCFullYear() + YEARS)
  return now.toISOString().slice(0, 10)
}

/** Form entries of a retention: mode and day. */
export const RetentionFields = {
  mode: v.pipe(RetentionMode, v.title('Type'), v.metadata({ control: 'radio' })),
  date: v.pipe(
    v.string(),
    v.title('Date'),
    validDay,
    v.check((day) => Date.parse(endOf(day)) > Date.now(), messages.enterDateInFuture),
    v.check((day) => day <= lastDay(), messages.enterDateWithinYears(YEARS)),
  ),
}

type DayFieldProps = { value: unknown; onChange: (value: string) => void; error?: string | undefined }

/** Options of the day field. */
export const dayField = {
  render: ({ value, onChange, error }: DayFieldProps) => (
    <Field label="Date" hint={messages.lockedUntilEndOfDay} error={error}>
      <DateInput value={String(value)} onChange={onChange} />
    </Field>
  ),
}
