import { bearer, deliver, type Means, type Pause } from 'stowage/engines/embedded'

/** Delivers queued events to the webhooks. */
export const background = (context: Means, pause?: Pause) => {
  const { targets, events, backlogs } = context.index
  return deliver(
    context,
    { hooks: () => targets.getRange().map(({ value }) => value), authorization: bearer, events, backlogs },
    pause,
  )
}
