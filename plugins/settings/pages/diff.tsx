import { useState } from 'react'
import { counted, Failure, type Lockout } from 'stowage'
import { Banner, showDialog, Button, Checkbox, Dialog, ErrorBanner } from 'stowage/ui'
import { Changes } from './changes.tsx'
import { LockoutWarning, lockoutReason } from './lockout.tsx'
import type { Change } from './values.ts'
import * as messages from '../messages.ts'

/** Changes of one target that are about to be saved. */
export type Part = {
  /** Title of the section, with the target if it has several. */
  title: string
  section: string
  lockout?: Lockout | undefined
  dynamic: boolean
  changes: readonly Change[]
  /** Saves; throws `Failure`. */
  save: () => Promise<void>
}

/** Result of the dialog: whether changes were saved, and whether to restart the server. */
export type ReviewResult = 'saved' | 'restart' | 'cancelled'

const change = { one: 'change', many: 'changes' }
const section = { one: 'section', many: 'sections' }

/** "3 changes in 2 sections". */
export const extent = (parts: readonly { changes: readonly Change[] }[]) => {
  const all = counted(
    parts.reduce((sum, { changes }) => sum + changes.length, 0),
    change,
  )
  return parts.length > 1 ? `${all} in ${counted(parts.length, section)}` : all
}

const Diff = ({ parts, resolve }: { parts: readonly Part[]; resolve: (decided: ReviewResult) => void }) => {
  const [left, setLeft] = useState(parts)
  const [restart, setRestart] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const [accepted, accept] = useState(false)
  const pending = left.flatMap(({ section, lockout, changes }) => changes.map((one) => ({ section, lockout, ...one })))
  const outdated = pending.filter(({ isOutdated }) => isOutdated).map(({ key }) => key)
  const send = async () => {
    setBusy(true)
    setFailure(undefined)
    for (const [at, { title, save }] of left.entries()) {
      try {
        await save()
      } catch (error) {
        // parts that were saved before the failure remain saved
        setLeft(left.slice(at))
        setFailure(
          error instanceof Failure && parts.length > 1
            ? new Failure(error.status, `${title}: ${error.message}`, error)
            : (error as Failure),
        )
        setBusy(false)
        return
      }
    }
    resolve(restart ? 'restart' : 'saved')
  }
  const cancel = () => resolve(left.length < parts.length ? 'saved' : 'cancelled')
  return (
    <Dialog
      title="Save Configuration"
      note={messages.restoreFromHistory}
      onClose={cancel}
      footer={
        <>
          <Button onPress={cancel}>Cancel</Button>
          <Button
            tone="primary"
            onPress={() => void send()}
            busy={busy ? 'Saving' : undefined}
            disabled={lockoutReason(pending, accepted)}
          >
            {restart ? 'Save and Restart' : 'Save'}
          </Button>
        </>
      }
    >
      <ErrorBanner error={failure} onClose={() => setFailure(undefined)} />
      <p>{messages.otherSettingsKeepValues(extent(left))}</p>
      {outdated.length > 0 && <Banner tone="warning">{messages.changedSinceOpened(outdated.join(', '))}</Banner>}
      {left.map(({ title, dynamic, changes }) => (
        <Changes key={title} title={title} dynamic={dynamic} changes={changes} />
      ))}
      <LockoutWarning changes={pending} accepted={accepted} onAccept={accept} />
      {parts.some(({ dynamic }) => !dynamic) && (
        <Checkbox
          label="Restart the server after saving"
          hint={messages.restartInterruptsRequests}
          value={restart}
          onChange={setRestart}
        />
      )}
    </Dialog>
  )
}

/** Shows the changes, saves them part by part on confirmation, and resolves with the decision. */
export const reviewChanges = (parts: readonly Part[]) =>
  showDialog<ReviewResult>((resolve) => <Diff parts={parts} resolve={resolve} />)
