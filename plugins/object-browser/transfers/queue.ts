import { Failure } from 'stowage'
import { createFolders } from './folders.ts'
import {
  isTask,
  isUpload,
  type Job,
  type Outcome,
  type RunJob,
  type State,
  states,
  type StopReason,
  type Totals,
  type Transfer,
} from './jobs.ts'

const SPEED_WINDOW = 500

/** Shortest interval between notifications in ms, since the queue may contain tens of thousands of transfers. */
const NOTIFY_INTERVAL = 100

/** Transfer rate after another `sent` bytes in `elapsed` ms, smoothed over about two seconds. */
const smooth = (rate: number, sent: number, elapsed: number) => {
  const latest = (Math.max(0, sent) / elapsed) * 1000
  return rate ? rate * 0.7 + latest * 0.3 : latest
}

type Options = {
  /** Concurrent jobs. */
  atOnce: number
  now?: () => number
  /** Called with the result when no job waits or runs any more. */
  onIdle?: (outcome: Outcome) => void
  /** Called for a job canceled while it was not running. */
  onCancel?: (job: Job) => void
}

/**
 * Runs jobs in order. `read` returns the same list until something changes, so that components can subscribe to it; the
 * cost of an update does not depend on the number of transfers.
 */
export const createQueue = (send: RunJob, { atOnce, now = () => performance.now(), onIdle, onCancel }: Options) => {
  const transfers = new Map<number, Transfer>()
  const jobs = new Map<number, Job>()
  const aborts = new Map<number, AbortController>()
  const byState = Object.fromEntries(states.map((state) => [state, new Set<number>()])) as Record<State, Set<number>>
  /** Transfers of `by` with their own row; a folder's row includes its files, except for failed ones. */
  const ownRow = Object.fromEntries(states.map((state) => [state, new Set<number>()])) as Record<State, Set<number>>
  const folders = createFolders()
  const sums = { size: 0, sent: 0 }
  const listeners = new Set<() => void>()
  let list: readonly Transfer[] | undefined
  let outcome: Outcome = { done: 0, failed: 0, cancelled: 0 }
  let last = 0
  let notification: 'no' | 'soon' | 'later' = 'no'
  let hasChanges = false

  const notify = () => {
    hasChanges = false
    for (const listener of listeners) listener()
    notification = 'later'
    setTimeout(() => {
      notification = 'no'
      if (hasChanges) changed()
    }, NOTIFY_INTERVAL)
  }

  // batches notifications: canceling ten thousand transfers is one change
  const changed = () => {
    list = undefined
    hasChanges = true
    if (notification !== 'no') return
    notification = 'soon'
    queueMicrotask(notify)
  }

  const isCounted = ({ kind, state }: Transfer) =>
    kind !== 'task' && (state === 'running' || state === 'waiting' || state === 'paused' || state === 'done')

  const count = (transfer: Transfer, sign: 1 | -1) => {
    if (!isCounted(transfer)) return
    sums.size += sign * transfer.size
    sums.sent += sign * transfer.sent
  }

  const enter = (transfer: Transfer) => {
    transfers.set(transfer.id, transfer)
    byState[transfer.state].add(transfer.id)
    if (!transfer.folder || transfer.state === 'failed') ownRow[transfer.state].add(transfer.id)
    folders.enter(transfer)
    count(transfer, 1)
    changed()
  }

  const leave = (id: number) => {
    const transfer = transfers.get(id)
    if (!transfer) return undefined
    byState[transfer.state].delete(id)
    ownRow[transfer.state].delete(id)
    folders.leave(transfer)
    count(transfer, -1)
    return transfer
  }

  const patch = (id: number, change: Partial<Transfer>) => {
    const transfer = transfers.get(id)
    if (!transfer) return
    if (change.state && change.state !== transfer.state) {
      leave(id)
      enter({ ...transfer, ...change })
      return
    }
    count(transfer, -1)
    folders.leave(transfer)
    const next = { ...transfer, ...change }
    folders.enter(next)
    count(next, 1)
    transfers.set(id, next)
    changed()
  }

  const active = () => byState.waiting.size + byState.running.size > 0

  const settle = (id: number, change: Partial<Transfer> & { state: State }) => {
    const { state } = change
    if (state === 'done' || state === 'failed' || state === 'cancelled') outcome[state] += 1
    aborts.delete(id)
    if (state === 'done' || state === 'cancelled') jobs.delete(id)
    patch(id, { ...change, rate: 0 })
    advance()
    if (active()) return
    const ended = outcome
    outcome = { done: 0, failed: 0, cancelled: 0 }
    if (ended.done + ended.failed + ended.cancelled > 0) onIdle?.(ended)
  }

  const run = async (id: number, job: Job) => {
    const abort = new AbortController()
    aborts.set(id, abort)
    patch(id, { state: 'running', sent: 0 })
    const size = isUpload(job) ? job.file.size : job.size
    let lastSample = { time: now(), sent: 0, rate: 0 }
    const onKept = (sent: number) => {
      lastSample = { time: now(), sent, rate: 0 }
      onProgress(sent)
    }
    const onProgress = (sent: number) => {
      if (aborts.get(id) !== abort) return
      const elapsed = now() - lastSample.time
      if (elapsed >= SPEED_WINDOW)
        lastSample = { time: now(), sent, rate: smooth(lastSample.rate, sent - lastSample.sent, elapsed) }
      patch(id, { sent: isTask(job) ? sent : Math.min(sent, size), rate: lastSample.rate })
    }
    try {
      await send(job, { onKept, onProgress, signal: abort.signal })
      if (aborts.get(id) === abort)
        settle(id, { state: 'done', sent: isTask(job) ? (transfers.get(id)?.sent ?? size) : size })
    } catch (error) {
      if (aborts.get(id) !== abort) return
      const reason = error instanceof Error ? error.message : String(error)
      settle(id, { state: 'failed', reason, status: error instanceof Failure ? error.status : 0 })
    }
  }

  const advance = () => {
    for (const id of byState.waiting) {
      if (byState.running.size >= atOnce) return
      const job = jobs.get(id)
      if (job) void run(id, job)
    }
  }

  const stop = (id: number, why: StopReason) => {
    const abort = aborts.get(id)
    const state = transfers.get(id)?.state
    if (state !== 'running' && state !== 'waiting' && !(state === 'paused' && why !== 'paused')) return
    const job = jobs.get(id)
    // tasks cannot be paused, because they would start over
    if (job && why === 'paused' && isTask(job)) return
    settle(id, { state: why === 'paused' ? 'paused' : 'cancelled' })
    abort?.abort(why)
    if (!abort && why === 'cancelled' && job) onCancel?.(job)
  }

  /** Appends a failed or paused transfer to the queue again. */
  const requeue = (id: number) => {
    const transfer = leave(id)
    if (!transfer) return
    const { reason: _reason, status: _status, ...rest } = transfer
    enter({ ...rest, state: 'waiting' })
  }

  const restart = (state: 'failed' | 'paused', id?: number) => {
    for (const one of id === undefined ? [...byState[state]] : [id]) if (byState[state].has(one)) requeue(one)
    advance()
  }

  return {
    add(added: readonly Job[]) {
      for (const job of added) {
        const id = ++last
        const { bucket, key } = job
        jobs.set(id, job)
        const kind = isUpload(job) ? 'upload' : isTask(job) ? 'task' : 'download'
        const size = isUpload(job) ? job.file.size : job.size
        enter({
          id,
          kind,
          bucket,
          key,
          size,
          sent: 0,
          rate: 0,
          state: 'waiting',
          ...(isTask(job) && { verbs: job.verbs }),
          ...(isUpload(job) && job.folder && { folder: job.folder }),
        })
      }
      advance()
    },
    cancel: (id: number) => stop(id, 'cancelled'),
    pause: (id: number) => stop(id, 'paused'),
    stopAll(why: StopReason) {
      for (const id of [...byState.waiting, ...byState.paused, ...byState.running]) stop(id, why)
    },
    /** All folders. */
    folders: folders.all,
    stopFolder(folder: string, why: StopReason) {
      for (const id of folders.members(folder, ['waiting', 'paused', 'running'])) stop(id, why)
    },
    resumeFolder(folder: string) {
      for (const id of folders.members(folder, ['paused'])) requeue(id)
      advance()
    },
    resume: (id?: number) => restart('paused', id),
    retry: (id?: number) => restart('failed', id),
    /**
     * Removes finished transfers, optionally only some states; waiting, running and paused ones stay, and with them the
     * rest of their folder.
     */
    clear(ended: readonly ('done' | 'failed' | 'cancelled')[] = ['done', 'failed', 'cancelled']) {
      for (const state of ended)
        for (const id of [...byState[state]]) {
          const folder = transfers.get(id)?.folder
          if (folder && folders.isActive(folder.id)) continue
          leave(id)
          transfers.delete(id)
          jobs.delete(id)
        }
      changed()
    },
    read: () => (list ??= [...transfers.values()]),
    /** First transfers in a state, in the order in which they entered it. */
    first(state: State, most: number): Transfer[] {
      const matching: Transfer[] = []
      for (const id of byState[state]) {
        if (matching.length >= most) break
        const transfer = transfers.get(id)
        if (transfer) matching.push(transfer)
      }
      return matching
    },
    /** Number of transfers with their own row. */
    alone: () => states.reduce((sum, state) => sum + ownRow[state].size, 0),
    /** Slice of the transfers with their own row, sorted by state and then by the order in which they entered it. */
    slice(from: number, to: number): Transfer[] {
      const visible: Transfer[] = []
      let at = 0
      for (const state of states) {
        if (at + ownRow[state].size <= from) at += ownRow[state].size
        else
          for (const id of ownRow[state]) {
            if (at >= to) return visible
            const transfer = at >= from ? transfers.get(id) : undefined
            if (transfer) visible.push(transfer)
            at += 1
          }
      }
      return visible
    },
    totals: (): Totals => {
      const rates = { up: 0, down: 0 }
      for (const id of byState.running) {
        const transfer = transfers.get(id)
        if (transfer?.kind === 'upload') rates.up += transfer.rate
        if (transfer?.kind === 'download') rates.down += transfer.rate
      }
      const all = Object.fromEntries(states.map((state) => [state, byState[state].size])) as Record<State, number>
      return { counts: all, ...sums, ...rates }
    },
    active,
    /** Waiting, running and paused uploads to a bucket. */
    activeUploads: (bucket: string): Transfer[] =>
      [...byState.waiting, ...byState.running, ...byState.paused].flatMap((id) => {
        const transfer = transfers.get(id)
        return transfer?.kind === 'upload' && transfer.bucket === bucket ? transfer : []
      }),
    /** Whether an upload to a key has not ended; a failed one can be retried. */
    hasUpload(bucket: string, key: string) {
      for (const job of jobs.values()) if (isUpload(job) && job.bucket === bucket && job.key === key) return true
      return false
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
