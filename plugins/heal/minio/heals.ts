import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import { Failure } from '../../../core/failure.ts'
import type { Order, Progress, Running } from '../contract.ts'
import type { Admin } from '../../../engines/minio/admin.ts'
import { hasCode } from '../../../engines/minio/caller.ts'
import { createTally, Result } from './tally.ts'
import { accessDenied } from '../../../engines/access-denied.ts'

/** How often the server is asked, in ms. What it tells it tells once, and with 1,000 items untold it waits. */
const OFTEN = 1000

/** How many heals that are over are remembered, for those who come back. */
const KEPT = 20

const Status = v.object({
  Summary: v.string(),
  Detail: v.optional(v.string(), ''),
  StartTime: v.optional(v.string(), ''),
  Items: v.nullish(v.array(Result), []),
})

const Begun = v.object({ clientToken: v.string() })

/** Of a heal that it does not know the server says that it has finished, begun at no time. */
const NEVER = '0001-01-01'

const gone = new Failure(500, 'The storage server knows of this heal no more', {
  detail: 'It was restarted, or another heal was begun in its place. What was healed stays so.',
})

/** A heal: where it stands, and whoever waits for news of it. */
type Heal = {
  place: string
  about: Omit<Running, 'phase'>
  token: string
  /** With the keys of whoever has looked last; nothing once they were refused. */
  admin: Admin | undefined
  started: number
  /** When it was over, in ms. */
  ended?: number
  failure?: Failure
  tally: ReturnType<typeof createTally>
  waiting: Set<() => void>
}

const placeOf = (bucket: string, prefix: string) => `heal/${bucket}${prefix && `/${prefix}`}`

const progressOf = ({ started, ended, tally, about }: Heal): Progress => ({
  ...tally.told(),
  healDuration: ((ended ?? Date.now()) - started) / 1000,
  phase: ended === undefined ? 'running' : 'finished',
  dryRun: about.dryRun,
})

/**
 * The heals that were begun or joined here, each asked for by one call a second for as long as it runs, whether
 * somebody follows it or not: the server waits until what it has found is fetched.
 */
export const createHeals = () => {
  const closing = new AbortController()
  const until = closing.signal
  const heals = new Map<string, Heal>()

  const changed = ({ waiting }: Heal) => {
    for (const wake of waiting) wake()
    waiting.clear()
  }

  const end = (heal: Heal, failure?: Failure) => {
    heal.ended = Date.now()
    if (failure) heal.failure = failure
    const over = [...heals.values()].filter(({ ended }) => ended !== undefined)
    for (const { place } of over.slice(0, -KEPT)) heals.delete(place)
  }

  /** Fetches what there is to tell. Nothing is lost by an answer that does not come. */
  const look = async (heal: Heal, admin: Admin) => {
    try {
      const { Summary, Detail, StartTime, Items } = await admin.read(Status, {
        method: 'POST',
        name: heal.place,
        needs: 'admin:Heal',
        query: { clientToken: heal.token },
        signal: until,
      })
      for (const item of Items ?? []) heal.tally.add(item)
      if (Summary === 'finished') end(heal, StartTime.startsWith(NEVER) ? gone : undefined)
      if (Summary === 'stopped') end(heal, new Failure(500, 'The heal was stopped', { detail: Detail }))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (hasCode(error, 'XMinioHealNoSuchProcess', 'XMinioHealInvalidClientToken')) end(heal, gone)
      // it goes on with the keys of the next who looks
      else if (error.status === 401 || error.status === 403) delete (heal as Partial<Heal>).admin
    }
  }

  const run = async (heal: Heal) => {
    while (heal.ended === undefined && heal.admin && !until.aborted) {
      await look(heal, heal.admin).catch((error: unknown) =>
        end(heal, new Failure(500, 'The heal cannot be followed', { detail: String(error) })),
      )
      changed(heal)
      await pause(OFTEN, undefined, { signal: until }).catch(() => undefined)
    }
  }

  const begin = async (bucket: string, order: Order, admin: Admin): Promise<Heal> => {
    const place = placeOf(bucket, order.prefix)
    const plain = {
      recursive: order.recursive,
      dryRun: order['dry-run'],
      remove: order.remove,
      scanMode: order.scan === 'deep' ? 2 : 1,
    }
    const query = order['force-start'] ? { forceStart: 'true' } : {}
    const call = { method: 'POST', name: place, needs: 'admin:Heal', plain, query, deadline: 60_000 } as const
    const { clientToken } = await admin.read(Begun, call)
    const known = heals.get(place)
    // one that has told nothing yet refuses to be joined, one that has gives its token
    if (known?.token === clientToken) return known
    const about = {
      bucket,
      prefix: order.prefix,
      recursive: order.recursive,
      dryRun: plain.dryRun,
      deep: order.scan === 'deep',
    }
    const heal: Heal = {
      place,
      about,
      token: clientToken,
      admin,
      started: Date.now(),
      tally: createTally(plain.dryRun),
      waiting: new Set(),
    }
    heals.delete(place)
    heals.set(place, heal)
    if (known) {
      end(known, gone)
      changed(known)
    }
    void run(heal)
    return heal
  }

  /** Throws `Failure` 404 where there is none. */
  const join = (bucket: string, prefix: string, admin: Admin): Heal => {
    const heal = heals.get(placeOf(bucket, prefix))
    if (!heal) throw new Failure(404, 'No heal runs here')
    const asleep = heal.admin === undefined
    heal.admin = admin
    if (asleep) void run(heal)
    return heal
  }

  const news = (heal: Heal, signal: AbortSignal) =>
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

    /** How a heal stands, each time that it is known anew, until it is over. Throws what has ended it. */
    follow: async function* (heal: Heal, signal: AbortSignal): AsyncGenerator<Progress> {
      while (!signal.aborted) {
        const progress = progressOf(heal)
        yield progress
        // it may have ended while whoever follows was busy with this
        if (heal.ended !== undefined && progress.phase === 'running') continue
        if (heal.failure) throw heal.failure
        if (heal.ended !== undefined) return
        if (!heal.admin) throw accessDenied('admin:Heal')
        await news(heal, signal)
      }
    },

    /** Ends the heal of this place, whoever has begun it, and resolves when it has ended. */
    stop: async (bucket: string, prefix: string, admin: Admin) => {
      const place = placeOf(bucket, prefix)
      await admin.send({
        method: 'POST',
        name: place,
        needs: 'admin:Heal',
        query: { forceStop: 'true' },
        plain: {},
        deadline: 60_000,
      })
      const heal = heals.get(place)
      if (heal?.ended === undefined && heal) {
        heals.delete(place)
        end(heal, new Failure(500, 'The heal was stopped'))
        changed(heal)
      }
    },

    /** Follows none any more; the server goes on with them. */
    close: () => closing.abort(),

    all: (): Running[] =>
      [...heals.values()]
        .filter(({ failure }) => !failure)
        .map(({ about, ended }) => ({ ...about, phase: ended === undefined ? 'running' : 'finished' })),
  }
}

export type Heals = ReturnType<typeof createHeals>
