import type { Background } from '../../core/protocol/serve.ts'
import { provideGauges } from '../lib/gauges.ts'
import type { Log } from '../engine.ts'
import { type Outbound, reasonOf } from '../outbound/outbound.ts'
import { backoff, type Pause, pauseFor, postToWebhook } from '../outbound/webhook.ts'
import { backlogOf, type Queue } from './store/events.ts'
import type { Store } from './store/store.ts'
import { droppedMessagesHelp, waitingMessagesHelp, webhookDeliveryFailed } from './messages.ts'

/** Events sent before the progress is stored; after a crash up to this many are sent again. */
const BATCH_SIZE = 32

/** Events of a deleted target removed per transaction. */
const CLEAR_BATCH = 500

/** Maximum delay between retries, in ms. */
const MAX_RETRY_DELAY = 60_000

/** A webhook with queued events; `token` is encrypted. */
export type Webhook = { id: number; endpoint: string; token?: string | undefined }

type DeliveryDeps = Store & { outbound: Outbound; clock(): number; log: Log }

/** The event queue and its webhooks, at this moment. */
export type DeliveryQueue = Queue & {
  name: 'events' | 'records'
  webhooks(): Iterable<Webhook>
  authorization(token: string): string
}

/**
 * Value of the Authorization header: a token alone becomes a bearer token; with a scheme (`Basic …`) it is used as is.
 */
export const authorizationHeader = (token: string) => (/^\S+\s+\S+$/.test(token) ? token : `Bearer ${token}`)

/** Counts notifications; `since(count)` resolves once there are more than that. */
const createNotifier = () => {
  let count = 0
  const waiting: (() => void)[] = []
  return {
    count: () => count,
    notify: () => {
      count += 1
      for (const wake of waiting.splice(0)) wake()
    },
    since: async (seen: number) => {
      while (count === seen) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}

/**
 * Delivers queued events to webhooks: in order for each target, concurrently across targets. Failed deliveries are
 * retried with growing delays and block later events of the same target.
 */
export const startDelivery = (
  { index, vault, outbound, clock, log }: DeliveryDeps,
  { name, webhooks, authorization, events, backlogs }: DeliveryQueue,
  pause: Pause = pauseFor,
): Background => {
  const stopping = new AbortController()
  const workers = new Map<number, { notify(): void; done: Promise<void> }>()
  const changed = createNotifier()

  const recordOf = (id: number): Webhook | undefined => {
    for (const hook of webhooks()) if (hook.id === id) return hook
    return undefined
  }

  const waiting = (id: number, limit: number) =>
    Array.from(events.getRange({ start: [id], end: [id + 1], limit }), ({ key, value }) => ({ key, value }))

  const send = async ({ endpoint, token }: Webhook, body: string) => {
    const headers = token ? { authorization: authorization(await vault.unseal(token)) } : {}
    await postToWebhook(outbound, endpoint, { body, headers, signal: stopping.signal })
  }

  /** Removes delivered events from the queue and records whether delivery fails. */
  const settle = (record: Webhook, delivered: readonly [number, number][], failure: Error | undefined) =>
    index.writeAnyway(() => {
      for (const key of delivered) void events.remove(key)
      const { failing: before, ...backlog } = backlogOf(backlogs, record)
      const since = delivered.length > 0 ? clock() : (before?.since ?? clock())
      const failing = failure && { failing: { since, reason: reasonOf(failure) } }
      void backlogs.put(record.id, { ...backlog, waiting: Math.max(0, backlog.waiting - delivered.length), ...failing })
    })

  /** Sends the next events to a target; returns their number, or the error. */
  const deliverNext = async (record: Webhook): Promise<number | Error> => {
    const delivered: [number, number][] = []
    let failure: Error | undefined
    try {
      for (const { key, value } of waiting(record.id, BATCH_SIZE)) {
        await send(record, value)
        delivered.push(key)
      }
    } catch (error) {
      failure = error as Error
    }
    const recordedFailure = backlogOf(backlogs, record).failing
    if (delivered.length > 0 || (failure && !stopping.signal.aborted))
      await settle(record, delivered, stopping.signal.aborted ? undefined : failure)
    else if (recordedFailure && !failure && !stopping.signal.aborted) await settle(record, [], undefined)
    return failure ?? delivered.length
  }

  /** Drops queued events of a deleted target. */
  const clear = async (id: number) => {
    for (
      let batch = waiting(id, CLEAR_BATCH);
      batch.length > 0 && !stopping.signal.aborted;
      batch = waiting(id, CLEAR_BATCH)
    )
      await index.writeAnyway(() => batch.forEach(({ key }) => void events.remove(key)))
    if (!stopping.signal.aborted) await index.writeAnyway(() => void backlogs.remove(id))
  }

  /** Waits until the next retry is due or the target was changed. */
  const recover = async (
    record: Webhook,
    attempts: number,
    notifier: ReturnType<typeof createNotifier>,
  ): Promise<'again' | 'changed'> => {
    const cancelled = new AbortController()
    const either = AbortSignal.any([stopping.signal, cancelled.signal])
    const waited = pause(backoff(attempts, MAX_RETRY_DELAY), either).then(() => 'again' as const)
    try {
      for (;;) {
        const seen = notifier.count()
        if (stopping.signal.aborted || JSON.stringify(recordOf(record.id)) !== JSON.stringify(record)) return 'changed'
        if ((await Promise.race([waited, notifier.since(seen)])) === 'again') return 'again'
      }
    } finally {
      cancelled.abort()
    }
  }

  const serve = async (id: number, notifier: ReturnType<typeof createNotifier>) => {
    let attempts = 0
    while (!stopping.signal.aborted) {
      const seen = notifier.count()
      const record = recordOf(id)
      if (!record) return clear(id)
      const outcome = await deliverNext(record)
      if (outcome instanceof Error)
        attempts = (await recover(record, attempts, notifier)) === 'again' ? attempts + 1 : 0
      else {
        attempts = 0
        if (waiting(id, 1).length === 0) await notifier.since(seen)
      }
    }
  }

  const open = (id: number) => {
    const notifier = createNotifier()
    const failed = (error: unknown) => log.error({ err: error, target: id }, webhookDeliveryFailed)
    workers.set(id, {
      notify: notifier.notify,
      done: serve(id, notifier)
        .catch(failed)
        .finally(() => workers.delete(id)),
    })
  }

  const watch = async () => {
    while (!stopping.signal.aborted) {
      const seen = changed.count()
      const ids = new Set([...Array.from(webhooks(), ({ id }) => id), ...backlogs.getKeys()])
      for (const id of ids) {
        const worker = workers.get(id)
        if (worker) worker.notify()
        else open(id)
      }
      await changed.since(seen)
    }
  }

  const leaveMetrics = provideGauges(() => {
    const all = Array.from(webhooks(), (hook) => backlogOf(backlogs, hook))
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
    const labels = { queue: name }
    return [
      {
        name: 'delivery_queue_messages',
        help: waitingMessagesHelp,
        labels,
        value: sum(all.map(({ waiting: count }) => count)),
      },
      {
        name: 'delivery_dropped_messages',
        help: droppedMessagesHelp,
        labels,
        value: sum(all.map(({ lost }) => lost)),
      },
    ]
  })
  const leave = index.listen(changed.notify)
  const watching = watch()
  return {
    stop: async () => {
      leave()
      leaveMetrics()
      stopping.abort()
      changed.notify()
      await watching
      for (const { notify } of workers.values()) notify()
      await Promise.all([...workers.values()].map(({ done }) => done))
    },
  }
}
