import type { ComponentType } from 'react'
import { onDemand, useOnDemand } from './use-on-demand.ts'

/** A dialog whose code is loaded when it opens. A failed load shows a toast and closes it. */
export const lazyDialog = <Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => {
  const script = onDemand(load)
  return (props) => {
    const Loaded = useOnDemand(script, { onFailure: props.onClose })
    return Loaded && <Loaded {...props} />
  }
}
