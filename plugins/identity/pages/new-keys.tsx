import Download from 'lucide-react/icons/download'
import type { ReactNode } from 'react'
import { Banner, Button, CopyButton, Details, Dialog } from 'stowage/ui'
import { mono } from 'stowage/classes'
import type { KeyPair } from '../contract.ts'
import * as messages from '../messages.ts'

/** Content of `credentials.json`: a `console` list of access_key and secret_key (spec/1 section 4). */
export const credentialsFile = ({ accessKey, secretKey }: KeyPair) =>
  `${JSON.stringify({ console: [{ access_key: accessKey, secret_key: secretKey }] }, null, 2)}\n`

const download = (keys: KeyPair) => {
  const href = URL.createObjectURL(new Blob([credentialsFile(keys)], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href, download: 'credentials.json' })
  link.click()
  setTimeout(() => URL.revokeObjectURL(href))
}

const row = (label: string, text: string) => ({
  label,
  value: <span className={mono}>{text}</span>,
  action: <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />,
})

type NewKeysProps = {
  title: string
  keys: KeyPair
  onClose: () => void
  /** Suggested next actions. */
  children?: ReactNode
}

/** Shows new keys; the secret key cannot be shown again. */
export const NewKeys = ({ title, keys, onClose, children }: NewKeysProps) => (
  <Dialog
    title={title}
    onClose={onClose}
    footer={
      <>
        <Button tone="primary" where="browser" icon={Download} onPress={() => download(keys)}>
          Download
        </Button>
        <Button onPress={onClose}>Done</Button>
      </>
    }
  >
    <Banner tone="warning">{messages.secretKeyShownOnlyNow}</Banner>
    <Details rows={[row('Access Key', keys.accessKey), row('Secret Key', keys.secretKey)]} />
    {children}
  </Dialog>
)
