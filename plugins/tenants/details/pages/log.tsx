import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Download from 'lucide-react/icons/download'
import { useEffect, useMemo, useRef, useState } from 'react'
import { count, counted } from 'stowage'
import { call, showError, useFeed, useQuery } from 'stowage/web'
import {
  Banner,
  Button,
  IconButton,
  saveTextFile,
  Search,
  Stack,
  Select,
  Switch,
  Toolbar,
  useTask,
  useNarrow,
} from 'stowage/ui'
import { details, type Pod } from '../contract.ts'
import { cutNotes } from '../log-limits.ts'
import * as styles from './details.css.ts'
import { linesWith } from './line-matches.ts'
import { isAtLeast, type LogLevel, levelsOf } from './log-levels.ts'
import { LogLines } from './log-lines.tsx'
import * as messages from '../../messages.ts'

/** Line limit, so that following a log for days does not exhaust memory. */
const MAX_LINES = 5000

const tails = ['100', '500', '2000', '5000'].map((value) => ({ value, label: `Tail ${count(Number(value))}` }))

const levels = [
  { value: 'info', label: 'All Levels' },
  { value: 'warning', label: 'Warning and above' },
  { value: 'error', label: 'Error and above' },
] as const

/** Received lines; `first` is the number of the oldest one that is still in memory. */
type Received = { first: number; lines: readonly string[] }

const none: Received = { first: 1, lines: [] }

const append = ({ first, lines }: Received, more: readonly string[]): Received => {
  const all = [...lines, ...more]
  const dropped = Math.max(0, all.length - MAX_LINES)
  return { first: first + dropped, lines: all.slice(dropped) }
}

type LogProps = { at: { namespace: string; tenant: string }; pod: Pod }

/** Follows the log of a container, or of its previous run. */
const useLog = ({ at, pod }: LogProps, options: { container: string; tail: string; run: string; follow: boolean }) => {
  const { container, tail, run, follow } = options
  const [received, setReceived] = useState(none)
  const isInterrupted = useRef(false)
  const { phase, failure, start, stop } = useFeed(details.log, ({ lines }) => {
    // a feed that has reconnected begins with the last lines again
    const isRepeated = isInterrupted.current
    isInterrupted.current = false
    setReceived((known) => append(isRepeated ? none : known, lines))
  })
  const [starts, setStarts] = useState(0)
  const isStarted = useRef(false)
  useEffect(() => {
    isStarted.current = true
    setReceived(none)
    const previous = run === 'previous' ? 'yes' : 'no'
    start({
      query: { ...at, pod: pod.name, container, tail, previous, follow: follow && run === 'this' ? 'yes' : 'no' },
    })
    return stop
  }, [at.namespace, at.tenant, pod.name, container, tail, follow, run, starts])
  useEffect(() => {
    if (phase === 'waiting') isInterrupted.current = true
  }, [phase])
  return {
    received,
    failure,
    waits: phase === 'starting' || phase === 'waiting',
    hasEnded: follow && run === 'this' && phase === 'stopped' && !failure && isStarted.current,
    restart: () => setStarts(starts + 1),
  }
}

/** Log of a pod's containers, with live updates. */
export const Log = ({ at, pod }: LogProps) => {
  const [highlightText, setHighlightText] = useQuery('highlight')
  const [least, setLeast] = useQuery('level', 'info')
  const [container, setContainer] = useQuery('container', pod.containers[0])
  const [tail, setTail] = useState('500')
  const [follow, setFollow] = useState(true)
  const [wrap, setWrap] = useState(false)
  // lines always wrap there
  const isNarrow = useNarrow()
  const [run, setRun] = useQuery('run', 'this')
  const [chosen, setChosen] = useState(0)
  /** File that was downloaded without all lines, and which are left out. */
  const [cut, setCut] = useState<string>()
  const task = useTask()
  const { received, failure, waits, hasEnded, restart } = useLog({ at, pod }, { container, tail, run, follow })

  const { first, lines } = received
  const level: LogLevel = levels.find(({ value }) => value === least)?.value ?? 'info'
  const rows = useMemo(() => {
    const all = levelsOf(lines)
    return lines.flatMap((text, index) => {
      const own = all[index] ?? 'info'
      return isAtLeast(own, level) ? [{ text, number: first + index, level: own }] : []
    })
  }, [lines, level])
  const hits = useMemo(
    () =>
      linesWith(
        rows.map(({ text }) => text),
        highlightText,
      ),
    [rows, highlightText],
  )
  const hitIndex = hits.length > 0 ? ((chosen % hits.length) + hits.length) % hits.length : 0

  const download = async () => {
    const query = { container, previous: run === 'previous' ? 'yes' : 'no' } as const
    const text = await call(details.podLog, { params: { ...at, pod: pod.name }, query })
    const file = `${pod.name}-${container}${run === 'previous' ? '-previous' : ''}.log`
    saveTextFile(file, `${text}\n`, 'text/plain')
    const note = Object.values(cutNotes).find((one) => text.startsWith(one))
    setCut(note && `${file}: ${note}`)
  }
  const lineCount = counted(rows.length, { one: 'line', many: 'lines' })
  return (
    <>
      <Toolbar>
        <Search
          label="Highlight Line"
          value={highlightText}
          onChange={(text) => {
            setHighlightText(text)
            setChosen(0)
          }}
        />
        <IconButton
          icon={ChevronUp}
          label="Line before"
          look="bordered"
          disabled={hits.length === 0 && 'No line is highlighted'}
          onPress={() => setChosen(hitIndex - 1)}
        />
        <IconButton
          icon={ChevronDown}
          label="Next line"
          look="bordered"
          disabled={hits.length === 0 && 'No line is highlighted'}
          onPress={() => setChosen(hitIndex + 1)}
        />
        <Button icon={Download} busy={task.busy} onPress={() => void task.run('Loading', download, showError)}>
          Download
        </Button>
      </Toolbar>
      <div className={styles.choices}>
        <Select label="Level" value={level} onChange={setLeast} options={levels} />
        <Select
          label="Container"
          value={container}
          onChange={setContainer}
          options={[
            ...pod.containers.map((value) => ({ value, label: value })),
            ...pod.initContainers.map((value) => ({ value, label: `${value} (init)` })),
          ]}
        />
        <Select label="Lines" value={tail} onChange={setTail} options={tails} />
        <Select
          label="Run"
          value={run}
          onChange={setRun}
          options={[
            { value: 'this', label: 'This run' },
            { value: 'previous', label: 'Run before', disabled: pod.restarts === 0 && 'It has not been restarted' },
          ]}
        />
        <Switch
          label="Follow"
          value={follow}
          onChange={setFollow}
          disabled={run === 'previous' && 'The previous run has ended'}
        />
        {!isNarrow && <Switch label="Wrap" value={wrap} onChange={setWrap} />}
      </div>
      <Stack gap={3}>
        {cut && <Banner tone="warning">{cut}</Banner>}
        {failure && (
          <Banner tone="danger" action={!waits && <Button onPress={restart}>Try Again</Button>}>
            <strong>{failure.message}</strong> {failure.detail}
          </Banner>
        )}
        {hasEnded && (
          <Banner tone="warning" action={<Button onPress={restart}>Follow Again</Button>}>
            {messages.logEnded}
          </Banner>
        )}
        <LogLines
          key={`${container} ${run} ${tail}`}
          label={`Log of ${container}`}
          current={hits[hitIndex]}
          {...{ rows, highlightText, hits, wrap }}
        />
      </Stack>
      <p className={styles.foot}>
        {waits && lines.length === 0
          ? 'Loading'
          : level === 'info'
            ? `${lineCount}, newest at the bottom`
            : messages.linesOfLevel(lineCount, count(lines.length))}
        {highlightText &&
          `, ${hits.length > 0 ? `${count(hitIndex + 1)} of ${count(hits.length)}` : 'none'} highlighted`}
      </p>
    </>
  )
}
