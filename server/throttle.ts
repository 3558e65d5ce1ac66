import { Failure } from '../core/failure.ts'

type Entry = { failures: number; blockedUntil: number; last: number; pending: number; waiting: (() => void)[] }

/** One thing that attempts are counted for. `free` attempts may fail; after each further one the wait doubles up to `longest` s. */
type Counter = { key: string; free: number; longest: number }

const forgetAfter = 15 * 60_000
const capacity = 10_000

/** A refused attempt; `seconds` is what goes into Retry-After. */
export class Throttled extends Failure {
  constructor(readonly seconds: number) {
    super(429, 'too many failed sign-ins, please try again later')
  }
}

/** An IPv6 customer owns a whole /64, so the address counts by its first half. */
const network = (address: string) => (/^[^.]*$/.test(address) ? address.split(':').slice(0, 4).join(':') : address)

/** The counters of one attempt to sign in: where it comes from, and whom it is for where that is known before. */
export const countersOf = (address: string, account: string | undefined): Counter[] => [
  ...(account === undefined ? [] : [{ key: `account ${account}`, free: 5, longest: 60 }]),
  { key: `address ${network(address)}`, free: 20, longest: 300 },
]

/**
 * Slows guessing down. An attempt that answers 401 counts against its counters for 15 minutes; attempts that run at the
 * same time never outnumber the free ones left. `now` is in ms.
 */
export const createThrottle = (now: () => number = Date.now) => {
  const entries = new Map<string, Entry>()

  const forget = () => {
    const idle = [...entries].filter(([, { pending, waiting }]) => pending === 0 && waiting.length === 0)
    for (const [key, { last }] of idle) if (last + forgetAfter < now()) entries.delete(key)
    const surplus = entries.size - capacity
    if (surplus > 0)
      for (const [key] of idle.sort(([, a], [, b]) => a.last - b.last).slice(0, surplus)) entries.delete(key)
  }

  const entryOf = (key: string): Entry => {
    const known = entries.get(key)
    if (known && known.last + forgetAfter >= now()) return known
    if (entries.size >= capacity) forget()
    const entry = known ?? { failures: 0, blockedUntil: 0, last: now(), pending: 0, waiting: [] }
    Object.assign(entry, { failures: 0, blockedUntil: 0, last: now() })
    entries.set(key, entry)
    return entry
  }

  const enter = async ({ key, free }: Counter) => {
    for (;;) {
      const entry = entryOf(key)
      if (entry.blockedUntil > now()) throw new Throttled(Math.ceil((entry.blockedUntil - now()) / 1000))
      if (entry.pending === 0 || entry.failures + entry.pending < free) {
        entry.pending += 1
        return
      }
      await new Promise<void>((resolve) => entry.waiting.push(resolve))
    }
  }

  const leave = ({ key, free, longest }: Counter, outcome: 'passed' | 'failed' | 'neither') => {
    const entry = entryOf(key)
    entry.pending -= 1
    if (outcome === 'passed') entry.failures = key.startsWith('account') ? 0 : Math.max(0, entry.failures - 1)
    if (outcome === 'failed') {
      entry.failures += 1
      entry.last = now()
      const over = entry.failures - free
      if (over >= 0) entry.blockedUntil = now() + Math.min(longest, 2 ** over) * 1000
    }
    for (const wake of entry.waiting.splice(0)) wake()
  }

  /** Runs an attempt, or throws `Throttled` without running it. */
  return async <Result>(counters: readonly Counter[], attempt: () => Promise<Result>): Promise<Result> => {
    const entered: Counter[] = []
    let outcome: 'passed' | 'failed' | 'neither' = 'neither'
    try {
      for (const counter of counters) {
        await enter(counter)
        entered.push(counter)
      }
      const result = await attempt()
      outcome = 'passed'
      return result
    } catch (error) {
      if (error instanceof Failure && error.status === 401) outcome = 'failed'
      throw error
    } finally {
      for (const counter of entered) leave(counter, outcome)
    }
  }
}

export type Throttle = ReturnType<typeof createThrottle>
