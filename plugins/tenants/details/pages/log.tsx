import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { count, counted } from 'stowage'
import { useFeed, useQuery } from 'stowage/web'
import { Banner, IconButton, Search, Select, Switch, Toolbar } from 'stowage/ui'
import { details, type Pod } from '../contract.ts'
import * as styles from './details.css.ts'
import { linesWith, piecesOf } from './line-matches.ts'

/** Line limit, so that following a log for days does not exhaust memory. */
const MAX_LINES = 5000

const tails = ['100', '500', '2000', '5000'].map((value) => ({ value, label: `Tail ${count(Number(value))}` }))

const Line = memo(({ text, wanted, look }: { text: string; wanted: string; look: keyof typeof styles.row }) => (
  <div className={styles.row[look]} data-line={look}>
    {piecesOf(text, look === 'plain' ? '' : wanted).map(({ text: piece, hit }, index) =>
      hit ? (
        <mark key={index} className={styles.mark}>
          {piece}
        </mark>
      ) : (
        piece
      ),
    )}
  </div>
))

type LogProps = { at: { namespace: string; tenant: string }; pod: Pod }

/** Log of a pod's containers, with live updates. */
export const Log = ({ at, pod }: LogProps) => {
  const [wanted, setWanted] = useQuery('highlight')
  const [container, setContainer] = useState(pod.containers[0] ?? '')
  const [tail, setTail] = useState('500')
  const [follow, setFollow] = useState(true)
  const [run, setRun] = useState('this')
  const [lines, setLines] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const { phase, failure, start, stop } = useFeed(details.log, ({ lines: more }) =>
    setLines((known) => [...known, ...more].slice(-MAX_LINES)),
  )

  useEffect(() => {
    setLines([])
    atEnd.current = true
    const previous = run === 'previous' ? 'yes' : 'no'
    start({
      query: { ...at, pod: pod.name, container, tail, previous, follow: follow && run === 'this' ? 'yes' : 'no' },
    })
    return stop
  }, [at.namespace, at.tenant, pod.name, container, tail, follow, run])

  const hits = useMemo(() => linesWith(lines, wanted), [lines, wanted])
  const marked = useMemo(() => new Set(hits), [hits])
  const hitIndex = hits.length > 0 ? ((chosen % hits.length) + hits.length) % hits.length : 0
  const current = hits[hitIndex]
  useEffect(() => {
    if (atEnd.current && wanted === '' && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [lines])
  useEffect(() => {
    box.current?.querySelector('[data-line=chosen]')?.scrollIntoView({ block: 'center' })
  }, [hitIndex, wanted])

  const waits = phase === 'starting' || phase === 'waiting'
  return (
    <>
      <Toolbar>
        <Search
          label="Highlight Line"
          value={wanted}
          onChange={(text) => {
            setWanted(text)
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
      </Toolbar>
      <div className={styles.choices}>
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
      </div>
      {failure && (
        <Banner tone="danger">
          <strong>{failure.message}</strong> {failure.detail}
        </Banner>
      )}
      <div
        ref={box}
        className={styles.log}
        role="log"
        aria-label={`Log of ${container}`}
        aria-live="off"
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          atEnd.current = scrollHeight - scrollTop - clientHeight < 40
        }}
      >
        {lines.map((text, index) => (
          <Line
            key={index}
            text={text || ' '}
            wanted={wanted}
            look={index === current ? 'chosen' : marked.has(index) ? 'marked' : 'plain'}
          />
        ))}
      </div>
      <p className={styles.foot}>
        {waits && lines.length === 0
          ? 'Loading'
          : `${counted(lines.length, { one: 'line', many: 'lines' })}, newest at the bottom`}
        {wanted && `, ${hits.length > 0 ? `${count(hitIndex + 1)} of ${count(hits.length)}` : 'none'} highlighted`}
      </p>
    </>
  )
}
