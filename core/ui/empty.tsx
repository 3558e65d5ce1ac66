import type { LucideIcon } from 'lucide-react'
import CloudOff from 'lucide-react/icons/cloud-off'
import Lock from 'lucide-react/icons/lock'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState, type ReactNode } from 'react'
import type { Failure } from '../failure.ts'
import { detail } from './banner.css.ts'
import { Button } from './button.tsx'
import * as styles from './empty.css.ts'
import { Icon } from './icon.tsx'
import * as words from './text.css.ts'
import { capitalised } from './words.ts'

type EmptyProps = { icon: LucideIcon; title: string; text?: ReactNode; action?: ReactNode }

/** In place of data: a glyph, a sentence, a line of what this is for and at most one button. */
export const Empty = ({ icon, title, text, action }: EmptyProps) => (
  <div className={styles.empty}>
    <span className={styles.glyph}>
      <Icon of={icon} size={20} />
    </span>
    <h2 className={styles.title}>{title}</h2>
    {text && <p className={styles.line}>{text}</p>}
    {action && <div className={styles.actions}>{action}</div>}
  </div>
)

// a sentence that begins with the action has it with a capital
const actionIn = (words: string) => /\b(s3|admin):\w+/i.exec(words)?.[0].replace(/^./, (letter) => letter.toLowerCase())

/** What the account may not see: names the missing IAM action, where it is known, and whom to ask. */
export const NoAccess = ({ what, action }: { what: string; action?: string | undefined }) => (
  <Empty
    icon={Lock}
    title={`You cannot see ${what}`}
    text={
      <>
        Your policies do not allow {action ? <code className={words.mono}>{action}</code> : 'this'}. Ask an
        administrator to attach a policy that does.
      </>
    }
  />
)

type LoadErrorProps = {
  /** What could not be loaded, in lower case: `users`. */
  what: string
  error: Failure
  onRetry?: (() => void) | undefined
}

/** A list that could not be loaded: what failed and a way to try again; a 403 says which permission is missing. */
export const LoadError = ({ what, error, onRetry }: LoadErrorProps) => {
  const [open, setOpen] = useState(false)
  if (error.status === 403) return <NoAccess what={what} action={actionIn(`${error.message} ${error.detail ?? ''}`)} />
  return (
    <div role="alert" style={{ display: 'contents' }}>
      <Empty
        icon={CloudOff}
        title={`${capitalised(what)} could not be loaded`}
        text={error.message}
        action={
          <>
            {onRetry && (
              <Button icon={RefreshCw} onPress={onRetry}>
                Try again
              </Button>
            )}
            {error.detail && !open && (
              <Button tone="quiet" onPress={() => setOpen(true)}>
                Details
              </Button>
            )}
            {open && <p className={detail}>{error.detail}</p>}
          </>
        }
      />
    </div>
  )
}
