import * as v from 'valibot'
import { del, get, post, put, stream } from 'stowage'
import { type MetricId, alertMetrics } from './metrics.ts'
import { Webhook, WebhookFormat } from './webhook.ts'
import * as wording from '../messages.ts'

const metric = v.picklist(Object.keys(alertMetrics) as [MetricId, ...MetricId[]], 'Choose a metric')
const level = v.picklist(['warning', 'danger'], 'Choose warning or danger')

const threshold = v.pipe(
  v.number('Enter a number'),
  v.minValue(0, 'Threshold: enter 0 or more'),
  v.maxValue(1e12, 'Threshold: enter at most 1,000,000,000,000'),
)
const durationSeconds = v.pipe(
  v.number('Enter a number'),
  v.integer('Duration: enter whole seconds'),
  v.minValue(0, 'Duration: enter 0 or more seconds'),
  v.maxValue(604_800, wording.durationTooLong),
)

/** An alert starts when `metric` is beyond `threshold` for `durationSeconds`. */
export const RuleEntry = v.object({ id: v.string(), metric, level, threshold, durationSeconds, enabled: v.boolean() })

/**
 * An alert runs until `ended` is set; `value` is the metric's last value, `source` its origin, and `part` the name of
 * the first server or drive that it is about.
 */
export const Alert = v.object({
  id: v.string(),
  rule: v.string(),
  metric,
  level,
  threshold: v.number(),
  value: v.number(),
  source: v.optional(v.string()),
  part: v.optional(v.string()),
  started: v.string(),
  ended: v.optional(v.string()),
  /** Delivery to the webhook, of the start and later of the end. */
  delivery: v.optional(
    v.object({
      state: v.picklist(['waiting', 'delivered', 'failed']),
      tries: v.number(),
      reason: v.optional(v.string()),
    }),
  ),
})
export type Alert = v.InferOutput<typeof Alert>

export const Running = v.object({ ...Alert.entries, title: v.string(), text: v.string() })
export type Running = v.InferOutput<typeof Running>

/** Editable fields of a rule. */
export const Change = v.object({ threshold, durationSeconds, enabled: v.boolean() })
export type Change = v.InferOutput<typeof Change>

/** A custom rule. */
export const OwnRule = v.object({ metric, level, threshold, durationSeconds })
export type OwnRule = v.InferOutput<typeof OwnRule>

const readRights = ['admin:ServerInfo'] as const
const changeRights = ['admin:ConfigUpdate'] as const

/** Alerts: thresholds on the storage's metrics, evaluated by the console itself. Not part of the storage's API. */
export const alerts = {
  alerts: get('/api/v1/admin/alerts', {
    allow: readRights,
    reply: v.object({
      /** Running ones first; each group newest first. */
      alerts: v.array(Alert),
      /** Whether alerts survive a restart of the console. */
      durable: v.boolean(),
      /** When metrics of servers and drives last arrived; `undefined` before. */
      updated: v.optional(v.string()),
      /** Why metrics are missing while the dashboard is closed, and since when. */
      missingData: v.optional(v.object({ since: v.string(), message: v.string() })),
    }),
  }),
  /** Running alerts, sent immediately and after every change. Does not count as session activity. */
  running: stream('/ws/alerts', { allow: readRights, message: v.object({ alerts: v.array(Running) }) }),
  rules: get('/api/v1/admin/alerts/rules', {
    allow: readRights,
    reply: v.object({
      rules: v.array(v.object({ ...RuleEntry.entries, own: v.boolean(), value: v.optional(v.number()) })),
      /** The webhook's address, or only its host if the caller may not change it; empty if there is none. */
      endpoint: v.string(),
      format: v.optional(WebhookFormat, 'json'),
      /** Whether messages are signed. The secret itself is never returned. */
      signed: v.optional(v.boolean(), false),
    }),
  }),
  changeRule: put('/api/v1/admin/alerts/rules/:id', { allow: changeRights, body: Change }),
  addRule: post('/api/v1/admin/alerts/rules', {
    allow: changeRights,
    body: OwnRule,
    status: 201,
    reply: v.object({ id: v.string() }),
  }),
  removeRule: del('/api/v1/admin/alerts/rules/:id', { allow: changeRights, status: 204 }),
  setHook: put('/api/v1/admin/alerts/webhook', { allow: changeRights, body: Webhook }),
  tryHook: post('/api/v1/admin/alerts/webhook/test', { allow: changeRights, body: Webhook }),
}
