import Download from 'lucide-react/icons/download'
import Eraser from 'lucide-react/icons/eraser'
import FolderOpen from 'lucide-react/icons/folder-open'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import ScrollText from 'lucide-react/icons/scroll-text'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { count, counted, displayName } from 'stowage'
import { useFeed, useQuery } from 'stowage/web'
import {
  Actions,
  Banner,
  Button,
  Empty,
  Filter,
  Filters,
  MAX_ROWS,
  LiveStatus,
  LoadError,
  Page,
  parseJsonLines,
  saveCapture,
  Search,
  Select,
  useCaptureFile,
} from 'stowage/ui'
import { type Level, levels, LogLine, logs } from '../contract.ts'
import { createEntries, type Entries, type Entry, matchesEntry } from './entries.ts'
import { EntryList } from './entry-list.tsx'
import { messageOf } from './level.tsx'
import { LogTabs } from './log-tabs.tsx'
import * as styles from './logs.css.ts'
import * as messages from '../messages.ts'

const labels: Record<Level, string> = { all: 'All', warning: 'Warning and above', error: 'Error and above' }

/** Filters in the address; they select among received lines while more arrive. */
const useFilters = () => {
  const [text, setText] = useQuery('search')
  const [node, setNode] = useQuery('node')
  const [level, setLevel] = useQuery('level', 'all')
  const [api, setApi] = useQuery('api')
  const filter = { text, node, level: levels.find((one) => one === level) ?? 'all', api }
  return { filter, setText, setNode, setLevel, setApi }
}

/** Explicit value, because an empty one means no choice. */
const ALL = '*'

const of = (chosen: string) => (chosen === ALL ? '' : chosen)

const choicesOf = (entries: readonly Entry[], name: (entry: Entry) => string, chosen: string, all: string) => {
  const names = [...new Set([...entries.map(name), chosen])].filter(Boolean).sort()
  return [{ value: ALL, label: all }, ...names.map((value) => ({ value, label: value }))]
}

/** Follows the log from page load until a capture is opened. */
const useLog = () => {
  const [entries] = useState(createEntries)
  const [capture, setCapture] = useState<{ name: string; lines: number }>()
  const feed = useFeed(logs.follow, entries.push, entries.ring.addLost)
  const begin = () => {
    if (capture && capture.lines > 0) entries.clear()
    // the server begins with its last lines again
    else entries.reopened()
    setCapture(undefined)
    feed.start({ query: {} })
  }
  useEffect(begin, [])
  const open = async (file: File) => {
    const lines = parseJsonLines(LogLine, await file.text()).filter(messageOf)
    setCapture({ name: file.name, lines: lines.length })
    if (lines.length === 0) return
    feed.stop()
    entries.clear()
    for (const line of lines) entries.push(line)
  }
  useEffect(() => {
    if (feed.phase === 'waiting') entries.reopened()
  }, [feed.phase])
  return { ...feed, entries, begin, capture, open, forget: () => setCapture(undefined) }
}

const Lines = ({
  entries,
  filters,
  paused,
  onResume,
}: {
  entries: Entries
  filters: ReturnType<typeof useFilters>
  paused: boolean
  onResume: () => void
}) => {
  const version = useSyncExternalStore(entries.ring.subscribe, entries.ring.version)
  const list = useMemo(entries.list, [version])
  const { filter, setText, setNode, setLevel, setApi } = filters
  const nodes = choicesOf(list, ({ latest }) => latest.node, filter.node, 'All')
  const filterLike = ({ latest }: Entry) => {
    setText(messageOf(latest).slice(0, 200))
    setNode(latest.node)
  }
  return (
    <>
      <Filters look="own">
        <div className={styles.search}>
          <Search label="Search Messages" value={filter.text} onChange={setText} />
        </div>
        <Filter label="Node" width={148}>
          <Select options={nodes} value={filter.node || ALL} onChange={(chosen) => setNode(of(chosen))} />
        </Filter>
        <Filter label="Level" width={184}>
          <Select
            options={levels.map((value) => ({ value, label: labels[value] }))}
            value={filter.level}
            onChange={setLevel}
          />
        </Filter>
        <Filter label="API" width={168}>
          <Select
            options={choicesOf(list, ({ latest }) => latest.api?.name ?? '', filter.api, 'Any')}
            value={filter.api || ALL}
            onChange={(chosen) => setApi(of(chosen))}
          />
        </Filter>
      </Filters>
      {list.length === 0 ? (
        <Empty icon={ScrollText} title="No lines received yet" text={messages.errorLogHelp} />
      ) : (
        <EntryList
          entries={list}
          total={entries.ring.total()}
          matches={(entry) => matchesEntry(entry, filter)}
          {...{ paused, onResume }}
          onOnly={filterLike}
        />
      )}
      <p className={styles.foot}>{`Keeps the latest ${count(MAX_ROWS)} lines`}</p>
    </>
  )
}

/** Shows that a file is open; meanwhile the log is not followed. */
const CaptureNote = ({
  of: { name, lines },
  onFollow,
  onClose,
}: {
  of: { name: string; lines: number }
  onFollow: () => void
  onClose: () => void
}) =>
  lines === 0 ? (
    <Banner tone="danger" look="strip" onClose={onClose}>
      {messages.fileWithoutLogLines(displayName(name))}
    </Banner>
  ) : (
    <Banner tone="info" look="strip" action={<Button onPress={onFollow}>Follow the Log</Button>}>
      {messages.linesFromFile(counted(lines, { one: 'line', many: 'lines' }), displayName(name))}
    </Banner>
  )

/** The storage's log, live; equal lines are grouped. */
export const ErrorsPage = () => {
  const { entries, phase, failure, begin, capture, open, forget } = useLog()
  const [paused, setPaused] = useState(false)
  const file = useCaptureFile((chosen) => {
    setPaused(false)
    return open(chosen)
  })
  const filters = useFilters()
  const noLines = 'No lines received yet'
  const isEmpty = useSyncExternalStore(entries.ring.subscribe, () => entries.ring.size() === 0)
  return (
    <Page
      title="Logs"
      actions={
        <>
          <LiveStatus phase={phase} ring={entries.ring} />
          {file.input}
          <Actions
            actions={[
              {
                label: 'Download',
                icon: Download,
                disabled: isEmpty && noLines,
                onSelect: () => saveCapture('logs', entries.ring.latest()),
              },
              { label: 'Open Capture', icon: FolderOpen, look: 'menu', onSelect: file.choose },
              { label: 'Clear', icon: Eraser, disabled: isEmpty && noLines, onSelect: entries.clear },
              {
                label: paused ? 'Resume' : 'Pause',
                icon: paused ? Play : Pause,
                disabled: phase === 'stopped' && 'The live log is paused',
                onSelect: () => setPaused(!paused),
              },
            ]}
          />
        </>
      }
    >
      <LogTabs value="errors">
        {capture && <CaptureNote of={capture} onFollow={begin} onClose={forget} />}
        {phase === 'stopped' && !capture && !isEmpty && (
          <Banner tone="danger" look="strip" action={<Button onPress={begin}>Follow the Log</Button>}>
            {messages.liveLogStopped(failure?.message)}
          </Banner>
        )}
        {phase === 'stopped' && failure && isEmpty ? (
          <LoadError what="the log" error={failure} onRetry={begin} />
        ) : (
          <Lines entries={entries} filters={filters} paused={paused} onResume={() => setPaused(false)} />
        )}
      </LogTabs>
    </Page>
  )
}
