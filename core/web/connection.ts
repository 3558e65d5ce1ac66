import { proxy, useSnapshot } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { base } from './base.ts'
import { type Failure, isTemporaryFailure, UNEXPLAINED } from '../protocol/failure.ts'
import { worksAgainOnceServerResponds } from '../messages.ts'

/** State of the connection to the console's server and the storage behind it. */
export const connection = proxy({
  /** `away`: no response, or only from a proxy in front of it. */
  state: 'up' as 'up' | 'away',
  /** Reason for `away`, without a full stop. */
  reason: '',
  /** Time of the next attempt in ms; 0 during an attempt. */
  next: 0,
  /** Number of reconnects. Pages reload their data when it grows. */
  reconnects: 0,
  /** Whether a call has been pending for seconds. */
  slow: false,
})

const NO_RESPONSE = 'The server does not answer'

/** Reason why buttons that change something are disabled while the server is away; `undefined` while it responds. */
export const useServerAway = () => useSnapshot(connection).state === 'away' && worksAgainOnceServerResponds(NO_RESPONSE)

/** Exponential backoff in ms, up to 30 s. */
const backoff = (first: number, tries: number) => Math.min(30_000, first * 2 ** tries)

/** State of the server check that runs while the console is on screen. */
type Monitor = { tries: number; check?: Promise<void> | undefined; timer?: ReturnType<typeof setTimeout> }

let monitor: Monitor | undefined

/** Longest reason the server sends; anything longer is a proxy's error page. */
const MAX_REASON_LENGTH = 200

/**
 * Checks whether the server and its storage respond: `true`, or the server's reason, which is empty if the server
 * itself is away. Not a call, because a call would extend the session.
 */
const checkReady = async (): Promise<true | string> => {
  try {
    const response = await fetch(`${base}/readyz`, { cache: 'no-store' })
    if (!isTemporaryFailure(response)) return true
    const isText = response.headers.get('content-type')?.startsWith('text/plain')
    const text = isText ? (await response.text()).trim() : ''
    return text.length > MAX_REASON_LENGTH ? '' : text
  } catch {
    return ''
  }
}

const checkServer = async (current: Monitor) => {
  const up = await checkReady()
  if (monitor !== current) return
  current.check = undefined
  if (up === true) return markUp(current)
  if (connection.reason === '' || connection.reason === NO_RESPONSE)
    connection.reason = up ? up.charAt(0).toUpperCase() + up.slice(1) : NO_RESPONSE
  connection.state = 'away'
  const wait = backoff(5000, current.tries)
  connection.next = Date.now() + wait
  current.timer = setTimeout(retryNow, wait)
  current.tries += 1
}

const markUp = (current: Monitor) => {
  current.tries = 0
  if (connection.state === 'up') return
  connection.reconnects += 1
  connection.state = 'up'
}

const check = async (current: Monitor) => {
  clearTimeout(current.timer)
  connection.next = 0
  await (current.check ??= checkServer(current))
}

/** Retries immediately. */
export const retryNow = () => void (monitor && check(monitor))

/** Monitors the server while the console is on screen; returns a function that stops it. */
export const monitorServer = () => {
  monitor = { tries: 0 }
  return () => {
    clearTimeout(monitor?.timer)
    monitor = undefined
    connection.state = 'up'
  }
}

/**
 * Reports a failure that may be temporary. One failed call proves little, so the server is checked; if that fails too
 * it is marked as away and checked at growing intervals. Resolves when the state is known.
 */
export const reportUnreachable = async ({ status, message, code }: Failure) => {
  if (!monitor || connection.state === 'away') return
  // a proxy's error page gives no reason
  connection.reason = status === 0 || code === UNEXPLAINED ? NO_RESPONSE : message
  await check(monitor)
}

/**
 * Runs `retry` as the given attempt: once the server is back, or after a backoff if the server responds and only this
 * failed. Returns a function that cancels it.
 */
export const retryWhenBack = (attempt: number, retry: () => void) => {
  const { reconnects } = connection
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    unsubscribe()
  }
  const run = () => {
    stop()
    retry()
  }
  const schedule = () => {
    clearTimeout(timer)
    if (connection.reconnects > reconnects) run()
    else if (connection.state === 'up') timer = setTimeout(run, backoff(2000, attempt))
  }
  const unsubscribe = subscribeKey(connection, 'state', schedule, true)
  schedule()
  return stop
}

/** Resolves when the attempt with this number may start, or when `signal` aborts. */
export const waitUntilBack = (attempt: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const cancel = retryWhenBack(attempt, resolve)
    signal.addEventListener('abort', () => (cancel(), resolve()), { once: true })
  })
