import { proxy, useSnapshot } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { base } from './base.ts'
import { type Failure, passesByItself, UNEXPLAINED } from './failure.ts'

/** How the console stands to its server, and to the storage behind it. */
export const connection = proxy({
  /** `away`: it gives no answer, or nobody but a proxy before it does. */
  state: 'up' as 'up' | 'away',
  /** Why not, in a sentence without its full stop. */
  reason: '',
  /** When it is asked next, in ms; 0 while it is being asked. */
  next: 0,
  /** How often it has come back. Pages that stood there meanwhile call again whenever this grows. */
  returns: 0,
  /** Whether a call has been waiting for its answer for seconds. */
  slow: false,
})

const silent = 'The server does not answer'

/** Why what changes something cannot be pressed while the server is away; nothing while it answers. */
export const useAway = () =>
  useSnapshot(connection).state === 'away' && `${silent}. This works again as soon as it does.`

/**
 * How long a server that is away, or a thing that fails alone, is left in peace: longer each time, up to half a minute.
 */
const pause = (first: number, tries: number) => Math.min(30_000, first * 2 ** tries)

/** One watch over the server, from when the console is on screen until it is not. */
type Watch = { tries: number; looking?: Promise<void> | undefined; timer?: ReturnType<typeof setTimeout> }

let watch: Watch | undefined

/** Longest reason that the server gives; anything longer is the page of a proxy. */
const REASON = 200

/**
 * Asks whether the server and its storage answer: `true`, or the reason that the server gives, which is empty where it
 * is away itself. Not by a call, which would count as use of the session.
 */
const answers = async (): Promise<true | string> => {
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

const ask = async (mine: Watch) => {
  const up = await answers()
  if (watch !== mine) return
  mine.looking = undefined
  if (up === true) return back(mine)
  if (connection.reason === '' || connection.reason === silent)
    connection.reason = up ? up.charAt(0).toUpperCase() + up.slice(1) : silent
  connection.state = 'away'
  const wait = pause(5000, mine.tries)
  connection.next = Date.now() + wait
  mine.timer = setTimeout(tryNow, wait)
  mine.tries += 1
}

const back = (mine: Watch) => {
  mine.tries = 0
  if (connection.state === 'up') return
  connection.returns += 1
  connection.state = 'up'
}

const look = async (mine: Watch) => {
  clearTimeout(mine.timer)
  connection.next = 0
  await (mine.looking ??= ask(mine))
}

/** Asks the server at once whether it is back. */
export const tryNow = () => void (watch && look(watch))

/** Watches over the server while the console is on screen; returns what ends that. */
export const watchOver = () => {
  watch = { tries: 0 }
  return () => {
    clearTimeout(watch?.timer)
    watch = undefined
    connection.state = 'up'
  }
}

/**
 * Tells that something failed in a way that passes by itself. One call that goes astray says little, so the server is
 * asked; while it does not answer either it is away, and asked ever more seldom. Resolves when that is known.
 */
export const doubt = async ({ status, message, code }: Failure) => {
  if (!watch || connection.state === 'away') return
  // a proxy's own page names no reason
  connection.reason = status === 0 || code === UNEXPLAINED ? silent : message
  await look(watch)
}

/**
 * Calls `again` for the nth time: as soon as the server is back, or where it answers and the thing alone fails, after a
 * while. Returns what calls it off.
 */
export const onceBack = (nth: number, again: () => void) => {
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

/** Resolves when something may be tried for the nth time, or is no longer wanted. */
export const untilBack = (nth: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const callOff = onceBack(nth, resolve)
    signal.addEventListener('abort', () => (callOff(), resolve()), { once: true })
  })
