import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import { Failure } from 'stowage'
import type { Order, Progress, Running } from '../contract.ts'
import type { Admin } from 'stowage/engines/minio'
import { createProgress, Result } from './progress.ts'
import { accessDenied } from 'stowage/server'
import { hasCode } from 'stowage/engines/s3'
import * as messages from '../messages.ts'

/** Polling interval in ms. The server returns each item once, and pauses the heal at 1,000 unread items. */
const POLL_INTERVAL = 1000

/**
 * Delay in ms before a reported end is read again: the server reports a heal that is being stopped as finished, and
 * forgets it within a second.
 */
const CONFIRMATION_DELAY = 1500

/** Number of ended heals to remember, for users who return to the page. */
const MAX_FINISHED = 20

const Status = v.object({
  Summary: v.string(),
  Detail: v.optional(v.string(), ''),
  StartTime: v.optional(v.string(), ''),
  Items: v.nullish(v.array(Result), []),
})

const StartedHeal = v.object({ clientToken: v.string() })

/** For an unknown heal the server reports "finished" with this zero start time. */
const ZERO_TIME = '0001-01-01'

const unknownHeal = new Failure(500, messages.healNotFound, {
  detail: messages.healLost,
})

/** A heal, its progress, and the subscribers to notify. */
type Heal = {
  target: string
  about: Omit<Running, 'phase'>
  token: string
  /** With the credentials of the last viewer; `undefined` after they were refused. */
  admin: Admin | undefined
  started: number
  /** When the server first reported it as finished, in ms. */
  reportedEnd?: number
  /** End time in ms. */
  ended?: number
  failure?: Failure
  /** Number of requests in progress that stop it; polls do not end it meanwhile. */
  stopRequests: number
  tally: ReturnType<typeof createProgress>
  waiting: Set<() => void>
}

const healPath = (bucket: string, prefix: string) => `heal/${bucket}${prefix && `/${prefix}`}`

const phaseOf = ({ ended, failure }: Heal) => (ended === undefined ? 'running' : failure ? 'stopped' : 'finished')

const progressOf = (heal: Heal): Progress => ({
  ...heal.tally.report(),
  healDuration: ((heal.ended ?? heal.reportedEnd ?? Date.now()) - heal.started) / 1000,
  phase: phaseOf(heal),
  dryRun: heal.about.dryRun,
})

/**
 * Heals started or joined by this console. Each is polled once per second while it runs, with or without viewers,
 * because the server pauses until its results are read.
 */
export const createHeals = () => {
  const closing = new AbortController()
  const until = closing.signal
  const heals = new Map<string, Heal>()

  const notify = ({ waiting }: Heal) => {
    for (const wake of waiting) wake()
    waiting.clear()
  }

  const end = (heal: Heal, failure?: Failure) => {
    heal.ended = heal.reportedEnd ?? Date.now()
    if (failure) heal.failure = failure
    const over = [...heals.values()].filter(({ ended }) => ended !== undefined)
    for (const { target } of over.slice(0, -MAX_FINISHED)) heals.delete(target)
  }

  /** Reads new results. A failed request loses none of them. */
  const poll = async (heal: Heal, admin: Admin) => {
    try {
      const { Summary, Detail, StartTime, Items } = await admin.read(Status, {
        method: 'POST',
        name: heal.target,
        needs: 'admin:Heal',
        query: { clientToken: heal.token },
        signal: until,
      })
      for (const item of Items ?? []) heal.tally.add(item)
      // the server reports a heal as finished while it stops it
      if (heal.stopRequests > 0) return
      if (Summary === 'finished') {
        if (StartTime.startsWith(ZERO_TIME)) end(heal, unknownHeal)
        else if (heal.reportedEnd !== undefined) end(heal)
        else heal.reportedEnd = Date.now()
      }
      if (Summary === 'stopped') end(heal, new Failure(500, 'The heal was stopped', { detail: Detail }))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (hasCode(error, 'XMinioHealNoSuchProcess', 'XMinioHealInvalidClientToken')) {
        if (heal.stopRequests === 0) end(heal, unknownHeal)
      }
      // polling resumes with the next viewer's credentials
      else if (error.status === 401 || error.status === 403) delete (heal as Partial<Heal>).admin
    }
  }

  const run = async (heal: Heal) => {
    while (heal.ended === undefined && heal.admin && !until.aborted) {
      await poll(heal, heal.admin).catch((error: unknown) =>
        end(heal, new Failure(500, messages.healProgressUnreadable, { detail: String(error) })),
      )
      notify(heal)
      await pause(heal.reportedEnd === undefined ? POLL_INTERVAL : CONFIRMATION_DELAY, undefined, {
        signal: until,
      }).catch(() => undefined)
    }
  }

  /** Runs work that may stop a heal of this path; until then polls do not end it. */
  const stopping = async <T>(target: string, work: (heal: Heal | undefined) => Promise<T>) => {
    const heal = heals.get(target)
    if (heal) heal.stopRequests += 1
    try {
      return await work(heal)
    } finally {
      if (heal) heal.stopRequests -= 1
    }
  }

  const beginAt = async (target: string, bucket: string, order: Order, admin: Admin): Promise<Heal> => {
    const plain = {
      recursive: order.recursive,
      dryRun: order['dry-run'],
      remove: order.remove,
      scanMode: order.scan === 'deep' ? 2 : 1,
    }
    const query = order['force-start'] ? { forceStart: 'true' } : {}
    const call = { method: 'POST', name: target, needs: 'admin:Heal', plain, query, deadline: 60_000 } as const
    const { clientToken } = await admin.read(StartedHeal, call)
    const existing = heals.get(target)
    // the server refuses to join a heal without results, and returns the token of one that has some
    if (existing?.token === clientToken) return existing
    const about = {
      bucket,
      prefix: order.prefix,
      recursive: order.recursive,
      dryRun: plain.dryRun,
      deep: order.scan === 'deep',
    }
    const heal: Heal = {
      target,
      about,
      token: clientToken,
      admin,
      started: Date.now(),
      stopRequests: 0,
      tally: createProgress(plain.dryRun),
      waiting: new Set(),
    }
    heals.delete(target)
    heals.set(target, heal)
    if (existing && existing.ended === undefined) {
      end(existing, existing.reportedEnd === undefined ? unknownHeal : undefined)
      notify(existing)
    }
    void run(heal)
    return heal
  }

  const begin = (bucket: string, order: Order, admin: Admin) => {
    const target = healPath(bucket, order.prefix)
    return stopping(target, () => beginAt(target, bucket, order, admin))
  }

  /** Throws `Failure` 404 if there is none. */
  const join = (bucket: string, prefix: string, admin: Admin): Heal => {
    const heal = heals.get(healPath(bucket, prefix))
    if (!heal) throw new Failure(404, 'No heal is running here')
    const isIdle = heal.admin === undefined
    heal.admin = admin
    if (isIdle) void run(heal)
    return heal
  }

  const waitForChange = (heal: Heal, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        heal.waiting.delete(wake)
        signal.removeEventListener('abort', wake)
        resolve()
      }
      heal.waiting.add(wake)
      signal.addEventListener('abort', wake)
    })

  return {
    begin,
    join,

    /** Yields progress after every update until the end. Throws the heal's error. */
    follow: async function* (heal: Heal, signal: AbortSignal): AsyncGenerator<Progress> {
      while (!signal.aborted) {
        const progress = progressOf(heal)
        yield progress
        // it may have ended while the consumer was busy
        if (heal.ended !== undefined && progress.phase === 'running') continue
        if (heal.failure) throw heal.failure
        if (heal.ended !== undefined) return
        if (!heal.admin) throw accessDenied('admin:Heal')
        await waitForChange(heal, signal)
      }
    },

    /** Stops a heal of this path, regardless of who started it; resolves when it has ended. */
    stop: async (bucket: string, prefix: string, admin: Admin) => {
      const target = healPath(bucket, prefix)
      const call = { method: 'POST', name: target, needs: 'admin:Heal', plain: {}, deadline: 60_000 } as const
      await stopping(target, async (heal) => {
        await admin.send({ ...call, query: { forceStop: 'true' } })
        if (!heal || heal.ended !== undefined) return
        end(heal, new Failure(500, 'The heal was stopped'))
        notify(heal)
      })
    },

    /** Stops following; the server continues the heals. */
    close: () => closing.abort(),

    /** In the order of their start. */
    all: (): Running[] => [...heals.values()].map((heal) => ({ ...heal.about, phase: phaseOf(heal) })),
  }
}
