import { useState } from 'react'
import * as v from 'valibot'
import { date } from 'stowage'
import { navigate } from 'stowage/web'
import { DateInput, Field, FormDialog } from 'stowage/ui'
import { doubledOffset, typedMoment } from '../../rewind/moment.ts'
import { browseAddress } from '../path.ts'

/** Address of a folder as of a point in time. */
export const rewoundAddress = (bucket: string, folder: string, moment: string) =>
  `${browseAddress(bucket, folder)}?rewind=${encodeURIComponent(moment)}`

const schema = v.object({
  day: v.pipe(v.string(), v.title('Date'), v.regex(/^\d{4}-\d\d-\d\d$/, 'Enter a date')),
  time: v.pipe(
    v.string(),
    v.title('Time'),
    v.trim(),
    v.regex(
      /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?( +[-+]\d\d:\d\d)?$/,
      'Enter a time such as 18:00 or 18:00:30, or with a UTC offset such as 18:00:30 +01:00',
    ),
  ),
})

type RewindProps = { bucket: string; prefix: string; moment?: string | undefined; onClose: () => void }

/** Dialog for the point in time of a folder's view. */
export const Rewind = ({ bucket, prefix, moment, onClose }: RewindProps) => {
  const [{ initial, chosen }] = useState(() => {
    const chosen = moment ?? new Date(Date.now() - 3_600_000).toISOString()
    const [day = '', clock = ''] = date(chosen).split(' ')
    const time = [clock, doubledOffset(chosen)].filter(Boolean).join(' ')
    return { initial: { day, time }, chosen }
  })
  const late = (values: { day?: string; time?: string }) => (typedMoment(values)?.getTime() ?? 0) - 999 > Date.now()
  /** Keeps the original milliseconds if nothing was edited. */
  const momentOf = (values: { day: string; time: string }) =>
    moment !== undefined && values.day === initial.day && values.time === initial.time
      ? chosen
      : (typedMoment(values)?.toISOString() ?? '')
  return (
    <FormDialog
      title="Rewind"
      size="confirm"
      intro="Shows the folder as of an earlier time, in your local time zone. From there you can restore objects that were deleted or replaced since."
      schema={schema}
      initial={initial}
      fields={{
        day: {
          render: ({ value, onChange, error }) => (
            <Field label="Date" error={error}>
              <DateInput value={String(value)} onChange={onChange} />
            </Field>
          ),
        },
        time: { placeholder: '18:00:00' },
      }}
      verb="Show"
      blocked={(values) => late(values) && 'Choose a time in the past'}
      onClose={onClose}
      onSubmit={async (values) => {
        onClose()
        await navigate(rewoundAddress(bucket, prefix, momentOf(values)))
      }}
    />
  )
}
