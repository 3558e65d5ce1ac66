import { useState } from 'react'
import * as v from 'valibot'
import { date } from 'stowage'
import { navigate } from 'stowage/web'
import { DateInput, Field, FormDialog, validDay } from 'stowage/ui'
import { ambiguousOffset, parseLocalTime } from '../../rewind/moment.ts'
import { browseAddress } from '../path.ts'
import * as messages from '../../messages.ts'

/** Address of a folder as of a point in time. */
export const rewoundAddress = (bucket: string, folder: string, moment: string) =>
  `${browseAddress(bucket, folder)}?rewind=${encodeURIComponent(moment)}`

const schema = v.object({
  day: v.pipe(v.string(), v.title('Date'), validDay),
  time: v.pipe(
    v.string(),
    v.title('Time'),
    v.trim(),
    v.regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?( +[-+]\d\d:\d\d)?$/, messages.timeRequired),
  ),
})

type RewindProps = { bucket: string; prefix: string; moment?: string | undefined; onClose: () => void }

/** Dialog for the point in time of a folder's view. */
export const Rewind = ({ bucket, prefix, moment, onClose }: RewindProps) => {
  const [{ initial, chosen }] = useState(() => {
    const chosen = moment ?? new Date(Date.now() - 3_600_000).toISOString()
    const [day = '', clock = ''] = date(chosen).split(' ')
    const time = [clock, ambiguousOffset(chosen)].filter(Boolean).join(' ')
    return { initial: { day, time }, chosen }
  })
  const isInFuture = (values: { day?: string; time?: string }) =>
    (parseLocalTime(values)?.getTime() ?? 0) - 999 > Date.now()
  /** Keeps the original milliseconds if nothing was edited. */
  const momentOf = (values: { day: string; time: string }) =>
    moment !== undefined && values.day === initial.day && values.time === initial.time
      ? chosen
      : (parseLocalTime(values)?.toISOString() ?? '')
  return (
    <FormDialog
      title="Rewind"
      size="confirm"
      intro={messages.pastFolderHelp}
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
      blocked={(values) => isInFuture(values) && messages.pastTimeRequired}
      onClose={onClose}
      onSubmit={async (values) => {
        onClose()
        await navigate(rewoundAddress(bucket, prefix, momentOf(values)))
      }}
    />
  )
}
