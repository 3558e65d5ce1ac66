import { useEffect, useMemo, useRef } from 'react'
import { settings } from 'stowage/plugins/settings'
import { useCall, usePermittedCalls, useSession } from 'stowage/web'
import { alerts } from '../../alerts/contract.ts'
import { alertEvents, changeEvents, eventsIn, type LinkedEvent, restartsIn } from './events.ts'
import type { Widget } from '../../widgets.ts'
import type { WidgetRequest } from './use-widget.ts'

/** Events in the range of the charts, as far as the account may see them; newest first. */
export const useEvents = (request: WidgetRequest, uptime: Widget | undefined): readonly LinkedEvent[] => {
  const { when } = usePermittedCalls({ changes: settings.history })
  const hasChanges = useSession().plugins.includes('settings') && when('changes')
  const alertList = useCall(alerts.alerts)
  const changes = useCall(settings.history, undefined, { when: hasChanges })
  const { range, syncs } = request
  const { start, end, step } = range
  const loaded = useRef(syncs)
  useEffect(() => {
    if (loaded.current !== syncs) void Promise.all([alertList.reload(), hasChanges && changes.reload()])
    loaded.current = syncs
  }, [syncs])
  return useMemo(
    () =>
      eventsIn(
        [
          ...restartsIn(uptime, { start, step }),
          ...alertEvents(alertList.data?.alerts ?? []),
          ...changeEvents(changes.data?.entries ?? []),
        ],
        { start, end },
      ),
    [uptime, alertList.data, changes.data, start, end, step],
  )
}
