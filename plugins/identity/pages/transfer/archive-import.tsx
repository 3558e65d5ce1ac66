import FileUp from 'lucide-react/icons/file-up'
import { useState } from 'react'
import { upload, useRefusals } from 'stowage/web'
import { counted, type Failure, displayName } from 'stowage'
import { Badge, Banner, Button, type Column, ErrorBanner, Table } from 'stowage/ui'
import { foot, note } from 'stowage/classes'
import { identity } from '../../contract.ts'
import type { ArchiveChange } from './archive.ts'
import { asFailure } from './apply-change.ts'
import * as messages from '../../messages.ts'

const badges = { new: 'New', changed: 'Changed', gone: 'Deleted' } as const

const columns: Column<ArchiveChange>[] = [
  { id: 'kind', title: 'Kind', width: '128px', narrow: 'second', value: ({ kind }) => kind },
  {
    id: 'name',
    title: 'Name',
    look: 'name',
    narrow: 'main',
    value: ({ name }) => name,
    after: ({ how }) => <Badge tone={how === 'gone' ? 'danger' : 'outline'}>{badges[how]}</Badge>,
  },
  {
    id: 'says',
    title: 'What changes',
    width: 'minmax(0, 2fr)',
    narrow: 'second',
    value: ({ says }) => says.join('; ') || 'is added',
  },
]

type ArchiveImportProps = { file: File; changes: readonly ArchiveChange[]; onRunning: (running: boolean) => void }

/** What the storage server would import from its own archive, with the Import button. */
export const ArchiveImport = ({ file, changes, onRunning }: ArchiveImportProps) => {
  const refusal = useRefusals({ import: { action: 'admin:ImportIAM' } })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const [failed, setFailed] = useState<readonly string[]>()
  const send = async () => {
    setBusy(true)
    setFailure(undefined)
    onRunning(true)
    try {
      setFailed((await upload(identity.importArchive, {}, { name: file.name, blob: file, size: file.size })).failed)
    } catch (error) {
      setFailure(asFailure(error))
    } finally {
      setBusy(false)
      onRunning(false)
    }
  }
  return (
    <>
      <Banner tone="warning">{messages.storageServerImportsArchive}</Banner>
      <Table
        rows={changes}
        columns={columns}
        rowKey={({ kind, name }) => `${kind} ${name}`}
        noun={{ one: 'change', many: 'changes' }}
        height="content"
        sort="none"
        empty={{ icon: FileUp, title: 'Nothing would change.', text: messages.archiveContainsNothingNew }}
      />
      <ErrorBanner error={failure} onClose={() => setFailure(undefined)} />
      {failed && failed.length > 0 && (
        <Banner tone="warning">{messages.storageServerCouldNotImport(failed.map(displayName).join(', '))}</Banner>
      )}
      <div className={foot}>
        <p className={note}>
          {failed
            ? failed.length > 0
              ? messages.othersAreImported
              : 'All is imported.'
            : messages.nothingHasBeenChangedYet}
        </p>
        {changes.length > 0 && !failed && (
          <Button
            tone="primary"
            busy={busy ? 'Importing' : undefined}
            disabled={refusal('import')}
            onPress={() => void send()}
          >
            {`Import the Archive, ${counted(changes.length, { one: 'Change', many: 'Changes' })}`}
          </Button>
        )}
      </div>
    </>
  )
}
