import FileUp from 'lucide-react/icons/file-up'
import { useState } from 'react'
import { upload, useRefusals } from 'stowage/web'
import { counted, displayName } from 'stowage'
import { Banner, Button, ErrorBanner, Table, useTask } from 'stowage/ui'
import { foot, note } from 'stowage/classes'
import { identity } from '../../contract.ts'
import type { ArchiveChange } from './archive.ts'
import { changeColumns } from './columns.tsx'
import * as messages from '../../messages.ts'

type ArchiveImportProps = { file: File; changes: readonly ArchiveChange[]; onBlock: (reason: string | false) => void }

/** Preview of the import of the storage server's own archive, with the Import button. */
export const ArchiveImport = ({ file, changes, onBlock }: ArchiveImportProps) => {
  const refusal = useRefusals({ import: { action: 'admin:ImportIAM' } })
  const task = useTask()
  const [failed, setFailed] = useState<readonly string[]>()
  const send = async () => {
    onBlock(messages.importRunning)
    try {
      setFailed((await upload(identity.importArchive, {}, { name: file.name, blob: file, size: file.size })).failed)
    } finally {
      onBlock(false)
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
      <ErrorBanner {...task.banner} />
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
            busy={task.busy}
            disabled={refusal('import')}
            onPress={() => void task.run('Importing', send)}
          >
            {`Import the Archive, ${counted(changes.length, { one: 'Change', many: 'Changes' })}`}
          </Button>
        )}
      </div>
    </>
  )
}
