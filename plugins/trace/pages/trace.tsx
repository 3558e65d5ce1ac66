import Activity from 'lucide-react/icons/activity'
import CircleStop from 'lucide-react/icons/circle-stop'
import CloudOff from 'lucide-react/icons/cloud-off'
import Download from 'lucide-react/icons/download'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { count } from '../../../core/format.ts'
import { createRing, type Ring } from '../../../core/ring.ts'
import { Button } from '../../../core/ui/button.tsx'
import { Empty, LoadError, NoAccess } from '../../../core/ui/empty.tsx'
import { Menu } from '../../../core/ui/menu.tsx'
import { Page } from '../../../core/ui/page.tsx'
import { Status } from '../../../core/ui/status.tsx'
import { StreamTable } from '../../../core/ui/stream-table.tsx'
import { csv, json, saveText } from '../../../core/ui/table-file.ts'
import { useMedia } from '../../../core/ui/use-narrow.ts'
import { type FeedState, useFeed } from '../../../core/use-feed.ts'
import { helpOver } from '../../../themes/media.ts'
import { type ServedCall, trace } from '../contract.ts'
import { CallDetails } from './call.tsx'
import { allColumns, fewColumns } from './columns.tsx'
import { FilterBar } from './filters.tsx'
import * as styles from './trace.css.ts'
import { useFilters } from './use-filters.ts'

/** How many calls are kept. */
const KEPT = 10_000

/** How many rows came in the last second and in all, as of the last full second. */
const useRate = (ring: Ring<ServedCall>) => {
  const [seen, setSeen] = useState({ total: 0, rate: 0 })
  useEffect(() => {
    const look = () => setSeen(({ total }) => ({ total: ring.total(), rate: Math.max(0, ring.total() - total) }))
    const timer = setInterval(look, 1000)
    return () => clearInterval(timer)
  }, [ring])
  return seen
}

const states = {
  stopped: { tone: 'unknown', text: 'Stopped' },
  starting: { tone: 'unknown', text: 'Starting' },
  live: { tone: 'ok', text: 'Live' },
  waiting: { tone: 'warning', text: 'Reconnecting' },
} as const

const Facts = ({ phase, ring }: { phase: FeedState['phase']; ring: Ring<ServedCall> }) => {
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

const Nothing = ({ phase, failure, onRetry, start }: FeedState & { onRetry: () => void; start: ReactNode }) => {
  if (phase === 'waiting')
    return <Empty icon={CloudOff} title="The trace has lost its connection" text="It goes on by itself as soon as the server answers." />
  if (phase !== 'stopped')
    return <Empty icon={Activity} title="No Traced elements received yet" text="Calls that pass the filters appear here as the storage serves them." />
  if (failure?.status === 403) return <NoAccess what="the trace" needs={[{ action: 'admin:ServerTrace' }]} />
  if (failure) return <LoadError what="the trace" error={failure} onRetry={onRetry} />
  return <Empty icon={Activity} title="Trace is not started yet" text="Set the filters, then start it to follow the calls that the storage serves." action={start} />
}

/** The calls that are kept, the newest first, as a file of all columns. */
const fileOf = (ring: Ring<ServedCall>) => ({
  titles: allColumns.map(({ title }) => title),
  values: ring.latest().map((call) => allColumns.map(({ value }) => value(call))),
})

const noteOf = ({ phase, failure }: FeedState) => {
  if (phase === 'waiting') return 'The connection was lost. The trace goes on by itself; calls in between are not in it.'
  if (phase !== 'stopped') return 'Filters are locked while the trace runs. Stop it to change them.'
  return failure && `The trace has stopped. ${failure.message}.`
}

/** The calls that the storage serves, as it does (spec/3 on Trace). */
const TracePage = () => {
  const filters = useFilters()
  const [ring] = useState(() => createRing<ServedCall>(KEPT))
  const { phase, failure, start, stop } = useFeed(trace.follow, ring.push)
  const runs = phase !== 'stopped'
  const state = { phase, ...(failure && { failure }) }
  const empty = useSyncExternalStore(ring.subscribe, () => ring.size() === 0)
  const [opened, setOpened] = useState<{ call: ServedCall; among: readonly ServedCall[] }>()
  const open = (call: ServedCall) => setOpened({ call, among: ring.latest() })
  const close = () => setOpened(undefined)
  const little = useMedia(helpOver)
  const columns = little || opened ? fewColumns : allColumns
  const [paused, setPaused] = useState(false)
  const begin = () => {
    setPaused(false)
    ring.clear()
    start({ query: filters.query })
  }
  const startButton = (
    <Button tone="primary" icon={Play} disabled={filters.problem} onPress={begin}>
      Start
    </Button>
  )
  return (
    <Page
      title="Trace"
      beside={opened && <CallDetails {...opened} onOpen={open} onClose={close} />}
      actions={
        <>
          <Facts phase={phase} ring={ring} />
          {!empty && (
            <Menu
              label="Export"
              trigger={{ icon: Download, look: 'bordered' }}
              items={[
                { label: 'Export CSV', icon: Download, onSelect: () => saveText('trace.csv', csv(fileOf(ring)), 'text/csv') },
                { label: 'Export JSON', icon: Download, onSelect: () => saveText('trace.json', json(fileOf(ring)), 'application/json') },
              ]}
            />
          )}
          <Button
            onPress={() => {
              close()
              ring.clear()
            }}
          >
            Clear
          </Button>
          {runs && !empty && (
            <Button icon={paused ? Play : Pause} onPress={() => setPaused(!paused)}>
              {paused ? 'Resume' : 'Pause'}
            </Button>
          )}
          {runs && (
            <Button icon={CircleStop} onPress={stop}>
              Stop
            </Button>
          )}
          {!runs && (!empty || failure) && startButton}
        </>
      }
    >
      <FilterBar filters={filters} locked={runs} />
      <StreamTable
        ring={ring}
        columns={columns}
        noun={{ one: 'call', many: 'calls' }}
        note={noteOf(state)}
        onOpen={open}
        opened={opened?.call}
        onClose={close}
        pause={{ on: paused, end: () => setPaused(false) }}
        empty={<Nothing {...state} onRetry={begin} start={startButton} />}
      />
    </Page>
  )
}

export default TracePage
