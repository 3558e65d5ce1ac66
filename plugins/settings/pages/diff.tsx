import { useId, useState } from 'react'
import type { Failure } from '../../../core/failure.ts'
import { ErrorBanner } from '../../../core/ui/banner.tsx'
import { Button } from '../../../core/ui/button.tsx'
import { Checkbox } from '../../../core/ui/choice.tsx'
import { ask } from '../../../core/ui/confirm.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { Status } from '../../../core/ui/status.tsx'
import { counted } from '../../../core/ui/words.ts'
import * as styles from './settings.css.ts'
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

const Value = ({ text, secret, side }: { text: string; secret: boolean; side: 'before' | 'after' }) => {
  if (secret) return <em className={styles.faint}>{side === 'before' ? 'set or empty' : 'replaced'}</em>
  return text === '' ? <em className={styles.faint}>empty</em> : <span>{text}</span>
}

const Diff = ({ title, live, changes, save, answer }: DiffProps & { answer: (decided: Decided) => void }) => {
  const id = useId()
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
      <section aria-labelledby={id}>
        <div className={styles.diffHead}>
          <h3 id={id} className={styles.diffTitle}>
            {title}
          </h3>
          <Status tone={live ? 'ok' : 'warning'}>{live ? 'Applies at once' : 'Needs a restart'}</Status>
        </div>
        <dl className={styles.diff}>
          {changes.map(({ key, before, after, secret }) => (
            <div key={key} className={styles.change}>
              <dt className={styles.key}>{key}</dt>
              <dd className={styles.value}>
                <Value text={before} secret={secret} side="before" />
              </dd>
              <dd className={styles.value}>
                <span aria-hidden="true" className={styles.faint}>
                  {'→ '}
                </span>
                <Value text={after} secret={secret} side="after" />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      {!live && <Checkbox label="Restart the server after saving" hint="Requests fail for 1 to 5 seconds." value={restart} onChange={setRestart} />}
    </Dialog>
  )
}

/** Shows what saving changes, saves it on a yes, and tells what was decided. */
export const decide = (props: DiffProps) => ask<Decided>((answer) => <Diff {...props} answer={answer} />)
