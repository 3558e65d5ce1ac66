import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import CircleSlash from 'lucide-react/icons/circle-slash'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Upload from 'lucide-react/icons/upload'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useSnapshot } from 'valtio'
import { bytes, count, duration, shown } from '../../../core/format.ts'
import { session } from '../../../core/session.ts'
import { IconButton } from '../../../core/ui/button.tsx'
import { confirm } from '../../../core/ui/confirm.tsx'
import { Icon } from '../../../core/ui/icon.tsx'
import { Progress } from '../../../core/ui/progress.tsx'
import { Count } from '../../../core/ui/status.tsx'
import { lastName } from '../pages/path.ts'
import * as styles from './dock.css.ts'
import type { Transfer } from './queue.ts'
import { uploads, useUploads } from './uploads.ts'

/** As many rows as one would ever read; the rest is counted. */
const ROWS = 50

const order: readonly Transfer['state'][] = ['running', 'failed', 'waiting', 'cancelled', 'done']

const marks = {
  waiting: Upload,
  running: Upload,
  done: CircleCheck,
  failed: CircleAlert,
  cancelled: CircleSlash,
} as const

const timeLeft = ({ size, sent, rate }: Transfer) =>
  rate > 0 ? ` · ${duration(Math.ceil((size - sent) / rate))} left` : ''

/** Where a transfer stands: `636 MiB of 1.0 GiB · 184 MiB/s · 2 seconds left`. */
const standing = (transfer: Transfer) => {
  const { state, size, sent, rate, reason } = transfer
  if (state === 'waiting') return `${bytes(size)} · Waiting`
  if (state === 'done') return `${bytes(size)} · Uploaded`
  if (state === 'cancelled') return 'Cancelled'
  if (state === 'failed') return reason ?? 'The upload failed'
  if (sent >= size) return `${bytes(size)} · Finishing`
  return `${bytes(sent)} of ${bytes(size)}${rate ? ` · ${bytes(rate)}/s` : ''}${timeLeft(transfer)}`
}

const Row = ({ transfer }: { transfer: Transfer }) => {
  const { id, bucket, key, size, sent, state } = transfer
  const name = shown(lastName(key))
  return (
    <li className={styles.row}>
      <span className={styles.mark[state]}>
        <Icon of={marks[state]} />
      </span>
      <div className={styles.body}>
        <div className={styles.name} title={shown(`${bucket}/${key}`)}>
          {name}
        </div>
        {state === 'running' && <Progress value={size ? sent / size : 'running'} label={`Uploading ${name}`} />}
        <div className={state === 'failed' ? styles.reason : styles.standing}>{standing(transfer)}</div>
      </div>
      {(state === 'running' || state === 'waiting') && (
        <IconButton icon={X} label={`Cancel ${name}`} onPress={() => uploads.cancel(id)} />
      )}
      {state === 'failed' && <IconButton icon={RotateCcw} label={`Retry ${name}`} onPress={() => uploads.retry(id)} />}
    </li>
  )
}

/** Tells the toasts how much room the dock takes, so that they stack above it. */
const useRoom = (open: boolean) => {
  const dock = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = dock.current
    const { style } = document.documentElement
    if (!element) return undefined
    const measure = () => {
      const room = window.innerHeight - element.getBoundingClientRect().top
      style.setProperty('--dock-height', `calc(${room}px - var(--space-5) + var(--space-4))`)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--dock-height')
    }
  }, [open])
  return dock
}

const close = async () => {
  const stop = () =>
    confirm({
      title: 'Cancel Uploads',
      body: 'What is not uploaded yet is cancelled. What is already stored stays.',
      verb: 'Cancel Uploads',
      tone: 'danger',
    })
  if (uploads.active() && !(await stop())) return
  uploads.cancelAll()
  uploads.clear()
}

const Dock = () => {
  const { state } = useSnapshot(session)
  const transfers = useUploads()
  const [folded, setFolded] = useState(false)
  const open = state === 'in' && transfers.length > 0
  const dock = useRoom(open)
  if (!open) return null

  const sorted = order.flatMap((wanted) => transfers.filter((transfer) => transfer.state === wanted))
  const current = transfers.filter(({ state }) => state !== 'cancelled' && state !== 'failed')
  const total = current.reduce((sum, { size }) => sum + size, 0)
  const sent = current.reduce((sum, transfer) => sum + transfer.sent, 0)
  const all = transfers.length > 0 && transfers.every(({ state }) => state === 'done')
  const left = transfers.filter(({ state }) => state !== 'done' && state !== 'cancelled').length
  return (
    <section ref={dock} className={styles.dock} aria-label="Transfers">
      <header className={styles.head}>
        <h2 className={styles.title}>Transfers</h2>
        <Count of={left || transfers.length} />
        <span className={styles.overall} role="status">
          {all && <span className={styles.standing}>Object(s) uploaded successfully</span>}
          {folded && left > 0 && <Progress value={total ? sent / total : 'running'} label="All uploads" look="thin" />}
        </span>
        <IconButton
          icon={folded ? ChevronUp : ChevronDown}
          label={folded ? 'Show transfers' : 'Hide transfers'}
          onPress={() => setFolded(!folded)}
        />
        <IconButton icon={X} label={left ? 'Cancel uploads and close' : 'Close'} onPress={() => void close()} />
      </header>
      {!folded && (
        <ul className={styles.list} tabIndex={0} aria-label="Transfers">
          {sorted.slice(0, ROWS).map((transfer) => (
            <Row key={transfer.id} transfer={transfer} />
          ))}
          {sorted.length > ROWS && <li className={styles.rest}>and {count(sorted.length - ROWS)} more</li>}
        </ul>
      )}
    </section>
  )
}

let shownOnce = false

/** Puts the dock on the page, in a root of its own: it outlives every page that starts an upload. */
export const showDock = () => {
  if (shownOnce) return
  shownOnce = true
  createRoot(document.body.appendChild(document.createElement('div'))).render(<Dock />)
}
