import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import X from 'lucide-react/icons/x'
import { useEffect, useReducer, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useSnapshot } from 'valtio'
import { bytes, count } from 'stowage'
import { session, withServer } from 'stowage/web'
import { Button, confirm, Count, IconButton, Menu, Progress, Row, Stack } from 'stowage/ui'
import * as styles from './dock.css.ts'
import { DockList } from './dock-list.tsx'
import type { Totals } from './jobs.ts'
import { timeLeft } from './rows.tsx'
import { isInterrupted, unfinished } from './unfinished.ts'
import { uploads } from './uploads.ts'
import * as messages from '../messages.ts'

/** Transfers examined for their kind. */
const EXAMINED = 200

/** Renders again when a transfer changes. */
const useTransfers = () => {
  const [, draw] = useReducer((renders: number) => renders + 1, 0)
  useEffect(() => {
    draw()
    return uploads.subscribe(draw)
  }, [])
}

/** Publishes the dock's height: toasts are stacked above it, and pages leave space below their rows. */
const useDockHeight = (open: boolean) => {
  const dock = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = dock.current
    const { style } = document.documentElement
    if (!element) return undefined
    const measure = () => {
      const height = window.innerHeight - element.getBoundingClientRect().top
      style.setProperty('--dock-height', `calc(${height}px - var(--space-5) + var(--space-4))`)
      style.setProperty('--dock-room', `calc(${height}px + var(--space-3))`)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--dock-height')
      style.removeProperty('--dock-room')
    }
  }, [open])
  return dock
}

/** Time in ms for which the list stays open after everything is done. */
const COLLAPSE_DELAY = 8000

/**
 * Whether the list is collapsed: by the user, or some time after everything is done, because it covers the table below.
 * It stays open while in use.
 */
const useCollapsed = (isDone: boolean, isUsed: boolean) => {
  const [userChoice, setUserChoice] = useState<boolean>()
  const [isIdle, setIsIdle] = useState(false)
  // runs only when transfers start: a list collapsed by the user stays so while they run
  useEffect(() => {
    if (isDone) return
    setIsIdle(false)
    setUserChoice(undefined)
  }, [isDone])
  useEffect(() => {
    if (!isDone || isUsed) return undefined
    const timer = setTimeout(() => setIsIdle(true), COLLAPSE_DELAY)
    return () => clearTimeout(timer)
  }, [isDone, isUsed])
  const collapsed = userChoice ?? isIdle
  return { folded: collapsed, toggle: () => setUserChoice(!collapsed) }
}

const finishedCount = ({ counts }: Totals) => counts.done + counts.cancelled

const close = async () => {
  const { counts } = uploads.totals()
  const stop = () =>
    confirm({
      title: 'Cancel Transfers',
      body: messages.transfersWillBeCanceled,
      verb: 'Cancel Transfers',
      tone: 'danger',
    })
  if (counts.running + counts.waiting + counts.paused > 0 && !(await stop())) return
  uploads.stopAll('cancelled')
  uploads.clear()
}

const rates = ({ up, down, size, sent }: Totals) =>
  [up > 0 && `↑ ${bytes(up)}/s`, down > 0 && `↓ ${bytes(down)}/s`, up + down > 0 && timeLeft(size - sent, up + down)]
    .filter(Boolean)
    .join(' · ')

const Total = ({ totals }: { totals: Totals }) => (
  <Stack gap={2} className={styles.total}>
    <Progress value={totals.size ? totals.sent / totals.size : 'running'} label="All transfers" />
    <Row gap={3} align="stretch" justify="between" className={styles.totals}>
      <span>{`${bytes(totals.sent)} / ${bytes(totals.size)}`}</span>
      <span>{rates(totals)}</span>
    </Row>
  </Stack>
)

const Foot = ({ totals }: { totals: Totals }) => (
  <Row gap={3} justify="between" className={styles.foot}>
    <span>
      {[
        finishedCount(totals) > 0 && `${count(finishedCount(totals))} finished`,
        totals.counts.waiting > 0 && `${count(totals.counts.waiting)} waiting`,
      ]
        .filter(Boolean)
        .join(', ')}
    </span>
    {finishedCount(totals) > 0 && (
      <Button tone="quiet" size="sm" onPress={() => uploads.clear(['done', 'cancelled'])}>
        Clear finished
      </Button>
    )}
  </Row>
)

/** All transfers of the tab, and uploads of this browser that were interrupted. */
export const Dock = () => {
  const { state } = useSnapshot(session)
  const { entries } = useSnapshot(unfinished)
  useTransfers()
  const [isUsed, setUsed] = useState(false)
  const rows = uploads.slice(0, EXAMINED)
  const totals = uploads.totals()
  const { counts } = totals
  const all = Object.values(counts).reduce((sum, some) => sum + some, 0)
  const remaining = all - finishedCount(totals)
  const busy = counts.running + counts.waiting
  const singles = entries.filter((entry) => isInterrupted(entry) && !uploads.hasUpload(entry.bucket, entry.key))
  const open = state === 'in' && all + singles.length > 0
  const dock = useDockHeight(open)
  const isDone = all > 0 && counts.done === all && singles.length === 0
  const { folded: collapsed, toggle } = useCollapsed(isDone, isUsed)
  if (!open) return null

  const hasDownloads = rows.some(({ kind }) => kind !== 'upload')
  return (
    <section
      ref={dock}
      className={styles.dock}
      aria-label="Transfers"
      onMouseEnter={() => setUsed(true)}
      onMouseLeave={() => setUsed(false)}
      onFocus={() => setUsed(true)}
      onBlur={() => setUsed(false)}
    >
      <Row as="header" gap={2} className={styles.head}>
        <h2 className={styles.title}>{withServer('Transfers')}</h2>
        <Count of={remaining + singles.length || all} />
        <span className={styles.overall} role="status">
          {isDone && (
            <span className={styles.statusText}>
              {hasDownloads ? 'All transfers finished' : 'Object(s) uploaded successfully'}
            </span>
          )}
          {collapsed && busy > 0 && (
            <Progress value={totals.size ? totals.sent / totals.size : 'running'} label="All transfers" look="thin" />
          )}
        </span>
        {busy > 0 && <IconButton icon={Pause} label="Pause all" onPress={() => uploads.stopAll('paused')} />}
        {busy === 0 && counts.paused > 0 && (
          <IconButton icon={Play} label="Resume all" onPress={() => uploads.resume()} />
        )}
        {remaining > 0 && (
          <Menu
            label="More transfer actions"
            items={[
              {
                label: 'Retry all',
                icon: RotateCcw,
                disabled: counts.failed === 0 && 'No transfer has failed',
                onSelect: () => uploads.retry(),
              },
              { label: 'Cancel all', icon: X, tone: 'danger', onSelect: () => uploads.stopAll('cancelled') },
            ]}
          />
        )}
        <IconButton
          icon={collapsed ? ChevronUp : ChevronDown}
          label={collapsed ? 'Show transfers' : 'Hide transfers'}
          onPress={toggle}
        />
        {all > 0 && (
          <IconButton
            icon={X}
            label={remaining ? 'Cancel transfers and close' : 'Close'}
            onPress={() => void close()}
          />
        )}
      </Row>
      {!collapsed && (
        <>
          {busy > 0 && all > 1 && totals.size > 0 && <Total totals={totals} />}
          <DockList alone={singles} folders={uploads.folders()} count={uploads.alone()} />
          {all > 1 && (finishedCount(totals) > 0 || counts.waiting > 0) && <Foot totals={totals} />}
        </>
      )}
    </section>
  )
}

let isMounted = false

/** Mounts the dock in its own root, because it outlives every page that starts a transfer. */
export const showDock = () => {
  if (isMounted) return
  isMounted = true
  createRoot(document.body.appendChild(document.createElement('div'))).render(<Dock />)
}
