import FileUp from 'lucide-react/icons/file-up'
import { useEffect, useMemo, useState } from 'react'
import { counted, displayName } from 'stowage'
import { useLeaveGuard } from 'stowage/web'
import { column, Banner, Button, type Column, toCsv, Progress, saveTextFile, Table } from 'stowage/ui'
import { foot, note } from 'stowage/classes'
import type { Accounts, AccountSet } from './file.ts'
import { asFailure, applyChange, type NewCredentials } from './apply-change.ts'
import { changeColumns } from './columns.tsx'
import { type Change, selectChanges, keyOf, missingNames, planImport } from './plan.ts'
import * as messages from '../../messages.ts'

type Row = Change & { outcome?: string }

const columns: Column<Row>[] = [
  ...changeColumns,
  column.text('Outcome', ({ outcome }) => outcome, { narrow: 'second' }),
]

/** State of an import: the result of each change, and the generated credentials. */
type Run = {
  done: number
  outcomes: ReadonlyMap<string, string>
  secrets: NewCredentials[]
  over: boolean
}

const started: Run = { done: 0, outcomes: new Map(), secrets: [], over: false }

const change = { one: 'change', many: 'changes' }

type FileImportProps = {
  current: AccountSet
  imported: Accounts
  /** Reports why no other file may be chosen now. */
  onBlock: (reason: string | false) => void
}

/** Changes that a file would make, each of which can be deselected, with the Import button. */
export const FileImport = ({ current, imported, onBlock }: FileImportProps) => {
  const plan = useMemo(() => planImport(current, imported), [current, imported])
  const [picked, pick] = useState<ReadonlySet<string>>(() => new Set(plan.changes.map(keyOf)))
  const [run, setRun] = useState<Run>()
  const [savedCount, setSavedCount] = useState(0)
  const changes = plan.changes.filter((one) => picked.has(keyOf(one)))
  const missing = missingNames(current, selectChanges(current, imported, picked))
  const rows = (run ? changes : plan.changes).map((one): Row => {
    const outcome = run?.outcomes.get(keyOf(one))
    return { ...one, ...(outcome !== undefined && { outcome }) }
  })
  const runImport = async () => {
    let now = started
    setRun(now)
    for (const one of changes) {
      const secrets = [...now.secrets]
      const outcome = await applyChange(one, (credentials) => secrets.push(credentials)).then(
        () => 'Done',
        (error: unknown) => [asFailure(error).message, asFailure(error).detail].filter(Boolean).join(': '),
      )
      now = {
        done: now.done + 1,
        outcomes: new Map([...now.outcomes, [keyOf(one), outcome]]),
        secrets,
        over: now.done + 1 === changes.length,
      }
      setRun(now)
    }
  }
  const secrets = run?.secrets ?? []
  const failed = run ? [...run.outcomes.values()].filter((text) => text !== 'Done').length : 0
  const running = run !== undefined && !run.over
  const mustDownload = secrets.length > savedCount
  const createsUsers = changes.some(({ kind, how }) => kind === 'user' && how === 'new')
  useLeaveGuard(mustDownload || (running && createsUsers), undefined, messages.leaveWithoutCredentials)
  useEffect(() => {
    onBlock(running ? messages.importRunning : mustDownload && messages.downloadCredentialsFirst)
  }, [running, mustDownload])
  return (
    <>
      {missing.length > 0 && (
        <Banner tone="warning">
          {messages.missingReferences(
            counted(missing.length, { one: 'policy is', many: 'policies are' }),
            missing.slice(0, 8).map(displayName).join(', '),
          )}
        </Banner>
      )}
      <Table
        rows={rows}
        columns={run ? columns : columns.filter(({ id }) => id !== 'outcome')}
        rowKey={keyOf}
        noun={change}
        {...(!run && { selection: { keys: picked, onChange: pick, press: 'row' } })}
        height="content"
        sort="none"
        empty={{
          icon: FileUp,
          title: 'Nothing would change.',
          text: messages.entriesUnchanged(counted(plan.same, { one: 'entry', many: 'entries' })),
        }}
      />
      {secrets.length > 0 && (
        <Banner
          tone="warning"
          action={
            <Button
              size="sm"
              onPress={() => {
                saveTextFile(
                  'credentials.csv',
                  toCsv({
                    titles: ['User', 'Access Key', 'Secret Key'],
                    values: secrets.map(({ user, accessKey, secretKey }) => [user, accessKey, secretKey]),
                  }),
                  'text/csv',
                )
                setSavedCount(secrets.length)
              }}
            >
              Download Credentials
            </Button>
          }
        >
          {messages.newCredentialsNeedDownload(
            counted(secrets.length, { one: 'new user has', many: 'new users have' }),
          )}
        </Banner>
      )}
      {running && <Progress value={run.done / changes.length} label="Importing" />}
      <div className={foot}>
        <p className={note}>
          {run?.over
            ? failed > 0
              ? messages.someFailed(counted(failed, change))
              : 'All is imported.'
            : messages.nothingImportedYet(counted(plan.same, { one: 'entry is', many: 'entries are' }))}
        </p>
        {plan.changes.length > 0 && !run?.over && (
          <Button
            tone="primary"
            busy={running ? 'Importing' : undefined}
            disabled={changes.length === 0 && 'Choose at least one change'}
            onPress={() => void runImport()}
          >
            {`Import ${counted(changes.length, { one: 'Change', many: 'Changes' })}`}
          </Button>
        )}
      </div>
    </>
  )
}
