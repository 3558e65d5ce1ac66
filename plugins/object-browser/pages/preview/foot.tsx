import FileWarning from 'lucide-react/icons/file-warning'
import type { ReactNode } from 'react'
import type { Failure } from 'stowage'
import { Empty } from 'stowage/ui'
import * as styles from './preview.css.ts'
import * as messages from '../../messages.ts'

type FootProps = { error?: Failure | undefined; note: 'text' | undefined; children: ReactNode }

const sentences = ({ message, detail }: Failure) => [message, detail].filter(Boolean).join('. ')

/** Footer of a preview: how much of the object it shows. */
export const Foot = ({ error, note, children }: FootProps) => (
  <div className={styles.foot} role="status">
    {children}
    {error && <span>{sentences(error)}</span>}
    {note && <span className={styles.safe}>{messages.shownAsText}</span>}
  </div>
)

/** Message if there is no preview (spec/2 section 8), with the reason. */
export const Trouble = ({ error, action }: { error?: Failure | undefined; action?: ReactNode }) => (
  <Empty icon={FileWarning} title={messages.previewFailed} text={error && sentences(error)} action={action} />
)
