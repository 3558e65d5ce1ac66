import { useRef, useState } from 'react'
import { counted, Failure, type Lockout } from 'stowage'
import { showError } from 'stowage/web'
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

/** Result of the dialog: how many of the parts were saved, and whether to restart the server. */
export type ReviewResult = { saved: number; total: number; restart: boolean }

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

const Diff = ({ parts, resolve }: { parts: readonly Part[]; resolve: (result: ReviewResult) => void }) => {
  const [left, setLeft] = useState(parts)
  const [restart, setRestart] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const [accepted, accept] = useState(false)
  const [canceling, setCanceling] = useState(false)
  const isCanceled = useRef(false)
  const pending = left.flatMap(({ section, lockout, changes }) => changes.map((one) => ({ section, lockout, ...one })))
  const outdated = pending.filter(({ isOutdated }) => isOutdated).map(({ key }) => key)
  const total = parts.length
  const send = async () => {
    setBusy(true)
    setFailure(undefined)
    let saved = total - left.length
    for (const { title, save } of left) {
      if (isCanceled.current) break
      try {
        await save()
        saved += 1
      } catch (error) {
        const reason =
          error instanceof Failure && total > 1 ? new Failure(error.status, `${title}: ${error.message}`, error) : error
        if (isCanceled.current) {
          showError(reason)
          break
        }
        // parts that were saved before the failure remain saved
        setLeft(parts.slice(saved))
        setFailure(reason as Failure)
        setBusy(false)
        return
      }
    }
    resolve({ saved, total, restart: restart && !isCanceled.current })
  }
  const cancel = () => {
    if (!busy) return resolve({ saved: total - left.length, total, restart: false })
    // the part that is being saved may still succeed
    isCanceled.current = true
    setCanceling(true)
  }
  return (
    <Dialog
      title="Save Configuration"
      note={messages.restoreFromHistory}
      onClose={cancel}
      footer={
        <>
          <Button onPress={cancel} busy={canceling ? 'Canceling' : undefined}>
            Cancel
          </Button>
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

/** Shows the changes, saves them part by part on confirmation, and resolves with what was saved. */
export const reviewChanges = (parts: readonly Part[]) =>
  showDialog<ReviewResult>((resolve) => <Diff parts={parts} resolve={resolve} />)
