import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog-on-demand.tsx'
import { dialogFailed } from './messages.ts'
import { ReloadButton } from './new-version.tsx'

type Props = { onClose: () => void; children: ReactNode }

/** Shows an error of a dialog in its place, so that the page below stays. */
export class DialogBoundary extends Component<Props, { error: unknown; hasFailed: boolean }> {
  override state = { error: undefined as unknown, hasFailed: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, hasFailed: true }
  }

  override render() {
    const { error, hasFailed } = this.state
    const { onClose, children } = this.props
    if (!hasFailed) return children
    return (
      <Dialog
        title={dialogFailed}
        size="confirm"
        onClose={onClose}
        footer={
          <>
            <Button onPress={onClose}>Close</Button>
            <ReloadButton />
          </>
        }
      >
        <p>{error instanceof Error ? error.message : String(error)}</p>
      </Dialog>
    )
  }
}
