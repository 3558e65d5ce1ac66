import FileUp from 'lucide-react/icons/file-up'
import { useRef, useState } from 'react'
import { call } from 'stowage/web'
import { counted, Failure, displayName } from 'stowage'
import { showDialog, Banner, Button, Dialog, ErrorBanner, Stack } from 'stowage/ui'
import { type Change, type Section, settings as calls } from '../contract.ts'
import { Changes } from './changes.tsx'
import { LockoutWarning, lockoutReason } from './lockout.tsx'
import * as styles from './settings.css.ts'
import * as messages from '../messages.ts'

const noun = { one: 'change', many: 'changes' }

/** Size limit of a file, in bytes. */
const MAX_SIZE = 256 * 1024

type DryRun = { name: string; text: string; changes: Change[]; problems: string[] }

const byTarget = (changes: readonly Change[]) => {
  const groups = new Map<string, Change[]>()
  for (const change of changes) {
    const name = `${change.section} ${change.target}`
    groups.set(name, [...(groups.get(name) ?? []), change])
  }
  return [...groups.values()]
}

const Problems = ({ problems }: { problems: readonly string[] }) =>
  problems.length > 0 && (
    <Banner tone="warning">
      <Stack as="ul" gap={1} className={styles.problems}>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </Stack>
    </Banner>
  )

/** Result of an import; `undefined` if it was canceled. */
export type ImportResult = { restart: boolean; savedChanges: number }

const Import = ({
  sections,
  resolve,
}: {
  sections: readonly Section[]
  resolve: (imported: ImportResult | undefined) => void
}) => {
  const input = useRef<HTMLInputElement>(null)
  const [dryRun, setDryRun] = useState<DryRun>()
  const [busy, setBusy] = useState<string>()
  const [failure, setFailure] = useState<Failure>()
  const [accepted, accept] = useState(false)
  const [done, setDone] = useState<ImportResult & { problems: string[] }>()

  const attempt = async (verb: string, work: () => Promise<void>) => {
    setBusy(verb)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(error as Failure)
    } finally {
      setBusy(undefined)
    }
  }
  const loadFile = (file: File | undefined) => {
    if (!file) return
    void attempt('Reading', async () => {
      if (file.size > MAX_SIZE) throw new Failure(400, messages.importFileTooLarge)
      const text = await file.text()
      accept(false)
      setDryRun({ name: file.name, text, ...(await call(calls.compare, { body: { text } })) })
    })
  }
  const save = (text: string) =>
    void attempt('Importing', async () => {
      const outcome = await call(calls.import, { body: { text } })
      if (outcome.problems.length === 0) resolve(outcome)
      else setDone(outcome)
    })

  const changes = dryRun?.changes ?? []
  const isDynamic = (name: string) => sections.find(({ key }) => key === name)?.dynamic ?? false
  /** Why the dialog stays open: closed, it could not show the result. */
  const waitReason = busy === 'Importing' && messages.importRunning
  const close = () => waitReason || resolve(done)
  return (
    <Dialog
      title="Import Configuration"
      onClose={close}
      footer={
        <>
          <Button disabled={waitReason} onPress={close}>
            {done ? 'Close' : 'Cancel'}
          </Button>
          {!done && (
            <Button
              tone="primary"
              busy={busy}
              disabled={
                !dryRun
                  ? 'Choose a file first'
                  : (dryRun.changes.length === 0 && 'This file changes nothing') || lockoutReason(changes, accepted)
              }
              onPress={() => dryRun && save(dryRun.text)}
            >
              Import
            </Button>
          )}
        </>
      }
    >
      <ErrorBanner error={failure} onClose={() => setFailure(undefined)} />
      {done ? (
        <>
          <p>{`${counted(done.savedChanges, noun)} saved.`}</p>
          <Problems problems={done.problems} />
        </>
      ) : (
        <>
          <p>{messages.importFileInvalid}</p>
          <input
            ref={input}
            type="file"
            hidden
            aria-label="Configuration file"
            onChange={({ target }) => {
              loadFile(target.files?.[0])
              target.value = '' // allows the same file to be chosen again
            }}
          />
          <span>
            <Button icon={FileUp} onPress={() => input.current?.click()}>
              {dryRun ? 'Choose Another File' : 'Choose File'}
            </Button>
          </span>
          {dryRun && (
            <p>
              {dryRun.changes.length === 0
                ? `${displayName(dryRun.name)} changes nothing.`
                : messages.changesInSection(counted(dryRun.changes.length, noun), displayName(dryRun.name))}
            </p>
          )}
          {dryRun && <Problems problems={dryRun.problems} />}
          {dryRun &&
            byTarget(dryRun.changes).map((changes) => {
              const [{ section, title: name, target } = { section: '', title: '', target: '' }] = changes
              const title = `${name}${target === '_' ? '' : `, ${displayName(target)}`}`
              return (
                <Changes key={`${section} ${target}`} title={title} dynamic={isDynamic(section)} changes={changes} />
              )
            })}
          <LockoutWarning changes={changes} accepted={accepted} onAccept={accept} />
        </>
      )}
    </Dialog>
  )
}

/** Asks for a file, shows the changes, and saves them on confirmation. */
export const importAll = (sections: readonly Section[]) =>
  showDialog<ImportResult | undefined>((resolve) => <Import sections={sections} resolve={resolve} />)
