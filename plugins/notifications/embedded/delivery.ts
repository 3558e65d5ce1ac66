import { authorizationHeader, startDelivery, type DeliveryDeps } from 'stowage/engines/embedded'
import type { Pause } from 'stowage/server'

/** Delivers queued events to the webhooks. */
export const deliverEvents = (context: DeliveryDeps, pause?: Pause) => {
  const { targets, events, backlogs } = context.index
  return startDelivery(
    context,
    {
      name: 'events',
      hooks: () => targets.getRange().map(({ value }) => value),
      authorization: authorizationHeader,
      events,
      backlogs,
    },
    pause,
  )
}
