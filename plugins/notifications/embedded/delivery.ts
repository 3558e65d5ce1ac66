import { authorizationHeader } from 'stowage/engines/embedded'
import type { EmbeddedBackgroundContext, Pause } from 'stowage/server'

/** Delivers queued events to the webhooks. */
export const deliverEvents = (context: Pick<EmbeddedBackgroundContext, 'index' | 'deliver'>, pause?: Pause) => {
  const { targets, events, backlogs } = context.index
  return context.deliver(
    {
      name: 'events',
      webhooks: () => targets.getRange().map(({ value }) => value),
      authorization: authorizationHeader,
      events,
      backlogs,
    },
    pause,
  )
}
