import FileUp from 'lucide-react/icons/file-up'
import { useRef, useState } from 'react'
import { Failure, displayName } from 'stowage'
import { Banner, Button, ErrorBanner, Stack } from 'stowage/ui'
import { foot, intro, note } from 'stowage/classes'
import { useMissingFeature } from 'stowage/web'
import { type ArchiveChange, archiveChanges, readArchive } from './archive.ts'
import { ArchiveImport } from './archive-import.tsx'
import { type Accounts, type AccountSet, MAX_BYTES, parseAccounts } from './file.ts'
import { FileImport } from './file-import.tsx'
import { readAccounts, asFailure } from './apply-change.ts'
import * as styles from './transfer.css.ts'
import * as messages from '../../messages.ts'

/** The chosen file: an export of this page or an archive of the storage server. */
type Chosen = { name: string; current: AccountSet } & (
  | { imported: Accounts; archive?: undefined }
  | { archive: { file: File; changes: ArchiveChange[] } }
)

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b

/** Reads a file and lists its changes before applying them. */
export const Import = ({ blocked }: { blocked: string | false }) => {
  const missingFeature = useMissingFeature('iam-archive')
  const chooser = useRef<HTMLInputElement>(null)
  const [reading, setReading] = useState(false)
  const [blocker, setBlocker] = useState<string | false>(false)
  const [failure, setFailure] = useState<Failure>()
  const [unreadable, setUnreadable] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState<Chosen>()

  const read = async (file: File): Promise<Chosen> => {
    if (file.size > MAX_BYTES)
      throw new Failure(413, 'This file cannot be imported', { detail: messages.fileTooLarge(MAX_BYTES / 2 ** 20) })
    const [bytes, current] = [new Uint8Array(await file.arrayBuffer()), await readAccounts()]
    setUnreadable(current.unreadable)
    if (!isZip(bytes)) return { name: file.name, current, imported: parseAccounts(new TextDecoder().decode(bytes)) }
    if (missingFeature) throw new Failure(501, 'This archive cannot be imported', { detail: missingFeature })
    return {
      name: file.name,
      current,
      archive: { file, changes: archiveChanges(current, await readArchive(bytes)) },
    }
  }
  const loadFile = async (file: File) => {
    setReading(true)
    setFailure(undefined)
    setChosen(undefined)
    try {
      setChosen(await read(file))
    } catch (error) {
      setFailure(asFailure(error))
    } finally {
      setReading(false)
    }
  }
  return (
    <Stack as="section" gap={4} shrink aria-label="Import">
      <h2 className={styles.heading}>Import</h2>
      <p className={intro}>
        Review and choose the changes before importing. An import adds and changes, but deletes nothing. New users get
        generated credentials, which are shown once.
        {!missingFeature && messages.archiveImportedAsWhole}
      </p>
      <div className={foot}>
        <input
          ref={chooser}
          type="file"
          accept="application/json,.json,application/zip,.zip"
          aria-label="File to import"
          hidden
          onChange={(event) => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            if (file) void loadFile(file)
          }}
        />
        <Button
          icon={FileUp}
          busy={reading ? 'Reading' : undefined}
          disabled={blocker || blocked}
          onPress={() => chooser.current?.click()}
        >
          Choose File
        </Button>
        {chosen && <p className={note}>{displayName(chosen.name)}</p>}
      </div>
      <ErrorBanner error={failure} onClose={() => setFailure(undefined)} />
      {unreadable.length > 0 && (
        <Banner tone="warning">{messages.notExported(unreadable.map(displayName).join(', '))}</Banner>
      )}
      {chosen &&
        (chosen.archive ? (
          <ArchiveImport {...chosen.archive} onBlock={setBlocker} />
        ) : (
          <FileImport current={chosen.current} imported={chosen.imported} onBlock={setBlocker} />
        ))}
    </Stack>
  )
}
