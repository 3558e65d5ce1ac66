import type { LucideIcon } from 'lucide-react'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Failure } from '../core/protocol/failure.ts'
import * as styles from './banner.css.ts'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { useExpiry } from './use-expiry.ts'

export type Tone = 'info' | 'warning' | 'danger' | 'ok'

/** Icons that convey each tone without color. */
export const toneIcon: Record<Tone, LucideIcon> = {
  info: Info,
  warning: TriangleAlert,
  danger: CircleAlert,
  ok: CircleCheck,
}

type BannerProps = {
  tone: Tone
  /** `strip` spans the page under its header. */
  look?: 'box' | 'strip'
  /** One button at the right. */
  action?: ReactNode
  onClose?: (() => void) | undefined
  children: ReactNode
}

/** A message about the page or form that contains it. */
export const Banner = ({ tone, look = 'box', action, onClose, children }: BannerProps) => (
  <div className={classes(styles.look[look], styles.tone[tone])} role={tone === 'danger' ? 'alert' : 'status'}>
    <span className={styles.icon[tone]}>
      <Icon of={toneIcon[tone]} />
    </span>
    <div className={styles.body}>{children}</div>
    {action && <span className={styles.action}>{action}</span>}
    {onClose && (
      <span className={styles.close}>
        <IconButton icon={X} label="Close" onPress={onClose} />
      </span>
    )}
  </div>
)

/** Cause of a failure, behind a "Details" toggle. */
export const Cause = ({ children }: { children: string }) => {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <button type="button" className={styles.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon of={open ? ChevronDown : ChevronRight} />
        Details
      </button>
      {open && <div className={styles.detail}>{children}</div>}
    </div>
  )
}

/** Error of a call in a dialog or form; closes after 10 s unless hovered or focused. */
export const ErrorBanner = ({ error, onClose }: { error: Failure | undefined; onClose: () => void }) =>
  error ? <OpenError key={error.message} error={error} onClose={onClose} /> : null

const OpenError = ({ error, onClose }: { error: Failure; onClose: () => void }) => {
  const pauseHandlers = useExpiry(10_000, onClose, error)
  const element = useRef<HTMLDivElement>(null)
  // the button that was pressed may be far below
  useEffect(() => void element.current?.scrollIntoView({ block: 'nearest' }), [error])
  return (
    <div ref={element} {...pauseHandlers}>
      <Banner tone="danger" onClose={onClose}>
        <strong>{error.message}</strong>
        {error.detail && <Cause>{error.detail}</Cause>}
      </Banner>
    </div>
  )
}
