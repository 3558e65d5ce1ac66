import { hostname } from 'node:os'
import type { Background } from 'stowage/server'
import {
  auditRecordOf,
  startDelivery,
  type EmbeddedBackgroundContext,
  enqueue,
  type Webhook,
  type Index,
  type LogLine,
  nameOf,
  type Pause,
  type SettingsRecord,
} from 'stowage/engines/embedded'

const hooks = ['audit_webhook', 'logger_webhook'] as const
type Section = (typeof hooks)[number]

/** Whether a section's targets are webhooks. */
export const isHook = (name: string): name is Section => hooks.some((one) => one === name)

/** Whether a webhook is told anything. */
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

/** A line of the log, of the shape in which a MinIO server tells it. */
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

/** So many records are kept in one transaction, and so many wait for it at most; further ones are lost. */
const [BATCH, MOST] = [500, 10_000]

/**
 * Keeps calls and log lines for the webhooks that are to be told of them, in the order in which they came, and tells
 * them. What was answered in the last moments before a crash may be missing, nothing else.
 */
export const background = (ground: EmbeddedBackgroundContext, pause?: Pause): Background => {
  const { index, tracer, listenToLog, log } = ground
  const queue = { events: index.records, backlogs: index.recordBacklogs }
  const delivery = startDelivery(
    ground,
    { ...queue, authorization: (token) => token, hooks: () => hooks.flatMap((section) => hooksOf(index, section)) },
    pause,
  )
  const waiting: { section: Section; text: string }[] = []
  let writing: Promise<void> | undefined
  let isTelling = false

  const write = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH)
      try {
        await index.writeAnyway(() => {
          const all = new Map(hooks.map((section) => [section, hooksOf(index, section)]))
          for (const { section, text } of batch)
            for (const hook of all.get(section) ?? []) enqueue(index, queue, hook, () => text)
        })
      } catch (error) {
        // this one line would only be lost in the same way
        isTelling = true
        log.error({ err: error, lost: batch.length }, 'records for webhooks could not be kept')
        isTelling = false
      }
    }
    // at once: what comes before anybody hears of the end must begin another one
    writing = undefined
  }

  const note = (section: Section, text: string) => {
    if (isTelling || waiting.length >= MOST) return
    waiting.push({ section, text })
    writing ??= write()
  }

  const sources = {
    audit_webhook: () => tracer.listen((call) => note('audit_webhook', JSON.stringify(auditRecordOf(call)))),
    logger_webhook: () => listenToLog((line) => note('logger_webhook', lineOf(line))),
  }
  const leaving = new Map<Section, () => void>()
  /** Nothing is listened to that nobody is told of. */
  const follow = () => {
    for (const section of hooks) {
      const isWanted = hooksOf(index, section).length > 0
      if (isWanted && !leaving.has(section)) leaving.set(section, sources[section]())
      if (isWanted) continue
      leaving.get(section)?.()
      leaving.delete(section)
    }
  }
  follow()
  const leave = index.listen(follow)

  return {
    stop: async () => {
      leave()
      for (const stop of leaving.values()) stop()
      await writing
      await delivery.stop()
    },
  }
}
