import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { memo, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { count, date, displayName } from 'stowage'
import { Badge, Button, classes, Icon, Stack } from 'stowage/ui'
import { mono } from 'stowage/classes'
import type { Entry } from './entries.ts'
import { LevelBadge, messageOf } from './level.tsx'
import { LineDetails } from './line.tsx'
import * as styles from './logs.css.ts'
import * as messages from '../messages.ts'

/** Maximum characters per row, and rows until more are requested. */
const [MAX_CHARACTERS, ROWS_STEP] = [400, 200]

/** Time of day with ms; the date is in the details. */
const timeOf = ({ at, time }: Entry['latest']) =>
  at ? `${date(at).slice(11)}.${String(new Date(at).getMilliseconds()).padStart(3, '0')}` : time

type RowProps = { entry: Entry; open: boolean; onToggle: (id: number) => void; onOnly: (entry: Entry) => void }

const Row = memo(({ entry, open, onToggle, onOnly }: RowProps) => {
  const { id, latest, count: times } = entry
  const messageText = messageOf(latest).slice(0, MAX_CHARACTERS)
  return (
    <li className={styles.entry} data-open={open || undefined}>
      <div className={styles.row} onClick={() => onToggle(id)}>
        <button
          type="button"
          className={styles.toggle}
          data-toggle
          aria-expanded={open}
          aria-label={`${open ? 'Hide' : 'Show'} ${displayName(messageText.slice(0, 80)) || 'the line'}`}
          onClick={(event) => {
            event.stopPropagation()
            onToggle(id)
          }}
        >
          <Icon of={open ? ChevronDown : ChevronRight} />
        </button>
        <span className={styles.time} title={latest.at && date(latest.at)}>
          {timeOf(latest) || '—'}
        </span>
        <span>
          <LevelBadge line={latest} />
        </span>
        <span className={classes(styles.muted, styles.truncated)} title={latest.node}>
          {displayName(latest.node)}
        </span>
        <span className={classes(styles.api, styles.truncated)}>{displayName(latest.api?.name ?? '') || '—'}</span>
        <span className={styles.message}>
          <span className={classes(styles.messageText, !latest.level && mono)}>{displayName(messageText)}</span>
          {times > 1 && (
            <span className={styles.times}>
              <Badge title={`${count(times)} times`}>{`${count(times)}×`}</Badge>
            </span>
          )}
        </span>
      </div>
      {open && <LineDetails entry={entry} onOnly={() => onOnly(entry)} />}
    </li>
  )
})

/** The displayed entries: live, or frozen while the user is reading. */
const useFrozen = (entries: readonly Entry[], total: number, holds: boolean) => {
  const [frozen, setFrozen] = useState<{ entries: readonly Entry[]; total: number }>()
  const isGone = frozen !== undefined && frozen.total > total
  if (isGone || (!holds && frozen)) setFrozen(undefined)
  else if (holds && !frozen) setFrozen({ entries, total })
  const displayed = isGone || !holds ? undefined : frozen
  return {
    entries: displayed?.entries ?? entries,
    newer: displayed ? total - displayed.total : 0,
    release: () => setFrozen({ entries, total }),
  }
}

type EntryListProps = {
  entries: readonly Entry[]
  /** Number of lines received so far. */
  total: number
  matches: (entry: Entry) => boolean
  paused: boolean
  onResume: () => void
  onOnly: (entry: Entry) => void
}

/** Log entries, newest on top; each expands in place, and the list stays still while one is expanded. */
export const EntryList = ({ entries, total, matches, paused, onResume, onOnly }: EntryListProps) => {
  const list = useRef<HTMLUListElement>(null)
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const [most, setMost] = useState(ROWS_STEP)
  const [scrolled, setScrolled] = useState(false)
  // an entry hidden by a filter is not being read
  const isRead = open.size > 0 && entries.some((entry) => open.has(entry.id) && matches(entry))
  const displayed = useFrozen(entries, total, paused || scrolled || isRead)
  const matching = displayed.entries.filter(matches)
  const toggle = useRef((id: number) =>
    setOpen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id])),
  )
  const only = useRef(onOnly)
  only.current = onOnly
  const filterLike = useRef((entry: Entry) => only.current(entry))
  // collapses everything when the log is cleared
  useEffect(() => {
    if (total === 0) setOpen(new Set())
  }, [total])
  const toTop = () => {
    list.current?.scrollTo({ top: 0 })
    setScrolled(false)
    onResume()
    displayed.release()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const toggles = [...(list.current?.querySelectorAll<HTMLElement>('[data-toggle]') ?? [])]
    const at = event.target instanceof HTMLElement ? toggles.indexOf(event.target) : -1
    if (!step || at < 0) return
    event.preventDefault()
    toggles[at + step]?.focus()
  }
  return (
    <Stack shrink className={styles.entries}>
      <div className={styles.headers} aria-hidden>
        {['', 'Time', 'Level', 'Node', 'API', 'Message'].map((title) => (
          <span key={title}>{title}</span>
        ))}
      </div>
      <ul
        ref={list}
        className={styles.list}
        aria-label="Lines"
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop > 0)}
      >
        {matching.slice(0, most).map((entry) => (
          <Row
            key={entry.id}
            entry={entry}
            open={open.has(entry.id)}
            onToggle={toggle.current}
            onOnly={filterLike.current}
          />
        ))}
        {matching.length === 0 && <li className={styles.none}>{messages.noMatchingRecords}</li>}
        {matching.length > most && (
          <li>
            <Button
              size="sm"
              onPress={() => setMost(most + ROWS_STEP)}
            >{`Show ${count(Math.min(ROWS_STEP, matching.length - most))} more`}</Button>
          </li>
        )}
      </ul>
      {displayed.newer > 0 && (
        <button type="button" className={styles.newer} onClick={toTop}>
          <Icon of={ArrowUp} />
          {count(displayed.newer)} newer {displayed.newer === 1 ? 'line' : 'lines'}
        </button>
      )}
    </Stack>
  )
}
