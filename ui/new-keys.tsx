import Download from 'lucide-react/icons/download'
import { type ReactNode, useState } from 'react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { Details } from './details.tsx'
import { Dialog } from './dialog-on-demand.tsx'
import { closeWithoutKeys, secretKeyShownOnlyNow } from './messages.ts'
import { saveTextFile } from './table-file.ts'
import { mono } from './text.css.ts'

type Keys = { accessKey: string; secretKey: string }

/** Content of `credentials.json`: a `console` list of access_key and secret_key (spec/1 section 4). */
export const credentialsFile = (keys: readonly Keys[]) => {
  const console = keys.map(({ accessKey, secretKey }) => ({ access_key: accessKey, secret_key: secretKey }))
  return `${JSON.stringify({ console }, null, 2)}\n`
}

const row = (label: string, text: string, onCopied?: () => void) => ({
  label,
  value: <span className={mono}>{text}</span>,
  action: <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} onCopied={onCopied} />,
})

type NewKeysProps = {
  title: string
  keys: readonly Keys[]
  onClose: () => void
  /** Suggested next actions. */
  children?: ReactNode
}

/** Shows new keys, which cannot be shown again: Escape asks until the secret keys were copied or downloaded. */
export const NewKeys = ({ title, keys, onClose, children }: NewKeysProps) => {
  const [saved, setSaved] = useState<readonly string[]>([])
  const isSaved = keys.every(({ accessKey }) => saved.includes(accessKey))
  const download = () => {
    saveTextFile('credentials.json', credentialsFile(keys), 'application/json')
    setSaved(keys.map(({ accessKey }) => accessKey))
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      dirty={!isSaved && closeWithoutKeys}
      footer={
        <>
          <Button tone="primary" where="browser" icon={Download} onPress={download}>
            Download
          </Button>
          <Button onPress={onClose}>Done</Button>
        </>
      }
    >
      <Banner tone="warning">{secretKeyShownOnlyNow}</Banner>
      <Details
        rows={keys.flatMap(({ accessKey, secretKey }, index) => {
          const number = keys.length > 1 ? ` ${index + 1}` : ''
          return [
            row(`Access Key${number}`, accessKey),
            row(`Secret Key${number}`, secretKey, () => setSaved([...saved, accessKey])),
          ]
        })}
      />
      {children}
    </Dialog>
  )
}
