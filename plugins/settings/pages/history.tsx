import History from 'lucide-react/icons/history'
import { useState } from 'react'
import { call, useCall } from 'stowage/web'
import { date, displayName } from 'stowage'
import { showDialog, Button, Dialog, Empty, ErrorBanner, LoadError, Skeleton, Row, Stack, useTask } from 'stowage/ui'
import { type PastChange, settings as calls } from '../contract.ts'
import { lockoutWarnings, LockoutWarning, lockoutReason, restoredChanges } from './lockout.tsx'
import * as styles from './settings.css.ts'
import * as messages from '../messages.ts'

const titleOf = ({ lines }: PastChange) =>
  [...new Set(lines.map(({ title, target }) => `${title}${target === '_' ? '' : `, ${displayName(target)}`}`))].join(
    ' · ',
  ) || 'Nothing'

const linesOf = ({ kind, lines }: PastChange) => {
  if (kind === 'reset') return ['Reset to defaults, or removed']
  return lines.flatMap(({ values, secrets }) => [
    ...Object.entries(values).map(([key, value]) => `${key} = ${value === '' ? 'empty' : value}`),
    ...secrets.map((key) => `${key}, a secret`),
  ])
}

/** Number of settings shown per entry. */
const MAX_SETTINGS = 6

const verbOf = ({ kind }: PastChange) => (kind === 'reset' ? 'Reset Again' : 'Restore')

type EntryProps = { entry: PastChange; onRestore?: () => void; busy?: boolean }

const Entry = ({ entry, onRestore, busy }: EntryProps) => {
  const lines = linesOf(entry)
  return (
    <Row as="li" gap={4} align="start" justify="between" className={styles.entry}>
      <Stack gap={1} shrink>
        <span className={styles.diffTitle}>{titleOf(entry)}</span>
        <span className={styles.muted}>
          {[date(entry.time), entry.account && displayName(entry.account)].filter(Boolean).join(' · ')}
        </span>
        {lines.slice(0, MAX_SETTINGS).map((line) => (
          <span key={line} className={styles.setting}>
            {line}
          </span>
        ))}
        {lines.length > MAX_SETTINGS && (
          <span className={styles.muted}>{`and ${lines.length - MAX_SETTINGS} more`}</span>
        )}
      </Stack>
      {onRestore && (
        <Button onPress={onRestore} busy={busy ? 'Restoring' : undefined} where="server">
          {verbOf(entry)}
        </Button>
      )}
    </Row>
  )
}

/** Result of restoring an entry. */
type Restored = { restart: boolean }

const Changed = ({ resolve }: { resolve: (restored: Restored | undefined) => void }) => {
  const { data, error, reload } = useCall(calls.history)
  const task = useTask()
  const [toConfirm, setToConfirm] = useState<PastChange>()
  const [accepted, accept] = useState(false)
  const restore = (id: string) => task.run(id, async () => resolve(await call(calls.restore, { params: { id } })))
  /** Why the dialog stays open: closed, it could not show the result. */
  const waitReason = task.busy !== undefined && messages.restoreRunning
  const close = () => waitReason || resolve(undefined)
  const choose = (entry: PastChange) => {
    accept(false)
    if (lockoutWarnings(restoredChanges(entry)).length > 0) setToConfirm(entry)
    else void restore(entry.id)
  }
  if (toConfirm) {
    const saved = restoredChanges(toConfirm)
    return (
      <Dialog
        title="Restore Settings"
        onClose={() => waitReason || setToConfirm(undefined)}
        footer={
          <>
            <Button disabled={waitReason} onPress={() => setToConfirm(undefined)}>
              Back
            </Button>
            <Button
              tone="danger"
              busy={task.busy && 'Restoring'}
              disabled={lockoutReason(saved, accepted)}
              onPress={() => void restore(toConfirm.id)}
            >
              {verbOf(toConfirm)}
            </Button>
          </>
        }
      >
        <ErrorBanner {...task.banner} />
        <Stack as="ul" className={styles.entries}>
          <Entry entry={toConfirm} />
        </Stack>
        <LockoutWarning changes={saved} accepted={accepted} onAccept={accept} />
      </Dialog>
    )
  }
  return (
    <Dialog
      title="History of Changes"
      onClose={close}
      footer={
        <Button disabled={waitReason} onPress={close}>
          Close
        </Button>
      }
    >
      <ErrorBanner {...task.banner} />
      <p>{messages.restoreHelp}</p>
      {error && !data && <LoadError what="the history" error={error} onRetry={() => void reload()} />}
      {!data && !error && <Skeleton rows={4} columns={1} />}
      {data?.entries.length === 0 && <Empty icon={History} title="No changes yet" />}
      {data && data.entries.length > 0 && (
        <Stack as="ul" className={styles.entries}>
          {data.entries.map((entry) => (
            <Entry key={entry.id} entry={entry} busy={task.busy === entry.id} onRestore={() => choose(entry)} />
          ))}
        </Stack>
      )}
    </Dialog>
  )
}

/** Shows the history of saved changes and offers to restore them. */
export const showHistory = () => showDialog<Restored | undefined>((resolve) => <Changed resolve={resolve} />)
