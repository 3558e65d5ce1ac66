import { bearer, deliver, type Means, type Pause } from 'stowage/engines/embedded'

/** Delivers queued events to the webhooks. */
export const background = (means: Means, pause?: Pause) => {
  const { targets, events, backlogs } = means.index
  return deliver(
    means,
    { hooks: () => targets.getRange().map(({ value }) => value), authorization: bearer, events, backlogs },
    pause,
  )
}
