import { createHash } from 'node:crypto'
import { isIPv4 } from 'node:net'
import { Failure } from '../core/protocol/failure.ts'
import { tooManyAttempts } from './messages.ts'

/** A counter of failed attempts; after `free` failures attempts are refused, or for some kinds only delayed. */
type Counter = { key: string; free: number; maxSeconds: number; beyond: 'refused' | 'delayed' }

/** State of a counter, with times in ms of the clock. `pending` attempts are running, `waiting` ones are about to. */
type Entry = { failures: number; blockedUntil: number; last: number; pending: number; waiting: (() => void)[] }

/** Time in ms for which a failed attempt counts. */
const FAILURE_TTL = 15 * 60_000

/** Number of entries from which on old ones are evicted; those that block or are in use stay. */
const MAX_ENTRIES = 10_000

/** A refused attempt; `seconds` is the value of Retry-After. */
export class ThrottledError extends Failure {
  constructor(readonly seconds: number) {
    super(429, tooManyAttempts)
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
 * Network of an address: a customer gets at least a /64 of IPv6, so those count by their first half; IPv4 addresses
 * count one by one, in any notation.
 */
export const networkOf = (address: string): string => {
  const plain = address.replace(/^.*:(?=[^:]*\.)/, '')
  if (isIPv4(plain)) return plain
  const groups = groupsOf(address)
  if (!/^(0:){5}ffff:/.test(groups.join(':'))) return groups.slice(0, 4).join(':')
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Hashed, so that keys have a fixed size for any input. */
const digest = (...texts: string[]) => createHash('sha256').update(JSON.stringify(texts)).digest('base64url')

/**
 * Counters of one attempt, in the order in which they may refuse it: by network, then by account within it. Distributed
 * guesses at one account are only delayed, so that its owner is never locked out. `proof` adds a counter for
 * confirmations of the signed-in user's password, which affects only that user.
 */
export const countersOf = (
  address: string,
  account: string | undefined,
  kind: 'sign-in' | 'proof' = 'sign-in',
): Counter[] => {
  const from = networkOf(address)
  return [
    { key: `address ${from}`, free: 20, maxSeconds: 300, beyond: 'refused' },
    ...(account === undefined
      ? []
      : ([
          { key: `pair ${digest(from, account)}`, free: 5, maxSeconds: 60, beyond: 'refused' },
          ...(kind === 'proof'
            ? [{ key: `proof ${digest(account)}`, free: 5, maxSeconds: 60, beyond: 'refused' } as const]
            : []),
          { key: `account ${digest(account)}`, free: 20, maxSeconds: 4, beyond: 'delayed' },
        ] as const)),
  ]
}

const isIdle = ({ pending, waiting }: Entry) => pending === 0 && waiting.length === 0

/**
 * Throttles password guessing. A failed attempt counts for 15 minutes; concurrent attempts never exceed the free ones
 * left. `now` is a monotonic clock in ms.
 */
export const createThrottle = (
  now: () => number = () => performance.now(),
  pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
) => {
  // ordered by last use
  const entries = new Map<string, Entry>()

  /** Evicts the oldest tenth. Entries that block are kept: evicting them would reset the attacker's attempts. */
  const evictOldest = () => {
    let toEvict = MAX_ENTRIES / 10
    for (const [key, entry] of entries) {
      const { blockedUntil, last } = entry
      if (!isIdle(entry) || blockedUntil > now()) continue
      if (last + FAILURE_TTL >= now() && toEvict <= 0) return
      entries.delete(key)
      toEvict -= 1
    }
  }

  const entryOf = (key: string): Entry => {
    const existing = entries.get(key)
    if (!existing && entries.size >= MAX_ENTRIES) evictOldest()
    const entry = existing ?? { failures: 0, blockedUntil: 0, last: now(), pending: 0, waiting: [] }
    if (entry.last + FAILURE_TTL < now()) Object.assign(entry, { failures: 0, blockedUntil: 0, last: now() })
    entries.delete(key)
    entries.set(key, entry)
    return entry
  }

  /** Waits until an attempt may start. Throws `ThrottledError` if it may not. */
  const startAttempt = async ({ key, free, maxSeconds, beyond }: Counter) => {
    for (;;) {
      const entry = entryOf(key)
      if (beyond === 'delayed') {
        entry.pending += 1
        const over = entry.failures - free
        if (over >= 0) await pause(Math.min(maxSeconds, 2 ** over / 4) * 1000)
        return
      }
      if (entry.blockedUntil > now()) throw new ThrottledError(Math.ceil((entry.blockedUntil - now()) / 1000))
      if (entry.pending === 0 || entry.failures + entry.pending < free) {
        entry.pending += 1
        return
      }
      await new Promise<void>((resolve) => entry.waiting.push(resolve))
    }
  }

  const countFailure = ({ key, free, maxSeconds, beyond }: Counter) => {
    const entry = entryOf(key)
    entry.failures += 1
    entry.last = now()
    const over = entry.failures - free
    if (over >= 0 && beyond === 'refused') entry.blockedUntil = now() + Math.min(maxSeconds, 2 ** over) * 1000
  }

  /** A success clears the failures of the same account and network in all counters, and no others. */
  const clearFailures = (counters: readonly Counter[]) => {
    const pair = counters.find(({ key }) => key.startsWith('pair '))
    const mistakes = pair ? entryOf(pair.key).failures : 0
    for (const { key } of counters) {
      const entry = entryOf(key)
      entry.failures = Math.max(0, entry.failures - mistakes)
    }
  }

  /** Ends an attempt, and drops the entry if it counts nothing. */
  const endAttempt = ({ key }: Counter) => {
    const entry = entryOf(key)
    entry.pending -= 1
    for (const wake of entry.waiting.splice(0)) wake()
    if (isIdle(entry) && entry.failures === 0) entries.delete(key)
  }

  /** Runs an attempt, or throws `ThrottledError` without running it. `isWrongGuess` says which errors count. */
  return async <Result>(
    counters: readonly Counter[],
    attempt: () => Promise<Result>,
    isWrongGuess = (error: unknown) => error instanceof Failure && error.status === 401,
  ): Promise<Result> => {
    const active: Counter[] = []
    try {
      for (const counter of counters) {
        await startAttempt(counter)
        active.push(counter)
      }
      const result = await attempt()
      clearFailures(counters)
      return result
    } catch (error) {
      if (!(error instanceof ThrottledError) && isWrongGuess(error)) for (const counter of active) countFailure(counter)
      throw error
    } finally {
      for (const counter of active) endAttempt(counter)
    }
  }
}

export type Throttle = ReturnType<typeof createThrottle>
