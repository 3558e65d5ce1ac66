import { Failure } from '../../../core/failure.ts'

/** A file to be stored under a key. */
export type Upload = { bucket: string; key: string; file: Blob }

/** One upload as people follow it: sizes in bytes, `rate` in bytes per second (0 until it is known). */
export type Transfer = {
  id: number
  bucket: string
  key: string
  size: number
  sent: number
  rate: number
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
  /** Why it failed, for people; `status` is the HTTP status, 0 for no answer. */
  reason?: string
  status?: number
}

/** How a run of the queue ended, from its first transfer to the moment when none was left. */
export type Outcome = { done: number; failed: number; cancelled: number }

/** What sends one file; it rejects when `signal` fires. */
export type Send = (
  upload: Upload,
  options: { onProgress: (sent: number) => void; signal: AbortSignal },
) => Promise<void>

export type Queue = ReturnType<typeof createQueue>

const SPEED_WINDOW = 500

/** The speed after another `sent` bytes within `elapsed` ms, smoothed over about two seconds. */
const smooth = (rate: number, sent: number, elapsed: number) => {
  const latest = (sent / elapsed) * 1000
  return rate ? rate * 0.7 + latest * 0.3 : latest
}

/**
 * Sends files in the order in which they were added, at most `atOnce` at a time. `read` gives the same list until something
 * changes, so that a component can follow it; `onIdle` is told how a run ended once nothing waits or runs any more.
 */
export const createQueue = (
  send: Send,
  {
    atOnce,
    now = () => performance.now(),
    onIdle,
  }: { atOnce: number; now?: () => number; onIdle?: (outcome: Outcome) => void },
) => {
  const transfers = new Map<number, Transfer>()
  const uploads = new Map<number, Upload>()
  const aborts = new Map<number, AbortController>()
  const waiting = new Set<number>()
  const listeners = new Set<() => void>()
  let list: readonly Transfer[] | undefined
  let outcome: Outcome = { done: 0, failed: 0, cancelled: 0 }
  let last = 0

  let telling = false

  // cancelling ten thousand transfers is one change to those who follow them
  const changed = () => {
    list = undefined
    if (telling) return
    telling = true
    queueMicrotask(() => {
      telling = false
      for (const listener of listeners) listener()
    })
  }

  const patch = (id: number, change: Partial<Transfer>) => {
    const transfer = transfers.get(id)
    if (transfer) transfers.set(id, { ...transfer, ...change })
    changed()
  }

  const settle = (id: number, change: Partial<Transfer> & { state: keyof Outcome }) => {
    outcome[change.state] += 1
    aborts.delete(id)
    if (change.state !== 'failed') uploads.delete(id)
    patch(id, { ...change, rate: 0 })
    advance()
    if (aborts.size || waiting.size) return
    const ended = outcome
    outcome = { done: 0, failed: 0, cancelled: 0 }
    onIdle?.(ended)
  }

  const run = async (id: number, upload: Upload) => {
    const abort = new AbortController()
    aborts.set(id, abort)
    patch(id, { state: 'running', sent: 0 })
    let mark = { time: now(), sent: 0, rate: 0 }
    const onProgress = (sent: number) => {
      const elapsed = now() - mark.time
      if (elapsed >= SPEED_WINDOW) mark = { time: now(), sent, rate: smooth(mark.rate, sent - mark.sent, elapsed) }
      if (aborts.get(id) === abort) patch(id, { sent: Math.min(sent, upload.file.size), rate: mark.rate })
    }
    try {
      await send(upload, { onProgress, signal: abort.signal })
      if (aborts.get(id) === abort) settle(id, { state: 'done', sent: upload.file.size })
    } catch (error) {
      if (aborts.get(id) !== abort) return
      const reason = error instanceof Error ? error.message : String(error)
      settle(id, { state: 'failed', reason, status: error instanceof Failure ? error.status : 0 })
    }
  }

  const advance = () => {
    for (const id of waiting) {
      if (aborts.size >= atOnce) return
      waiting.delete(id)
      const upload = uploads.get(id)
      if (upload) void run(id, upload)
    }
  }

  const cancel = (id: number) => {
    const abort = aborts.get(id)
    if (!waiting.delete(id) && !abort) return
    settle(id, { state: 'cancelled' })
    abort?.abort()
  }

  return {
    add(added: readonly Upload[]) {
      for (const upload of added) {
        const id = ++last
        const { bucket, key } = upload
        uploads.set(id, upload)
        transfers.set(id, { id, bucket, key, size: upload.file.size, sent: 0, rate: 0, state: 'waiting' })
        waiting.add(id)
      }
      changed()
      advance()
    },
    cancel,
    cancelAll() {
      for (const id of [...waiting, ...aborts.keys()]) cancel(id)
    },
    /** Puts a failed transfer at the end of the queue again. */
    retry(id: number) {
      if (transfers.get(id)?.state !== 'failed') return
      const { reason: _reason, status: _status, ...transfer } = transfers.get(id) as Transfer
      transfers.set(id, { ...transfer, sent: 0, state: 'waiting' })
      waiting.add(id)
      changed()
      advance()
    },
    /** Takes away what has ended; what waits or runs stays. */
    clear() {
      for (const { id, state } of transfers.values())
        if (state !== 'waiting' && state !== 'running') {
          transfers.delete(id)
          uploads.delete(id)
        }
      changed()
    },
    read: () => (list ??= [...transfers.values()]),
    active: () => waiting.size + aborts.size > 0,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
