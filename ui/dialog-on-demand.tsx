import type { ComponentProps } from 'react'
import type { Dialog as DialogWindow } from './dialog.tsx'
import { onDemand, useOnDemand } from './use-on-demand.ts'

/** The code of dialogs. */
export const dialogScript = onDemand(() => import('./dialog.tsx'))

/** A modal dialog, open as long as it is rendered; closed if its code cannot be loaded. */
export const Dialog = (props: ComponentProps<typeof DialogWindow>) => {
  const loaded = useOnDemand(dialogScript, { onFailure: props.onClose })
  return loaded && <loaded.Dialog {...props} />
}
