import { useId } from 'react'
import { describeForecast, outlook } from 'stowage/plugins/dashboard'
import { Muted, Status } from 'stowage/ui'
import { useCall, usePermittedCalls, useSession } from 'stowage/web'
import * as messages from '../messages.ts'

type QuotaForecastProps = { bucket: string; quota: number }

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
  const { main, more, tone } = describeForecast(data)
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
