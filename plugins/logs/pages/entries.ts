import { createRing } from 'stowage'
import { KEPT } from 'stowage/ui'
import type { LogLine } from '../contract.ts'
import { saidOf } from './level.tsx'

/** Lines that say the same of the same node and drive. */
export type Entry = { id: number; latest: LogLine; count: number; since: LogLine }

/** A server that is back tells its last lines again, so many from each node. */
const AGAIN = 1000

const driveOf = ({ error }: LogLine) =>
  error?.variables.disk ?? error?.variables.drive ?? error?.variables.endpoint ?? ''

const keyOf = (line: LogLine) => JSON.stringify([saidOf(line), line.node, line.level, driveOf(line)])

/** The lines of a log as they come, equal ones as one entry, the newest at the end. */
export const createEntries = () => {
  const ring = createRing<LogLine>(KEPT)
  const entries = new Map<string, Entry>()
  let made = 0
  let told = new Map<string, number>()

  /** Whether a line was told before the connection was lost; each counts once. */
  const isTold = (line: LogLine) => {
    const text = JSON.stringify(line)
    const times = told.get(text) ?? 0
    if (times > 0) told.set(text, times - 1)
    return times > 0
  }

  return {
    ring,
    push: (line: LogLine) => {
      if (isTold(line)) return
      const key = keyOf(line)
      const before = entries.get(key)
      entries.delete(key)
      entries.set(
        key,
        before
          ? { ...before, latest: line, count: before.count + 1 }
          : { id: made++, latest: line, count: 1, since: line },
      )
      if (entries.size > KEPT) entries.delete(entries.keys().next().value as string)
      ring.push(line)
    },
    /** The connection was lost: of what comes next some has come already. */
    reopened: () => {
      told = new Map()
      for (const line of ring.latest().slice(0, AGAIN)) {
        const text = JSON.stringify(line)
        told.set(text, (told.get(text) ?? 0) + 1)
      }
    },
    clear: () => {
      entries.clear()
      told = new Map()
      ring.clear()
    },
    /** All of them as they are now, the newest first. */
    list: (): readonly Entry[] => [...entries.values()].reverse(),
  }
}

export type Entries = ReturnType<typeof createEntries>

/** What of the entries is to be seen. */
export type Wanted = { text: string; node: string; level: 'all' | 'warning' | 'error'; api: string }

const graver: Readonly<Record<Wanted['level'], readonly string[]>> = {
  all: [],
  warning: ['WARNING', 'ERROR', 'FATAL'],
  error: ['ERROR', 'FATAL'],
}

/** Whether an entry is one of those; its text may stand anywhere in what the line tells. */
export const isWanted = ({ latest }: Entry, { text, node, level, api }: Wanted) =>
  (level === 'all' || graver[level].includes(latest.level)) &&
  (node === '' || latest.node === node) &&
  (api === '' || latest.api?.name === api) &&
  (text.trim() === '' ||
    JSON.stringify([saidOf(latest), latest.error, latest.api, latest.requestID])
      .toLowerCase()
      .includes(JSON.stringify(text.trim().toLowerCase()).slice(1, -1)))
