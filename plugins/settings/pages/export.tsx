import { useState } from 'react'
import { call, showToast } from 'stowage/web'
import { counted } from 'stowage'
import { showDialog, Button, Checkbox, Dialog, ErrorBanner, saveTextFile, useTask } from 'stowage/ui'
import { settings as calls } from '../contract.ts'
import * as messages from '../messages.ts'

const noun = { one: 'secret', many: 'secrets' }

const Export = ({ onClose }: { onClose: () => void }) => {
  const [secrets, setSecrets] = useState(false)
  const task = useTask()
  const save = async () => {
    const { text, omittedSecrets } = await call(calls.export, { query: { secrets: secrets ? 'included' : 'omitted' } })
    saveTextFile(`configuration${secrets ? '-with-secrets' : ''}.txt`, text, 'text/plain')
    showToast(
      omittedSecrets > 0
        ? `Configuration exported, ${counted(omittedSecrets, noun)} left out`
        : 'Configuration exported',
    )
    onClose()
  }
  return (
    <Dialog
      title="Export Configuration"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button tone="primary" busy={task.busy} onPress={() => void task.run('Exporting', save)}>
            Export
          </Button>
        </>
      }
    >
      <ErrorBanner {...task.banner} />
      <p>{messages.exportContents}</p>
      <Checkbox
        label={messages.includePasswordsAndTokens}
        hint={messages.exportSecretsWarning}
        value={secrets}
        onChange={setSecrets}
      />
    </Dialog>
  )
}

/** Downloads the whole configuration as a file. */
export const exportAll = () => showDialog<void>((resolve) => <Export onClose={() => resolve()} />)
