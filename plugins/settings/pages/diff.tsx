import { useState } from 'react'
import type { Failure } from '../../../core/failure.ts'
import { ErrorBanner } from '../../../core/ui/banner.tsx'
import { Button } from '../../../core/ui/button.tsx'
import { Checkbox } from '../../../core/ui/choice.tsx'
import { ask } from '../../../core/ui/confirm.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { counted } from '../../../core/ui/words.ts'
import { Changes } from './changes.tsx'
import type { Change } from './values.ts'

type DiffProps = {
  /** The section, and its target where it has several. */
  title: string
  live: boolean
  changes: readonly Change[]
  /** Saves; throws `Failure`. */
  save: () => Promise<void>
}

/** What the dialog ends with: whether it was saved, and whether the server is to be restarted. */
export type Decided = 'saved' | 'restart' | 'cancelled'

const noun = { one: 'change', many: 'changes' }

const Diff = ({ title, live, changes, save, answer }: DiffProps & { answer: (decided: Decided) => void }) => {
  const [restart, setRestart] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const send = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await save()
      answer(restart ? 'restart' : 'saved')
    } catch (error) {
      setFailure(error as Failure)
      setBusy(false)
    }
  }
  return (
    <Dialog
      title="Save Configuration"
      note="Kept in History, from where it can be restored."
      onClose={() => answer('cancelled')}
      footer={
        <>
          <Button onPress={() => answer('cancelled')}>Cancel</Button>
          <Button tone="primary" onPress={() => void send()} busy={busy ? 'Saving' : undefined}>
            {restart ? 'Save and Restart' : 'Save'}
          </Button>
        </>
      }
    >
      <ErrorBanner error={failure} onClose={() => setFailure(undefined)} />
      <p>{`${counted(changes.length, noun)}. Other settings keep their values.`}</p>
      <Changes title={title} live={live} changes={changes} />
      {!live && <Checkbox label="Restart the server after saving" hint="Requests fail for 1 to 5 seconds." value={restart} onChange={setRestart} />}
    </Dialog>
  )
}

/** Shows what saving changes, saves it on a yes, and tells what was decided. */
export const decide = (props: DiffProps) => ask<Decided>((answer) => <Diff {...props} answer={answer} />)
