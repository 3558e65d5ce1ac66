import type { ComponentProps } from 'react'
import type { Diff as LoadedDiff } from './diff.tsx'
import { onDemand, useOnDemand } from './use-on-demand.ts'

const diffScript = onDemand(() => import('./diff.tsx'))

/** Line diff of two texts, once its code has been loaded. */
export const Diff = (props: ComponentProps<typeof LoadedDiff>) => {
  const loaded = useOnDemand(diffScript)
  return loaded && <loaded.Diff {...props} />
}
