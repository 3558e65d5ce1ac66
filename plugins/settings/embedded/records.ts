import { hostname } from 'node:os'
import type { EmbeddedBackgroundContext, Background, Pause } from 'stowage/server'
import {
  auditRecordOf,
  type Webhook,
  type Index,
  type LogLine,
  nameOf,
  type SettingsRecord,
} from 'stowage/engines/embedded'
import * as messages from '../messages.ts'

const hooks = ['audit_webhook', 'logger_webhook'] as const
type Section = (typeof hooks)[number]

/** Whether a section's targets are webhooks. */
export const isHook = (name: string): name is Section => hooks.some((one) => one === name)

/** Whether a webhook is enabled and has an endpoint. */
export const isOn = ({ values }: SettingsRecord) => values.enable !== 'off' && Boolean(values.endpoint)

/** Default of `queue_size`. */
const QUEUE_SIZE = 10_000

const hooksOf = ({ settings }: Pick<Index, 'settings'>, section: Section): (Webhook & { limit: number })[] =>
  Array.from(settings.getRange({ start: nameOf(section, ''), end: `${section};` }), ({ value }) => value)
    .filter(isOn)
    .map(({ id = 0, values, secrets }) => ({
      id,
      endpoint: values.endpoint ?? '',
      token: secrets?.auth_token,
      limit: Number(values.queue_size || QUEUE_SIZE),
    }))

/** A log line in the format of MinIO. */
const lineOf = ({ level, about, text }: LogLine) => {
  const error = 'err' in about && about.err instanceof Error ? about.err : undefined
  return JSON.stringify({
    level: level === 'warn' ? 'WARNING' : level.toUpperCase(),
    time: new Date().toISOString(),
    host: hostname(),
    message: text,
    ...(error && { error: { message: error.message } }),
  })
}

/** Records per transaction, and the most that may be queued; further ones are dropped. */
const [BATCH, MAX_QUEUED] = [500, 10_000]

/**
 * Queues calls and log lines for webhooks and delivers them in order. A crash loses only records of its last moments.
 */
export const sendRecords = (context: EmbeddedBackgroundContext, pause?: Pause): Background => {
  const { index, tracer, listenToLog, log } = context
  const queue = { events: index.records, backlogs: index.recordBacklogs }
  const delivery = context.deliver(
    {
      ...queue,
      name: 'records',
      authorization: (token) => token,
      webhooks: () => hooks.flatMap((section) => hooksOf(index, section)),
    },
    pause,
  )
  const unwritten: { section: Section; text: string }[] = []
  let writing: Promise<void> | undefined
  let isLogging = false

  const write = async () => {
    while (unwritten.length > 0) {
      const batch = unwritten.splice(0, BATCH)
      try {
        await index.writeAnyway(() => {
          const all = new Map(hooks.map((section) => [section, hooksOf(index, section)]))
          for (const { section, text } of batch)
            for (const hook of all.get(section) ?? []) index.enqueue(queue, hook, () => text)
        })
      } catch (error) {
        // a log line about this failure would be lost in the same way
        isLogging = true
        log.error({ err: error, lost: batch.length }, messages.webhookRecordsNotStored)
        isLogging = false
      }
    }
    // synchronously: records that arrive before the promise settles must start another write
    writing = undefined
  }

  const note = (section: Section, text: string) => {
    if (isLogging || unwritten.length >= MAX_QUEUED) return
    unwritten.push({ section, text })
    writing ??= write()
  }

  const sources = {
    audit_webhook: () => tracer.listen((call) => note('audit_webhook', JSON.stringify(auditRecordOf(call)))),
    logger_webhook: () => listenToLog((line) => note('logger_webhook', lineOf(line))),
  }
  const subscriptions = new Map<Section, () => void>()
  /** Listens only to events that some webhook receives. */
  const updateSubscriptions = () => {
    for (const section of hooks) {
      const isEnabled = hooksOf(index, section).length > 0
      if (isEnabled && !subscriptions.has(section)) subscriptions.set(section, sources[section]())
      if (isEnabled) continue
      subscriptions.get(section)?.()
      subscriptions.delete(section)
    }
  }
  updateSubscriptions()
  const unsubscribe = index.listen(updateSubscriptions)

  return {
    stop: async () => {
      unsubscribe()
      for (const stop of subscriptions.values()) stop()
      await writing
      await delivery.stop()
    },
  }
}
