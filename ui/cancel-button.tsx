import { Button } from './button.tsx'
import { waitUntilDone } from './messages.ts'

type CancelButtonProps = {
  /** Whether the dialog's action runs: then the dialog stays open, to show the result. */
  busy: boolean
  /** Default: `Cancel`. */
  label?: string
  onPress: () => void
}

/** Closes a dialog, or goes back to its previous step, unless its action runs. */
export const CancelButton = ({ busy, label = 'Cancel', onPress }: CancelButtonProps) => (
  <Button disabled={busy && waitUntilDone} onPress={onPress}>
    {label}
  </Button>
)
