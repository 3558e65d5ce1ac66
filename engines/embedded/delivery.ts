import { setTimeout as sleep } from 'node:timers/promises'
import type { Background } from '../../core/serve.ts'
import type { EmbeddedGround } from './kit.ts'
import { type AddressField, reasonOf, Unreached } from '../outbound/outbound.ts'
import { backlogOf, type Queue } from './store/events.ts'

/** So many events are told before it is written down that they were; after a crash they come again. */
const BATCH = 32

/** So many events of a target that is gone are thrown away at once. */
const CLEARED = 500

/** Of an answer only the status counts; a receiver that says more than this is a wrong address. In bytes. */
const LONGEST_ANSWER = 64 * 1024

/** How long a webhook may take for one event, in ms. */
const PATIENCE = 10_000

/** The first and the longest time between two attempts, in ms. */
const [SHORTEST, LONGEST] = [1000, 60_000]

const ENDPOINT: AddressField = { field: 'endpoint', title: 'Endpoint' }

/** Waits so long, or until the signal fires. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

const pausing: Pause = (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined)

/** A webhook that is told of what waits for it; `token` is sealed. */
export type Hook = { id: number; endpoint: string; token?: string | undefined }

/** What deliveries are made with. */
export type Means = Pick<EmbeddedGround, 'index' | 'vault' | 'outbound' | 'clock' | 'log'>

/** What waits, and whom it waits for, as of now. */
export type Deliveries = Queue & { hooks(): Iterable<Hook>; authorization(token: string): string }

/** `token` alone is a bearer's; with a word before it, it is what it says (`Basic …`). */
export const bearer = (token: string) => (/^\S+\s+\S+$/.test(token) ? token : `Bearer ${token}`)

/** Wakes whoever waits for it to ring again since they have last looked. */
const createBell = () => {
  let count = 0
  const waiting: (() => void)[] = []
  return {
    heard: () => count,
    ring: () => {
      count += 1
      for (const wake of waiting.splice(0)) wake()
    },
    since: async (heard: number) => {
      while (count === heard) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}

/**
 * Tells webhooks of what waits for them: each target in the order in which these came about, one after the other, and
 * targets side by side. What fails is tried again, ever more seldom, and nothing behind it comes first.
 */
export const deliver = (
  { index, vault, outbound, clock, log }: Means,
  { hooks, authorization, events, backlogs }: Deliveries,
  pause: Pause = pausing,
): Background => {
  const stopping = new AbortController()
  const lines = new Map<number, { ring(): void; done: Promise<void> }>()
  const changed = createBell()

  const recordOf = (id: number): Hook | undefined => {
    for (const hook of hooks()) if (hook.id === id) return hook
    return undefined
  }

  const waiting = (id: number, limit: number) =>
    Array.from(events.getRange({ start: [id], end: [id + 1], limit }), ({ key, value }) => ({ key, value }))

  const send = async ({ endpoint, token }: Hook, body: string) => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: authorization(await vault.unseal(token)) }),
    }
    const { status } = await outbound.request(endpoint, {
      ...ENDPOINT,
      method: 'POST',
      headers,
      body,
      deadline: PATIENCE,
      most: LONGEST_ANSWER,
      signal: stopping.signal,
    })
    if (status >= 300 && status < 400)
      throw new Unreached('status', ENDPOINT, `it leads elsewhere (${status}), which is not followed`)
    if (status >= 300) throw new Unreached('status', ENDPOINT, `it answers with status ${status}`)
  }

  /** Writes down what was told, and whether the rest cannot be. */
  const settle = (record: Hook, told: readonly [number, number][], failure: Error | undefined) =>
    index.writeAnyway(() => {
      for (const key of told) void events.remove(key)
      const { failing: before, ...backlog } = backlogOf(backlogs, record)
      const since = told.length > 0 ? clock() : (before?.since ?? clock())
      const failing = failure && { failing: { since, reason: reasonOf(failure) } }
      void backlogs.put(record.id, { ...backlog, waiting: Math.max(0, backlog.waiting - told.length), ...failing })
    })

  /** Tells a target of the next events; gives what went wrong, or how many there were. */
  const tell = async (record: Hook): Promise<number | Error> => {
    const told: [number, number][] = []
    let failure: Error | undefined
    try {
      for (const { key, value } of waiting(record.id, BATCH)) {
        await send(record, value)
        told.push(key)
      }
    } catch (error) {
      failure = error as Error
    }
    const known = backlogOf(backlogs, record).failing
    if (told.length > 0 || (failure && !stopping.signal.aborted))
      await settle(record, told, stopping.signal.aborted ? undefined : failure)
    else if (known && !failure && !stopping.signal.aborted) await settle(record, [], undefined)
    return failure ?? told.length
  }

  /** Forgets what waits for a target that is gone. */
  const clear = async (id: number) => {
    for (let some = waiting(id, CLEARED); some.length > 0 && !stopping.signal.aborted; some = waiting(id, CLEARED))
      await index.writeAnyway(() => some.forEach(({ key }) => void events.remove(key)))
    if (!stopping.signal.aborted) await index.writeAnyway(() => void backlogs.remove(id))
  }

  /** Waits until it is time for the next attempt, or the target has been changed. */
  const recover = async (
    record: Hook,
    attempts: number,
    bell: ReturnType<typeof createBell>,
  ): Promise<'again' | 'anew'> => {
    const over = new AbortController()
    const waited = pause(
      Math.min(LONGEST, SHORTEST * 2 ** attempts),
      AbortSignal.any([stopping.signal, over.signal]),
    ).then(() => 'again' as const)
    try {
      for (;;) {
        const heard = bell.heard()
        if (stopping.signal.aborted || JSON.stringify(recordOf(record.id)) !== JSON.stringify(record)) return 'anew'
        if ((await Promise.race([waited, bell.since(heard)])) === 'again') return 'again'
      }
    } finally {
      over.abort()
    }
  }

  const serve = async (id: number, bell: ReturnType<typeof createBell>) => {
    let attempts = 0
    while (!stopping.signal.aborted) {
      const heard = bell.heard()
      const record = recordOf(id)
      if (!record) return clear(id)
      const outcome = await tell(record)
      if (outcome instanceof Error) attempts = (await recover(record, attempts, bell)) === 'again' ? attempts + 1 : 0
      else {
        attempts = 0
        if (waiting(id, 1).length === 0) await bell.since(heard)
      }
    }
  }

  const open = (id: number) => {
    const bell = createBell()
    const failed = (error: unknown) =>
      log.error(
        { err: error, target: id },
        'what waits for a webhook could not be delivered; the next start tries again',
      )
    lines.set(id, {
      ring: bell.ring,
      done: serve(id, bell)
        .catch(failed)
        .finally(() => lines.delete(id)),
    })
  }

  const watch = async () => {
    while (!stopping.signal.aborted) {
      const heard = changed.heard()
      const ids = new Set([...Array.from(hooks(), ({ id }) => id), ...backlogs.getKeys()])
      for (const id of ids) {
        const line = lines.get(id)
        if (line) line.ring()
        else open(id)
      }
      await changed.since(heard)
    }
  }

  const leave = index.listen(changed.ring)
  const watching = watch()
  return {
    stop: async () => {
      leave()
      stopping.abort()
      changed.ring()
      await watching
      for (const { ring } of lines.values()) ring()
      await Promise.all([...lines.values()].map(({ done }) => done))
    },
  }
}
