import FileUp from 'lucide-react/icons/file-up'
import { useState } from 'react'
import { upload, useRefusals } from 'stowage/web'
import { counted, type Failure, displayName } from 'stowage'
import { Banner, Button, ErrorBanner, Table } from 'stowage/ui'
import { foot, note } from 'stowage/classes'
import { identity } from '../../contract.ts'
import type { ArchiveChange } from './archive.ts'
import { asFailure } from './apply-change.ts'
import { changeColumns } from './columns.tsx'
import * as messages from '../../messages.ts'

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
      <Banner tone="warning">{messages.archiveImportWarning}</Banner>
      <Table
        rows={changes}
        columns={changeColumns}
        rowKey={({ kind, name }) => `${kind} ${name}`}
        noun={{ one: 'change', many: 'changes' }}
        height="content"
        sort="none"
        empty={{ icon: FileUp, title: 'Nothing would change.', text: messages.archiveHasNothingNew }}
      />
      <ErrorBanner error={failure} onClose={() => setFailure(undefined)} />
      {failed && failed.length > 0 && (
        <Banner tone="warning">{messages.notImported(failed.map(displayName).join(', '))}</Banner>
      )}
      <div className={foot}>
        <p className={note}>
          {failed ? (failed.length > 0 ? messages.restIsImported : 'All is imported.') : messages.nothingChangedYet}
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
