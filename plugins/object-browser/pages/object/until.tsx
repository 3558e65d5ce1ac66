import * as v from 'valibot'
import { DateInput, Field } from 'stowage/ui'
import { RetentionMode } from '../../contract.ts'

/** How many years ahead a date is taken (spec/2 section 9): what compliance keeps by mistake is kept all the same. */
const YEARS = 25

/** The last second of a day in UTC, as the storage is told (spec/2 section 5, console-api 9.3). */
export const endOf = (day: string) => `${day}T23:59:59Z`

/** The latest day to choose. */
const lastDay = () => {
  const now = new Date()
  now.setUTCFullYear(now.getUTCFullYear() + YEARS)
  return now.toISOString().slice(0, 10)
}

/** From whom something is kept, and until when. */
export const Until = {
  mode: v.pipe(RetentionMode, v.title('Type'), v.metadata({ control: 'radio' })),
  date: v.pipe(
    v.string(),
    v.title('Date'),
    v.regex(/^\d{4}-\d\d-\d\d$/, 'Enter a date'),
    v.check((day) => Date.parse(endOf(day)) > Date.now(), 'Enter a date in the future'),
    v.check((day) => day <= lastDay(), `Enter a date within ${YEARS} years`),
  ),
}

type Drawn = { value: unknown; onChange: (value: string) => void; error?: string | undefined }

/** How the day is asked for. */
export const dayField = {
  render: ({ value, onChange, error }: Drawn) => (
    <Field label="Date" hint="It is kept until the end of this day, in UTC." error={error}>
      <DateInput value={String(value)} onChange={onChange} />
    </Field>
  ),
}
