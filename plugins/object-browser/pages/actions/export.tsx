import { useState } from 'react'
import { address } from 'stowage/web'
import { displayName } from 'stowage'
import { Button, Dialog, RadioGroup } from 'stowage/ui'
import { finding } from '../../finding/contract.ts'
import * as styles from '../remove.css.ts'
import * as messages from '../../messages.ts'

/** Dialog that exports the listing as a file of any size, streamed by the server. */
export const Export = ({ bucket, folder, onClose }: { bucket: string; folder: string; onClose: () => void }) => {
  const [format, setFormat] = useState<'csv' | 'json'>('csv')
  const [where, setWhere] = useState<'folder' | 'below'>('folder')
  const save = () => {
    const link = document.createElement('a')
    link.href = address(finding.export, {
      params: { bucket },
      query: { prefix: folder, format, ...(where === 'below' && { recursive: 'true' }) },
    })
    link.download = ''
    link.click()
    onClose()
  }
  return (
    <Dialog
      title="Export Listing"
      size="confirm"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button tone="primary" onPress={save}>
            Save
          </Button>
        </>
      }
    >
      <p className={styles.summary}>
        Names, dates, sizes and ETags in <strong>{displayName(`${bucket}/${folder}`)}</strong>.
      </p>
      <RadioGroup
        label="What"
        value={where}
        onChange={(next) => setWhere(next === 'below' ? 'below' : 'folder')}
        options={[
          { value: 'folder', label: 'This folder', hint: messages.subfoldersHelp },
          { value: 'below', label: 'All objects below it' },
        ]}
      />
      <RadioGroup
        label="As"
        value={format}
        onChange={(next) => setFormat(next === 'json' ? 'json' : 'csv')}
        options={[
          { value: 'csv', label: 'CSV, for spreadsheets' },
          { value: 'json', label: 'JSON' },
        ]}
      />
    </Dialog>
  )
}
