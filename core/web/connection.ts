import { proxy, useSnapshot } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { base } from './base.ts'
import { type Failure, passesByItself, UNEXPLAINED } from '../protocol/failure.ts'

/** State of the connection to the console's server and the storage behind it. */
export const connection = proxy({
  /** `away`: no response, or only from a proxy in front of it. */
  state: 'up' as 'up' | 'away',
  /** Reason for `away`, without a full stop. */
  reason: '',
  /** Time of the next attempt in ms; 0 during an attempt. */
  next: 0,
  /** Number of reconnects. Pages reload their data when it grows. */
  returns: 0,
  /** Whether a call has been pending for seconds. */
  slow: false,
})

const silent = 'The server does not answer'

/** Reason why buttons that change something are disabled while the server is away; `undefined` while it responds. */
export const useAway = () =>
  useSnapshot(connection).state === 'away' && `${silent}. This works again as soon as it does.`

/** Exponential backoff in ms, up to 30 s. */
const pause = (first: number, tries: number) => Math.min(30_000, first * 2 ** tries)

/** State of the server check that runs while the console is on screen. */
type Watch = { tries: number; looking?: Promise<void> | undefined; timer?: ReturnType<typeof setTimeout> }

let watch: Watch | undefined

/** Longest reason the server sends; anything longer is a proxy's error page. */
const REASON = 200

/**
 * Checks whether the server and its storage respond: `true`, or the server's reason, which is empty if the server
 * itself is away. Not a call, because a call would extend the session.
 */
const checkReady = async (): Promise<true | string> => {
  try {
    const answer = await fetch(`${base}/readyz`, { cache: 'no-store' })
    if (!passesByItself(answer)) return true
    const isText = answer.headers.get('content-type')?.startsWith('text/plain')
    const text = isText ? (await answer.text()).trim() : ''
    return text.length > REASON ? '' : text
  } catch {
    return ''
  }
}

const checkServer = async (ownWatch: Watch) => {
  const up = await checkReady()
  if (watch !== ownWatch) return
  ownWatch.looking = undefined
  if (up === true) return back(ownWatch)
  if (connection.reason === '' || connection.reason === silent)
    connection.reason = up ? up.charAt(0).toUpperCase() + up.slice(1) : silent
  connection.state = 'away'
  const wait = pause(5000, ownWatch.tries)
  connection.next = Date.now() + wait
  ownWatch.timer = setTimeout(retryNow, wait)
  ownWatch.tries += 1
}

const back = (ownWatch: Watch) => {
  ownWatch.tries = 0
  if (connection.state === 'up') return
  connection.returns += 1
  connection.state = 'up'
}

const check = async (ownWatch: Watch) => {
  clearTimeout(ownWatch.timer)
  connection.next = 0
  await (ownWatch.looking ??= checkServer(ownWatch))
}

/** Retries immediately. */
export const retryNow = () => void (watch && check(watch))

/** Monitors the server while the console is on screen; returns a function that stops it. */
export const monitorServer = () => {
  watch = { tries: 0 }
  return () => {
    clearTimeout(watch?.timer)
    watch = undefined
    connection.state = 'up'
  }
}

/**
 * Reports a failure that may be temporary. One failed call proves little, so the server is checked; if that fails too
 * it is marked as away and checked at growing intervals. Resolves when the state is known.
 */
export const reportUnreachable = async ({ status, message, code }: Failure) => {
  if (!watch || connection.state === 'away') return
  // a proxy's error page gives no reason
  connection.reason = status === 0 || code === UNEXPLAINED ? silent : message
  await check(watch)
}

/**
 * Runs `again` for the nth time: once the server is back, or after a backoff if the server responds and only this
 * failed. Returns a function that cancels it.
 */
export const retryWhenBack = (nth: number, again: () => void) => {
  const { returns } = connection
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    undo()
  }
  const run = () => {
    stop()
    again()
  }
  const plan = () => {
    clearTimeout(timer)
    if (connection.returns > returns) run()
    else if (connection.state === 'up') timer = setTimeout(run, pause(2000, nth))
  }
  const undo = subscribeKey(connection, 'state', plan, true)
  plan()
  return stop
}

/** Resolves when the nth attempt may start, or when `signal` aborts. */
export const waitUntilBack = (nth: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const callOff = retryWhenBack(nth, resolve)
    signal.addEventListener('abort', () => (callOff(), resolve()), { once: true })
  })
