import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { banners, dismiss, type Message } from '../core/web/toasts.ts'
import { useCurrentLocation } from '../core/web/location.ts'
import { detail } from './banner.css.ts'
import { toneIcon } from './banner.tsx'
import { Button, IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import * as styles from './toasts.css.ts'
import { useExpiry } from './use-expiry.ts'

/** Toasts with Undo stay as long as errors. */
const lifetime = ({ tone, action }: Message) => (tone === 'danger' || action?.run ? 10_000 : 5_000)

const Toast = ({ message }: { message: Message }) => {
  const [open, setOpen] = useState(false)
  const close = () => dismiss(message.id)
  const pauseHandlers = useExpiry(message.lasting ? undefined : lifetime(message), close)
  const { action } = message
  const { path } = useCurrentLocation()
  const isCurrent = action?.href === path
  useEffect(() => {
    if (isCurrent) close()
  }, [isCurrent])
  const act = () => {
    close()
    action?.run?.()
  }
  return (
    <div
      className={styles.toast}
      data-part="toast"
      role={message.tone === 'danger' ? 'alert' : undefined}
      aria-atomic
      {...pauseHandlers}
    >
      <span className={styles.icon[message.tone]}>
        <Icon of={toneIcon[message.tone]} />
      </span>
      <div className={styles.body}>
        {message.text}
        {open && <div className={detail}>{message.detail}</div>}
      </div>
      {action && (
        <Button tone="quiet" size="sm" {...(action.href ? { href: action.href } : { onPress: act })}>
          {action.label}
        </Button>
      )}
      {!action && message.detail && !open && (
        <Button tone="quiet" size="sm" onPress={() => setOpen(true)}>
          Details
        </Button>
      )}
      {!message.lasting && <IconButton icon={X} label="Close" onPress={close} />}
    </div>
  )
}

/**
 * The toasts of `core/web/toasts.ts`, bottom right: 5 s, errors and those with Undo 10 s, all paused while hovered or
 * focused.
 */
export const Toasts = () => {
  const { messages } = useSnapshot(banners)
  return (
    <div className={styles.stack} role="status" aria-live="polite" aria-atomic={false}>
      {messages.map((message) => (
        <Toast key={message.id} message={message} />
      ))}
    </div>
  )
}
