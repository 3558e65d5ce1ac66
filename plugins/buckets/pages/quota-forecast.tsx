import { useId } from 'react'
import { bytes } from 'stowage'
import { describeForecast, outlook } from 'stowage/plugins/dashboard'
import { Muted, Status } from 'stowage/ui'
import { useCall, usePermittedCalls, useSession } from 'stowage/web'
import * as messages from '../messages.ts'

type QuotaForecastProps = { bucket: string; quota: number }

/** A bucket that has reached its quota already. */
const describeFull = (used: number, quota: number) => ({
  main: used > quota ? messages.overQuota(bytes(used - quota)) : 'Full now',
  more: messages.quotaUsed(bytes(used), bytes(quota)),
  tone: 'danger' as const,
})

/** When a bucket will reach its quota in bytes, from the sizes that the dashboard records. */
export const QuotaForecast = ({ bucket, quota }: QuotaForecastProps) => {
  const title = useId()
  const isOn = useSession().plugins.includes('dashboard')
  const permitted = usePermittedCalls({ forecast: outlook.quotaOutlook })
  const input = { params: { bucket }, query: { quota: String(quota) } }
  const call = useCall(outlook.quotaOutlook, input, { when: isOn && permitted.when('forecast') })
  const { data, error } = permitted.stateOf('forecast', call)
  if (!isOn) return null
  if (error)
    return (
      <Muted as="p" tone="faint">
        {messages.quotaForecastUnknown(error.missing[0] ? `this needs ${error.missing[0].action}` : error.message)}
      </Muted>
    )
  if (!data) return null
  const used = data.history.at(-1)?.used ?? 0
  const { main, more, tone } = used >= quota ? describeFull(used, quota) : describeForecast(data)
  return (
    <div role="group" aria-labelledby={title}>
      <Muted as="h3" id={title}>
        Quota forecast
      </Muted>
      <p>{tone ? <Status tone={tone}>{main}</Status> : main}</p>
      <Muted as="p" tone="faint">
        {more}
      </Muted>
    </div>
  )
}
