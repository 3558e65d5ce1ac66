import { createRingBuffer, includesIgnoringCase } from 'stowage'
import { MAX_ROWS } from 'stowage/ui'
import type { LogLine } from '../contract.ts'
import { matchesLevel } from '../log-filter.ts'
import { messageOf } from './level.tsx'

/** Equal log lines of the same node and drive. */
export type Entry = { id: number; latest: LogLine; count: number; since: LogLine }

/** A server that reconnects repeats this many of the last lines, per node. */
const REPEATED_LINES = 1000

const driveOf = ({ error }: LogLine) =>
  error?.variables.disk ?? error?.variables.drive ?? error?.variables.endpoint ?? ''

const keyOf = (line: LogLine) => JSON.stringify([messageOf(line), line.node, line.level, driveOf(line)])

/** Log lines as they arrive, grouped by equal content, newest last. */
export const createEntries = () => {
  const ring = createRingBuffer<LogLine>(MAX_ROWS)
  const entries = new Map<string, Entry>()
  let nextId = 0
  let repeats = new Map<string, number>()

  /** Whether a line arrived before the connection was lost; each one counts once. */
  const isRepeat = (line: LogLine) => {
    const text = JSON.stringify(line)
    const times = repeats.get(text) ?? 0
    if (times > 0) repeats.set(text, times - 1)
    return times > 0
  }

  return {
    ring,
    push: (line: LogLine) => {
      if (isRepeat(line)) return
      const key = keyOf(line)
      const before = entries.get(key)
      entries.delete(key)
      entries.set(
        key,
        before
          ? { ...before, latest: line, count: before.count + 1 }
          : { id: nextId++, latest: line, count: 1, since: line },
      )
      if (entries.size > MAX_ROWS) entries.delete(entries.keys().next().value as string)
      ring.push(line)
    },
    /** Call after a reconnect: some of the next lines are repeats. */
    reopened: () => {
      repeats = new Map()
      for (const line of ring.latest().slice(0, REPEATED_LINES)) {
        const text = JSON.stringify(line)
        repeats.set(text, (repeats.get(text) ?? 0) + 1)
      }
    },
    clear: () => {
      entries.clear()
      repeats = new Map()
      ring.clear()
    },
    /** All entries, newest first. */
    list: (): readonly Entry[] => [...entries.values()].reverse(),
  }
}

export type Entries = ReturnType<typeof createEntries>

/** Filters of the list. */
export type EntryFilter = { text: string; node: string; level: 'all' | 'warning' | 'error'; api: string }

/** Whether an entry matches; the text may be anywhere in the line. */
export const matchesEntry = ({ latest }: Entry, { text, node, level, api }: EntryFilter) =>
  matchesLevel(latest, level) &&
  (node === '' || latest.node === node) &&
  (api === '' || latest.api?.name === api) &&
  (text.trim() === '' ||
    includesIgnoringCase(
      JSON.stringify([messageOf(latest), latest.error, latest.api, latest.requestID]),
      JSON.stringify(text.trim()).slice(1, -1),
    ))
