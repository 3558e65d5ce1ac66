import { createHash } from 'node:crypto'
import { isIPv4 } from 'node:net'
import { Failure } from '../core/failure.ts'

/** What attempts are counted for; beyond `free` failures an attempt is refused, or for some kinds only delayed. */
type Counter = { key: string; free: number; longest: number; beyond: 'refused' | 'delayed' }

type Entry = { failures: number; blockedUntil: number; last: number; pending: number; waiting: (() => void)[] }

const forgetAfter = 15 * 60_000
const capacity = 10_000

/** A refused attempt; `seconds` is what goes into Retry-After. */
export class Throttled extends Failure {
  constructor(readonly seconds: number) {
    super(429, 'too many failed attempts, please try again later')
  }
}

/** The eight groups of an IPv6 address without its zone. */
const groupsOf = (address: string) => {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::').map((half) => half.split(':').filter(Boolean))
  const missing = tail === undefined ? 0 : Math.max(0, 8 - head.length - tail.length)
  return [...head, ...Array<string>(missing).fill('0'), ...(tail ?? [])].map((group) =>
    group.toLowerCase().replace(/^0+(?=.)/, ''),
  )
}

/**
 * An IPv6 customer owns a whole /64, so such an address counts by its first half; an IPv4 one alone, however it is
 * written.
 */
export const network = (address: string): string => {
  const plain = address.replace(/^.*:(?=[^:]*\.)/, '')
  if (isIPv4(plain)) return plain
  const groups = groupsOf(address)
  if (!/^(0:){5}ffff:/.test(groups.join(':'))) return groups.slice(0, 4).join(':')
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Whatever people type as a name takes up as much room as any other. */
const digest = (...texts: string[]) => createHash('sha256').update(JSON.stringify(texts)).digest('base64url')

/**
 * The counters of one attempt, in the order in which they may refuse it: where it comes from, then whom it is for from
 * there. Guesses at one account from everywhere are only slowed down, so that nobody keeps its owner out from
 * elsewhere. `proof` is a further one at the password of whoever is signed in: only they can be kept waiting by it.
 */
export const countersOf = (
  address: string,
  account: string | undefined,
  kind: 'sign-in' | 'proof' = 'sign-in',
): Counter[] => {
  const from = network(address)
  return [
    { key: `address ${from}`, free: 20, longest: 300, beyond: 'refused' },
    ...(account === undefined
      ? []
      : ([
          { key: `pair ${digest(from, account)}`, free: 5, longest: 60, beyond: 'refused' },
          ...(kind === 'proof'
            ? [{ key: `proof ${digest(account)}`, free: 5, longest: 60, beyond: 'refused' } as const]
            : []),
          { key: `account ${digest(account)}`, free: 20, longest: 4, beyond: 'delayed' },
        ] as const)),
  ]
}

const untouched = ({ pending, waiting }: Entry) => pending === 0 && waiting.length === 0

/**
 * Slows guessing down. A failed attempt counts against its counters for 15 minutes; attempts that run at the same time
 * never outnumber the free ones left. `now` is in ms by a clock that is never set.
 */
export const createThrottle = (
  now: () => number = () => performance.now(),
  pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
) => {
  // in the order of their last use
  const entries = new Map<string, Entry>()

  /**
   * Makes room for the newest, a tenth at a time. What blocks somebody stays: it has cost them attempts, and would be
   * free again.
   */
  const makeRoom = () => {
    let surplus = capacity / 10
    for (const [key, entry] of entries) {
      const { blockedUntil, last } = entry
      if (!untouched(entry) || blockedUntil > now()) continue
      if (last + forgetAfter >= now() && surplus <= 0) return
      entries.delete(key)
      surplus -= 1
    }
  }

  const entryOf = (key: string): Entry => {
    const known = entries.get(key)
    if (!known && entries.size >= capacity) makeRoom()
    const entry = known ?? { failures: 0, blockedUntil: 0, last: now(), pending: 0, waiting: [] }
    if (entry.last + forgetAfter < now()) Object.assign(entry, { failures: 0, blockedUntil: 0, last: now() })
    entries.delete(key)
    entries.set(key, entry)
    return entry
  }

  const enter = async ({ key, free, longest, beyond }: Counter) => {
    for (;;) {
      const entry = entryOf(key)
      if (beyond === 'delayed') {
        entry.pending += 1
        const over = entry.failures - free
        if (over >= 0) await pause(Math.min(longest, 2 ** over / 4) * 1000)
        return
      }
      if (entry.blockedUntil > now()) throw new Throttled(Math.ceil((entry.blockedUntil - now()) / 1000))
      if (entry.pending === 0 || entry.failures + entry.pending < free) {
        entry.pending += 1
        return
      }
      await new Promise<void>((resolve) => entry.waiting.push(resolve))
    }
  }

  const fail = ({ key, free, longest, beyond }: Counter) => {
    const entry = entryOf(key)
    entry.failures += 1
    entry.last = now()
    const over = entry.failures - free
    if (over >= 0 && beyond === 'refused') entry.blockedUntil = now() + Math.min(longest, 2 ** over) * 1000
  }

  /** A success takes back the failures of the same pair, wherever they were counted, and nobody else's. */
  const forgive = (counters: readonly Counter[]) => {
    const own = counters.find(({ key }) => key.startsWith('pair '))
    const mistakes = own ? entryOf(own.key).failures : 0
    for (const { key } of counters) {
      const entry = entryOf(key)
      entry.failures = Math.max(0, entry.failures - mistakes)
    }
  }

  /** Leaves, and forgets at once what nothing is remembered of. */
  const leave = ({ key }: Counter) => {
    const entry = entryOf(key)
    entry.pending -= 1
    for (const wake of entry.waiting.splice(0)) wake()
    if (untouched(entry) && entry.failures === 0) entries.delete(key)
  }

  /** Runs an attempt, or throws `Throttled` without running it. `failed` says which errors are wrong guesses. */
  return async <Result>(
    counters: readonly Counter[],
    attempt: () => Promise<Result>,
    failed = (error: unknown) => error instanceof Failure && error.status === 401,
  ): Promise<Result> => {
    const entered: Counter[] = []
    try {
      for (const counter of counters) {
        await enter(counter)
        entered.push(counter)
      }
      const result = await attempt()
      forgive(counters)
      return result
    } catch (error) {
      if (!(error instanceof Throttled) && failed(error)) for (const counter of entered) fail(counter)
      throw error
    } finally {
      for (const counter of entered) leave(counter)
    }
  }
}

export type Throttle = ReturnType<typeof createThrottle>
