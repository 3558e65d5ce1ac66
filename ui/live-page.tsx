import type { LucideIcon } from 'lucide-react'
import CircleStop from 'lucide-react/icons/circle-stop'
import CloudOff from 'lucide-react/icons/cloud-off'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import type { Failure } from '../core/protocol/failure.ts'
import { count, displayName } from '../core/protocol/format.ts'
import type { NeededPermission } from '../core/protocol/missing-permissions.ts'
import type { RingBuffer } from './ring-buffer.ts'
import type { FeedState } from '../core/web/use-feed.ts'
import { Button } from './button.tsx'
import { Empty, LoadError, NoAccess } from './no-access.tsx'
import { CaptureMenu } from './capture-menu.tsx'
import * as styles from './live-page.css.ts'
import { Page } from './page.tsx'
import { Status } from './status.tsx'
import { StreamTable } from './stream-table.tsx'
import type { Sort } from './table-sort.ts'
import type { Column } from './table-row.tsx'
import type { Noun } from './noun.ts'
import { feedResumes, feedStopped, filtersLocked, filtersCanChange, connectionLost } from './messages.ts'

/** Feed of a live page: its rows, and functions to start and stop it. */
export type Live<Row> = FeedState & { ring: RingBuffer<Row>; start: () => void; stop: () => void }

type LivePageProps<Row> = {
  title: string
  icon: LucideIcon
  /** Name within a sentence: `the trace`. */
  what: string
  live: Live<Row>
  /** The visible rows, if not all. */
  visibleRing?: RingBuffer<Row> | undefined
  noun: Noun
  /** Order of the rows, if columns sort: `-duration` or the first column's id. Filters then apply while it runs. */
  sort?: { by: Sort; keeps: 'latest' | 'slowest'; onSort: (column: string) => void } | undefined
  /** Visible columns; pass the same array each time. */
  columns: readonly Column<Row>[]
  /** Columns of an export; default: `columns`. */
  all?: readonly Column<Row>[] | undefined
  /** Permissions to see it. */
  needs: readonly NeededPermission[]
  /** Why it cannot be started. */
  problem?: string | false | undefined
  /** Shown before it is started, and while no rows have arrived. */
  idle: { title: string; text: string }
  waiting: { title: string; text: string }
  /** Controls above the rows that select what to follow; read-only while it runs. */
  children: ReactNode
  /** `Tabs` without content, under the header. */
  tabs?: ReactNode
  drawer?:
    | ((open: { row: Row; rows: readonly Row[]; onOpen: (row: Row) => void; onClose: () => void }) => ReactNode)
    | undefined
  onDrawer?: (open: boolean) => void
  /** Content to the left of the rows. */
  aside?: ReactNode
  /** `hidden` lets `aside` replace the rows in a narrow window. */
  rows?: 'shown' | 'hidden'
  /** Saves buffered rows as a file, and parses such a file into rows, oldest first. */
  capture?: { read: (text: string) => readonly Row[] } | undefined
}

type RowCounter = Pick<RingBuffer<unknown>, 'total'>

/** Rows in the last second and in total, as of the last full second. */
const useRate = (ring: RowCounter) => {
  const [rates, setRates] = useState({ total: 0, rate: 0 })
  useEffect(() => {
    const update = () => setRates(({ total }) => ({ total: ring.total(), rate: Math.max(0, ring.total() - total) }))
    const timer = setInterval(update, 1000)
    return () => clearInterval(timer)
  }, [ring])
  return rates
}

const states = {
  stopped: { tone: 'unknown', text: 'Stopped' },
  starting: { tone: 'unknown', text: 'Starting' },
  live: { tone: 'ok', text: 'Live' },
  waiting: { tone: 'warning', text: 'Reconnecting' },
} as const

/** State of a feed, next to the buttons of its page. */
export const LiveStatus = ({ phase, ring }: { phase: FeedState['phase']; ring: RowCounter }) => {
  const { total, rate } = useRate(ring)
  const { tone, text } = states[phase]
  return (
    <span className={styles.facts[phase === 'live' ? 'live' : 'other']}>
      <Status tone={tone}>{text}</Status>
      {phase === 'live' && <span className={styles.wideFact}>{`${count(rate)} rows/s`}</span>}
      {total > 0 && <span className={styles.wideFact}>{`${count(total)} received`}</span>}
    </span>
  )
}

const nameOf = (title: string) => title.toLowerCase().replace(/\W+/g, '-')

const noteOf = (
  phase: FeedState['phase'],
  failure: Failure | undefined,
  { title, noun, sort }: { title: string; noun: Noun; sort?: object | undefined },
) => {
  if (phase === 'waiting') return connectionLost(noun.many)
  if (phase !== 'stopped' && sort) return filtersCanChange
  if (phase !== 'stopped') return filtersLocked
  return failure && feedStopped(title, failure.message)
}

const emptyOf = <Row,>(
  { icon, title, what, needs, idle, waiting, live }: LivePageProps<Row>,
  restart: () => void,
  startButton: ReactNode,
) => {
  const { phase, failure } = live
  if (phase === 'waiting')
    return <Empty icon={CloudOff} title={`${title} has lost its connection`} text={feedResumes} />
  if (phase !== 'stopped') return <Empty icon={icon} {...waiting} />
  if (failure?.status === 403) return <NoAccess what={what} needs={needs} />
  if (failure) return <LoadError what={what} error={failure} onRetry={restart} />
  return <Empty icon={icon} {...idle} action={startButton} />
}

/** A page that follows a feed: controls in its header, and rows with the newest first. */
export const LivePage = <Row,>(props: LivePageProps<Row>) => {
  const {
    title,
    live,
    noun,
    columns,
    all = columns,
    problem,
    children,
    drawer,
    onDrawer,
    aside,
    rows = 'shown',
    capture,
    visibleRing = props.live.ring,
  } = props
  const { ring, phase, failure, start, stop } = live
  const isRunning = phase !== 'stopped'
  const empty = useSyncExternalStore(ring.subscribe, () => ring.size() === 0)
  const [opened, setOpened] = useState<{ row: Row; rows: readonly Row[] }>()
  const [paused, setPaused] = useState(false)
  const [source, setSource] = useState<string>()
  const open = (row: Row) => {
    setOpened({ row, rows: visibleRing.latest() })
    onDrawer?.(true)
  }
  const close = () => {
    setOpened(undefined)
    onDrawer?.(false)
  }
  const clear = () => {
    close()
    setSource(undefined)
    ring.clear()
  }
  const restart = () => {
    setPaused(false)
    clear()
    start()
  }
  const read = async (file: File) => {
    const read = capture?.read(await file.text()) ?? []
    clear()
    for (const row of read) ring.push(row)
    setSource(`${count(read.length)} ${read.length === 1 ? noun.one : noun.many} from ${displayName(file.name)}.`)
  }
  const startButton = (
    <Button tone="primary" icon={Play} disabled={problem} onPress={restart}>
      Start
    </Button>
  )
  return (
    <Page
      title={title}
      tabs={props.tabs}
      beside={opened && drawer?.({ ...opened, onOpen: open, onClose: close })}
      actions={
        <>
          <LiveStatus phase={phase} ring={ring} />
          <CaptureMenu
            name={nameOf(title)}
            ring={ring}
            columns={all}
            empty={empty}
            capture={capture ? (isRunning ? 'saved' : 'opened') : 'none'}
            onOpen={read}
          />
          <Button onPress={clear}>Clear</Button>
          {isRunning && !empty && (
            <Button icon={paused ? Play : Pause} onPress={() => setPaused(!paused)}>
              {paused ? 'Resume' : 'Pause'}
            </Button>
          )}
          {isRunning && (
            <Button icon={CircleStop} onPress={stop}>
              Stop
            </Button>
          )}
          {!isRunning && (!empty || failure) && startButton}
        </>
      }
    >
      {children}
      <div className={styles.rows}>
        {aside}
        {rows === 'shown' && (
          <StreamTable
            ring={visibleRing}
            name={nameOf(title)}
            columns={columns}
            noun={noun}
            sort={props.sort}
            note={source ?? noteOf(phase, failure, props)}
            {...(drawer && { onOpen: open, onClose: close, opened: opened?.row })}
            pause={{ on: paused, end: () => setPaused(false) }}
            empty={emptyOf(props, restart, startButton)}
          />
        )}
      </div>
    </Page>
  )
}
