import Eraser from 'lucide-react/icons/eraser'
import { useId, useState } from 'react'
import { call } from 'stowage/web'
import { counted, displayName } from 'stowage'
import {
  column,
  showDialog,
  Button,
  CancelButton,
  Checkbox,
  type Column,
  Details,
  Dialog,
  ErrorBanner,
  Field,
  Table,
  TextInput,
  useTask,
} from 'stowage/ui'
import { type Drive, type FormatIssue, type ManagerName, storage } from '../contract.ts'
import * as styles from './storage.css.ts'
import { placeColumns, driveIdOf } from './drive-text.ts'
import * as messages from '../messages.ts'

/** Confirmation the user has to type (spec/3 5). */
const CONFIRMATION = 'YES, PROCEED'

const noun = { one: 'drive', many: 'drives' }

const columns: Column<Drive>[] = [
  ...placeColumns,
  column.bytes('Capacity', ({ capacity }) => capacity, { width: '100px', narrow: 'second' }),
]

const hints: Readonly<Record<ManagerName, string>> = {
  directpv: messages.forceHelp,
  'direct-csi': messages.forceFormatHelp,
}

type FormatProps = {
  drives: readonly Drive[]
  manager: ManagerName
  resolve: (issues: readonly FormatIssue[] | undefined) => void
}

const Format = ({ drives, manager, resolve }: FormatProps) => {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [force, setForce] = useState(false)
  const task = useTask()
  const formattedCount = drives.filter(({ filesystem }) => filesystem).length
  const send = async () => {
    const { formatIssuesList } = await call(storage.format, { body: { drives: drives.map(driveIdOf), force } })
    resolve(formatIssuesList ?? [])
  }
  return (
    <Dialog
      title={`Format ${counted(drives.length, { one: 'Drive', many: 'Drives' })}`}
      onClose={() => resolve(undefined)}
      dirty={task.busy !== undefined}
      footer={
        <>
          <CancelButton busy={task.busy !== undefined} onPress={() => resolve(undefined)} />
          <Button
            tone="danger"
            icon={Eraser}
            submit
            form={id}
            busy={task.busy}
            disabled={typed !== CONFIRMATION && `Type ${CONFIRMATION} first`}
          >
            Format
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={styles.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (typed === CONFIRMATION && !task.busy) void task.run('Formatting', send)
        }}
      >
        <ErrorBanner {...task.banner} />
        <p>{messages.drivesWillBeErased(drives.length)}</p>
        <Table
          rows={drives}
          columns={columns}
          rowKey={driveIdOf}
          noun={noun}
          sort="none"
          height="content"
          empty={{ icon: Eraser }}
        />
        <Field label={`Type ${CONFIRMATION} to confirm`}>
          <TextInput value={typed} onChange={setTyped} />
        </Field>
        <Checkbox
          label="Force"
          value={force}
          onChange={setForce}
          hint={
            formattedCount > 0
              ? messages.skippedWithoutForce(hints[manager], counted(formattedCount, noun), formattedCount)
              : hints[manager]
          }
        />
      </form>
    </Dialog>
  )
}

const Issues = ({ issues, onClose }: { issues: readonly FormatIssue[]; onClose: () => void }) => (
  <Dialog title="Format Errors" onClose={onClose} footer={<Button onPress={onClose}>Close</Button>}>
    <div className={styles.stack}>
      <p>{messages.formatFailed}</p>
      <Details
        rows={issues.map((issue) => ({ label: displayName(driveIdOf(issue)), value: displayName(issue.error) }))}
      />
    </div>
  </Dialog>
)

/** Confirms, formats, and shows what failed. Resolves to whether a request was sent to the cluster. */
export const formatDrives = async (drives: readonly Drive[], manager: ManagerName) => {
  const issues = await showDialog<readonly FormatIssue[] | undefined>((resolve) => (
    <Format drives={drives} manager={manager} resolve={resolve} />
  ))
  if (!issues) return undefined
  if (issues.length > 0) await showDialog<void>((resolve) => <Issues issues={issues} onClose={() => resolve()} />)
  return { formatted: drives.length - issues.length }
}
