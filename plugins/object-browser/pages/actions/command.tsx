import { Button, CopyButton, Details, Dialog } from 'stowage/ui'
import { text } from 'stowage/classes'
import * as styles from '../object/object.css.ts'
import { commandsFor } from './commands.ts'
import * as messages from '../../messages.ts'

/** Terminal commands equivalent to an action. */
export const Command = ({
  bucket,
  path,
  version,
  onClose,
}: {
  bucket: string
  path: string
  version?: string | undefined
  onClose: () => void
}) => (
  <Dialog title="Commands" size="wide" onClose={onClose} footer={<Button onPress={onClose}>Close</Button>}>
    <Details
      rows={commandsFor(bucket, path, version).map(({ title, text: line }) => ({
        label: title,
        value: <code className={styles.exact}>{line}</code>,
        action: <CopyButton text={line} label={`Copy: ${title}`} />,
      }))}
    />
    <p className={text.muted}>{messages.aliasIsNameGiven}</p>
  </Dialog>
)
