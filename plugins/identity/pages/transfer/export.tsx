import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { address, useMissingFeature, useRefusals } from 'stowage/web'
import { displayName } from 'stowage'
import { Banner, Button, confirm, ErrorBanner, saveTextFile, Stack, useTask } from 'stowage/ui'
import { foot, intro } from 'stowage/classes'
import { identity } from '../../contract.ts'
import { serializeAccounts } from './file.ts'
import { readAccounts } from './apply-change.ts'
import * as styles from './transfer.css.ts'
import * as messages from '../../messages.ts'

/** Downloads the server's own archive, after a warning about its contents. */
const saveArchive = async () => {
  const agreed = await confirm({
    title: 'Export with Secrets',
    body: messages.archiveExportWarning,
    verb: 'Export',
  })
  if (agreed)
    Object.assign(document.createElement('a'), { href: address(identity.archive), download: 'iam.zip' }).click()
}

/** Exports users, groups, policies and their assignments as a file. */
export const Export = ({ blocked }: { blocked: string | false }) => {
  const missingFeature = useMissingFeature('iam-archive')
  const refusal = useRefusals({ archive: { action: 'admin:ExportIAM' } })
  const task = useTask()
  const [unreadable, setUnreadable] = useState<readonly string[]>([])
  const save = async () => {
    const current = await readAccounts()
    setUnreadable(current.unreadable)
    saveTextFile('accounts.json', serializeAccounts(current, new Date()), 'application/json')
  }
  return (
    <Stack as="section" gap={4} shrink aria-label="Export">
      <h2 className={styles.heading}>Export</h2>
      <p className={intro}>{messages.exportHelp}</p>
      <ErrorBanner {...task.banner} />
      {unreadable.length > 0 && (
        <Banner tone="warning">{messages.notExported(unreadable.map(displayName).join(', '))}</Banner>
      )}
      <div className={foot}>
        <Button icon={Download} busy={task.busy} disabled={blocked} onPress={() => void task.run('Exporting', save)}>
          Export
        </Button>
        <Button icon={Download} disabled={missingFeature ?? refusal('archive')} onPress={() => void saveArchive()}>
          Export with Secrets
        </Button>
      </div>
    </Stack>
  )
}
