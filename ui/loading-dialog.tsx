import type { ReactNode } from 'react'
import type { CallState } from '../core/web/use-call.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog-on-demand.tsx'
import { Loaded } from './loaded.tsx'

type LoadingDialogProps<T> = {
  title: string
  /** Name of the loading content, in lowercase: `the group`. */
  what: string
  state: CallState<T>
  onClose: () => void
  children: (data: T) => ReactNode
}

/** A dialog that first loads its data: until then, an empty one with the same title. */
export const LoadingDialog = <T,>({ title, what, state, onClose, children }: LoadingDialogProps<T>) =>
  state.data !== undefined ? (
    children(state.data)
  ) : (
    <Dialog title={title} onClose={onClose} footer={<Button onPress={onClose}>Close</Button>}>
      <Loaded of={state} what={what}>
        {() => null}
      </Loaded>
    </Dialog>
  )
