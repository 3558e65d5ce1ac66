import { Failure } from 'stowage'
import { createFolders } from './folders.ts'
import {
  isTask,
  isUpload,
  type Job,
  type Outcome,
  type Send,
  type State,
  states,
  type Stop,
  type Totals,
  type Transfer,
} from './jobs.ts'

const SPEED_WINDOW = 500

/** Those who follow the queue are told at most this often, in ms: it may hold ten thousands of transfers. */
const TELL = 100

/** The speed after another `sent` bytes within `elapsed` ms, smoothed over about two seconds. */
const smooth = (rate: number, sent: number, elapsed: number) => {
  const latest = (Math.max(0, sent) / elapsed) * 1000
  return rate ? rate * 0.7 + latest * 0.3 : latest
}

type Options = {
  /** How many run at once. */
  atOnce: number
  now?: () => number
  /** Told how a run ended, once nothing waits or runs any more. */
  onIdle?: (outcome: Outcome) => void
  /** Told of what was cancelled while it did not run. */
  onCancel?: (job: Job) => void
}

/**
 * Carries jobs in the order in which they were added. `read` gives the same list until something changes, so that a
 * component can follow it; what it costs to keep does not grow with the number of transfers.
 */
export const createQueue = (send: Send, { atOnce, now = () => performance.now(), onIdle, onCancel }: Options) => {
  const transfers = new Map<number, Transfer>()
  const jobs = new Map<number, Job>()
  const aborts = new Map<number, AbortController>()
  const by = Object.fromEntries(states.map((state) => [state, new Set<number>()])) as Record<State, Set<number>>
  /** Those of `by` that have a row of their own: a folder stands for its files, except for those that failed. */
  const alone = Object.fromEntries(states.map((state) => [state, new Set<number>()])) as Record<State, Set<number>>
  const folders = createFolders()
  const sums = { size: 0, sent: 0 }
  const listeners = new Set<() => void>()
  let list: readonly Transfer[] | undefined
  let outcome: Outcome = { done: 0, failed: 0, cancelled: 0 }
  let last = 0
  let telling: 'no' | 'soon' | 'later' = 'no'
  let again = false

  const tell = () => {
    again = false
    for (const listener of listeners) listener()
    telling = 'later'
    setTimeout(() => {
      telling = 'no'
      if (again) changed()
    }, TELL)
  }

  // cancelling ten thousand transfers is one change to those who follow them
  const changed = () => {
    list = undefined
    again = true
    if (telling !== 'no') return
    telling = 'soon'
    queueMicrotask(tell)
  }

  const counts = ({ way, state }: Transfer) =>
    way !== 'there' && (state === 'running' || state === 'waiting' || state === 'paused' || state === 'done')

  const count = (transfer: Transfer, sign: 1 | -1) => {
    if (!counts(transfer)) return
    sums.size += sign * transfer.size
    sums.sent += sign * transfer.sent
  }

  const enter = (transfer: Transfer) => {
    transfers.set(transfer.id, transfer)
    by[transfer.state].add(transfer.id)
    if (!transfer.folder || transfer.state === 'failed') alone[transfer.state].add(transfer.id)
    folders.enter(transfer)
    count(transfer, 1)
    changed()
  }

  const leave = (id: number) => {
    const transfer = transfers.get(id)
    if (!transfer) return undefined
    by[transfer.state].delete(id)
    alone[transfer.state].delete(id)
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

  const active = () => by.waiting.size + by.running.size > 0

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
    let mark = { time: now(), sent: 0, rate: 0 }
    const onKept = (sent: number) => {
      mark = { time: now(), sent, rate: 0 }
      onProgress(sent)
    }
    const onProgress = (sent: number) => {
      if (aborts.get(id) !== abort) return
      const elapsed = now() - mark.time
      if (elapsed >= SPEED_WINDOW) mark = { time: now(), sent, rate: smooth(mark.rate, sent - mark.sent, elapsed) }
      patch(id, { sent: isTask(job) ? sent : Math.min(sent, size), rate: mark.rate })
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
    for (const id of by.waiting) {
      if (by.running.size >= atOnce) return
      const job = jobs.get(id)
      if (job) void run(id, job)
    }
  }

  const stop = (id: number, why: Stop) => {
    const abort = aborts.get(id)
    const state = transfers.get(id)?.state
    if (state !== 'running' && state !== 'waiting' && !(state === 'paused' && why !== 'paused')) return
    const job = jobs.get(id)
    // what is done there begins anew each time
    if (job && why === 'paused' && isTask(job)) return
    settle(id, { state: why === 'paused' ? 'paused' : 'cancelled' })
    abort?.abort(why)
    if (!abort && why === 'cancelled' && job) onCancel?.(job)
  }

  /** Puts what failed or is paused at the end of the queue again. */
  const wait = (id: number) => {
    const transfer = leave(id)
    if (!transfer) return
    const { reason: _reason, status: _status, ...rest } = transfer
    enter({ ...rest, state: 'waiting' })
  }

  const restart = (wanted: 'failed' | 'paused', id?: number) => {
    for (const one of id === undefined ? [...by[wanted]] : [id]) if (by[wanted].has(one)) wait(one)
    advance()
  }

  return {
    add(added: readonly Job[]) {
      for (const job of added) {
        const id = ++last
        const { bucket, key } = job
        jobs.set(id, job)
        const way = isUpload(job) ? 'up' : isTask(job) ? 'there' : 'down'
        const size = isUpload(job) ? job.file.size : job.size
        enter({
          id,
          way,
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
    stopAll(why: Stop) {
      for (const id of [...by.waiting, ...by.paused, ...by.running]) stop(id, why)
    },
    /** All that were chosen with a folder. */
    folders: folders.all,
    stopFolder(folder: string, why: Stop) {
      for (const id of folders.members(folder, ['waiting', 'paused', 'running'])) stop(id, why)
    },
    resumeFolder(folder: string) {
      for (const id of folders.members(folder, ['paused'])) wait(id)
      advance()
    },
    resume: (id?: number) => restart('paused', id),
    retry: (id?: number) => restart('failed', id),
    /**
     * Takes away what has ended, or only what has ended so; what waits, runs or is paused stays, and with it the
     * rest of its folder.
     */
    clear(ended: readonly ('done' | 'failed' | 'cancelled')[] = ['done', 'failed', 'cancelled']) {
      for (const state of ended)
        for (const id of [...by[state]]) {
          const folder = transfers.get(id)?.folder
          if (folder && folders.isActive(folder.id)) continue
          leave(id)
          transfers.delete(id)
          jobs.delete(id)
        }
      changed()
    },
    read: () => (list ??= [...transfers.values()]),
    /** The first transfers that stand so, in the order in which they came to. */
    first(state: State, most: number): Transfer[] {
      const found: Transfer[] = []
      for (const id of by[state]) {
        if (found.length >= most) break
        const transfer = transfers.get(id)
        if (transfer) found.push(transfer)
      }
      return found
    },
    /** How many transfers have a row of their own. */
    alone: () => states.reduce((sum, state) => sum + alone[state].size, 0),
    /**
     * Of those with a row of their own the transfers from one place to before another: by how they stand, and then in
     * the order in which they came to.
     */
    slice(from: number, to: number): Transfer[] {
      const found: Transfer[] = []
      let at = 0
      for (const state of states) {
        if (at + alone[state].size <= from) at += alone[state].size
        else
          for (const id of alone[state]) {
            if (at >= to) return found
            const transfer = at >= from ? transfers.get(id) : undefined
            if (transfer) found.push(transfer)
            at += 1
          }
      }
      return found
    },
    totals: (): Totals => {
      const rates = { up: 0, down: 0 }
      for (const id of by.running) {
        const transfer = transfers.get(id)
        if (transfer && transfer.way !== 'there') rates[transfer.way] += transfer.rate
      }
      const all = Object.fromEntries(states.map((state) => [state, by[state].size])) as Record<State, number>
      return { counts: all, ...sums, ...rates }
    },
    active,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
