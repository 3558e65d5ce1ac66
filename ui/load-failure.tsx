import type { LucideIcon } from 'lucide-react'
import CloudOff from 'lucide-react/icons/cloud-off'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import type { Failure } from '../core/protocol/failure.ts'
import { detail } from './banner.css.ts'
import { Button } from './button.tsx'
import * as styles from './empty.css.ts'
import { Icon } from './icon.tsx'
import { capitalize } from './noun.ts'
import { focusPage } from './use-row-keys.ts'

type EmptyProps = { icon: LucideIcon; title: string; text?: ReactNode; action?: ReactNode; more?: ReactNode }

/** Empty state: an icon, a sentence, a line of explanation and at most one button. */
export const Empty = ({ icon, title, text, action, more }: EmptyProps) => (
  <div className={styles.empty} data-part="empty">
    <span className={styles.glyph}>
      <Icon of={icon} size={20} />
    </span>
    <h2 className={styles.title}>{title}</h2>
    {text && <p className={styles.line}>{text}</p>}
    {action && <div className={styles.actions}>{action}</div>}
    {more}
  </div>
)

export type LoadFailureProps = {
  /** Name of the content that failed to load, in lowercase: `users`. */
  what: string
  error: Failure
  onRetry?: (() => void) | undefined
}

/** Says why something could not be loaded, with details on request and a retry. */
export const LoadFailure = ({ what, error, onRetry }: LoadFailureProps) => {
  const [open, setOpen] = useState(false)
  const alert = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current: element } = alert
    // Try again is removed with its focus
    return () => {
      if (element?.contains(document.activeElement)) queueMicrotask(focusPage)
    }
  }, [])
  return (
    <div ref={alert} role="alert" style={{ display: 'contents' }}>
      <Empty
        icon={CloudOff}
        title={`${capitalize(what)} could not be loaded`}
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
