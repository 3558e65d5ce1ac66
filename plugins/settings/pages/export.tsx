import { useState } from 'react'
import { call, showToast } from 'stowage/web'
import { counted, type Failure } from 'stowage'
import { showDialog, Button, Checkbox, Dialog, ErrorBanner, saveTextFile } from 'stowage/ui'
import { settings as calls } from '../contract.ts'
import * as messages from '../messages.ts'

const noun = { one: 'secret', many: 'secrets' }

const Export = ({ onClose }: { onClose: () => void }) => {
  const [secrets, setSecrets] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const save = async () => {
    setBusy(true)
    try {
      const { text, left } = await call(calls.export, { query: { secrets: secrets ? 'included' : 'left-out' } })
      saveTextFile(`configuration${secrets ? '-with-secrets' : ''}.txt`, text, 'text/plain')
      showToast(left > 0 ? `Exported, ${counted(left, noun)} left out` : 'Exported')
      onClose()
    } catch (error) {
      setFailure(error as Failure)
      setBusy(false)
    }
  }
  return (
    <Dialog
      title="Export Configuration"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button tone="primary" busy={busy ? 'Exporting' : undefined} onPress={() => void save()}>
            Export
          </Button>
        </>
      }
    >
      <ErrorBanner error={failure} onClose={() => setFailure(undefined)} />
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
export const exportAll = () => showDialog<void>((answer) => <Export onClose={() => answer()} />)
