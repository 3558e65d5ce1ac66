import * as v from 'valibot'
import { del, get, post, put, stream } from '../../../core/contract.ts'
import { most, text } from '../../../core/limits.ts'
import { type FigureId, figures } from './figures.ts'

const figure = v.picklist(Object.keys(figures) as [FigureId, ...FigureId[]], 'Choose a figure')
const level = v.picklist(['warning', 'danger'], 'Choose warning or danger')

const threshold = v.pipe(
  v.number('Enter a number'),
  v.minValue(0, 'Threshold: enter 0 or more'),
  v.maxValue(1e12, 'Threshold: enter at most 1,000,000,000,000'),
)
const hold = v.pipe(
  v.number('Enter a number'),
  v.integer('Hold: enter whole seconds'),
  v.minValue(0, 'Hold: enter 0 or more seconds'),
  v.maxValue(604_800, 'Hold: enter at most a week, 604,800 seconds'),
)

/** When an alert begins: `figure` beyond `threshold` for `hold` seconds. */
export const RuleEntry = v.object({ id: v.string(), figure, level, threshold, hold, on: v.boolean() })

/** An alert: it runs until it has `ended`; `value` is the figure's last one, `where` what it is about. */
export const Alert = v.object({
  id: v.string(),
  rule: v.string(),
  figure,
  level,
  threshold: v.number(),
  value: v.number(),
  where: v.optional(v.string()),
  began: v.string(),
  ended: v.optional(v.string()),
  /** Of the webhook that was to be told: of the beginning, and later of the end. */
  told: v.optional(
    v.object({
      state: v.picklist(['waiting', 'delivered', 'given-up']),
      tries: v.number(),
      reason: v.optional(v.string()),
    }),
  ),
})
export type Alert = v.InferOutput<typeof Alert>

/** One that runs, in words: what is the matter, and how much and where. */
export const Running = v.object({ ...Alert.entries, title: v.string(), text: v.string() })
export type Running = v.InferOutput<typeof Running>

/** What of a rule can be changed. */
export const Change = v.object({ threshold, hold, on: v.boolean() })
export type Change = v.InferOutput<typeof Change>

/** A rule of people's own. */
export const OwnRule = v.object({ figure, level, threshold, hold })
export type OwnRule = v.InferOutput<typeof OwnRule>

const endpoint = v.pipe(
  text(most.key),
  v.check(
    (address) => address === '' || /^https?:\/\/[^/]/.test(address),
    'Endpoint: enter an address that begins with http:// or https://, or nothing',
  ),
)

const look = ['admin:ServerInfo'] as const
const change = ['admin:ConfigUpdate'] as const

/**
 * Alerts: thresholds on the storage's figures, watched by the console itself. They are no part of the storage's own
 * API.
 */
export const alerts = {
  alerts: get('/api/v1/admin/alerts', {
    allow: look,
    reply: v.object({
      /** Running ones first, each group with the latest first. */
      alerts: v.array(Alert),
      /** Where they are kept: in memory they are gone with the console. */
      kept: v.picklist(['lasting', 'memory']),
      /** When the figures of servers and drives were last seen; nothing before they were. */
      seen: v.optional(v.string()),
      /** Why the storage's figures are not seen while nobody looks at the dashboard, and since when. */
      blind: v.optional(v.object({ since: v.string(), message: v.string() })),
    }),
  }),
  /** Those that run, at once and whenever one begins or ends. A feed does not count as use of the session. */
  running: stream('/ws/alerts', { allow: look, message: v.object({ alerts: v.array(Running) }) }),
  rules: get('/api/v1/admin/alerts/rules', {
    allow: look,
    reply: v.object({
      rules: v.array(v.object({ ...RuleEntry.entries, own: v.boolean(), value: v.optional(v.number()) })),
      /** Where alerts are told; its host alone for whoever may not change it, and empty where nobody is told. */
      endpoint: v.string(),
    }),
  }),
  changeRule: put('/api/v1/admin/alerts/rules/:id', { allow: change, body: Change }),
  addRule: post('/api/v1/admin/alerts/rules', {
    allow: change,
    body: OwnRule,
    status: 201,
    reply: v.object({ id: v.string() }),
  }),
  removeRule: del('/api/v1/admin/alerts/rules/:id', { allow: change, status: 204 }),
  setHook: put('/api/v1/admin/alerts/webhook', { allow: change, body: v.object({ endpoint }) }),
  tryHook: post('/api/v1/admin/alerts/webhook/test', { allow: change, body: v.object({ endpoint }) }),
}
