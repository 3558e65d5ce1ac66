import * as v from 'valibot'
import { searchQuery, del, searchResult, get, list, post, put, TargetName, text, textMap } from 'stowage'
import * as messages from './messages.ts'

const needed = ['admin:ConfigUpdate'] as const

/** Page patterns (console-api 2.2); each page requires what its first call requires. */
export const pages = {
  '/notification-endpoints': ['admin:ServerInfo'],
  '/notification-endpoints/add': needed,
  '/notification-endpoints/add/:service': needed,
  '/notification-endpoints/edit/:service/:target': needed,
} as const
export type Page = keyof typeof pages

/**
 * A target in the list. The address is missing if the caller may not see the configuration; queue metrics exist if the
 * storage itself delivers.
 */
export const Endpoint = v.object({
  service: v.string(),
  account_id: v.string(),
  status: v.string(),
  arn: v.optional(v.string()),
  address: v.optional(v.string()),
  /** Saved, but not used until the storage server restarts. */
  restartPending: v.optional(v.boolean()),
  /** In use with its former settings until the storage server restarts. */
  changePending: v.optional(v.boolean()),
  /** Why it is offline, and since when. */
  problem: v.optional(v.string()),
  since: v.optional(v.string()),
  queued: v.optional(v.number()),
  queueLimit: v.optional(v.number()),
  /** Events dropped because the queue was full. */
  dropped: v.optional(v.number()),
})
export type Endpoint = v.InferOutput<typeof Endpoint>

/**
 * A target's settings without secrets: `secrets` names those that are set, `fromEnvironment` those set by environment
 * variables.
 */
export const Target = v.object({
  service: v.string(),
  account_id: v.string(),
  properties: v.record(v.string(), v.string()),
  secrets: v.array(v.string()),
  fromEnvironment: v.record(v.string(), v.string()),
  /** A disabled target keeps its settings and receives no events. */
  state: v.optional(v.picklist(['on', 'off']), 'on'),
})
export type Target = v.InferInput<typeof Target>

/** A step of a connection test: name resolution, connection, certificate. */
export const Step = v.object({
  step: v.picklist(['address', 'connection', 'certificate']),
  outcome: v.picklist(['passed', 'failed']),
  detail: v.optional(v.string()),
  durationMs: v.optional(v.number()),
})
export type Step = v.InferOutput<typeof Step>

/** Settings by key, as text; keys unknown to the service are rejected when saved (422). */
const Properties = textMap(text(64), text(4096), 64, {
  shape: messages.settingsFormat,
  count: 'Enter at most 64 settings',
})

const Saved = v.object({ restart: v.optional(v.boolean(), false) })

/** Notification endpoints (spec/2 sections 2 and 3, console-api 11). */
export const notifications = {
  list: get('/api/v1/admin/notification_endpoints', {
    allow: ['admin:ServerInfo'],
    reply: v.object({ notification_endpoints: v.nullish(v.array(Endpoint), []) }),
  }),
  add: post('/api/v1/admin/notification_endpoints', {
    allow: needed,
    status: 201,
    body: v.object({ service: text(64), account_id: TargetName, properties: Properties }),
    reply: v.object({
      service: v.string(),
      account_id: v.string(),
      properties: v.record(v.string(), v.string()),
      ...Saved.entries,
    }),
  }),
  /** A service's default target, for clients of the former console. */
  former: get('/api/v1/configs/notify_:service', {
    allow: needed,
    reply: v.object({
      name: v.string(),
      key_values: v.array(v.object({ key: v.string(), value: v.optional(v.string()) })),
    }),
  }),
  /** Creates or changes a target, for clients of the former console; the default one unless another is named. */
  save: put('/api/v1/configs/notify_:service', {
    allow: needed,
    body: v.object({
      key_values: list(v.object({ key: text(64), value: v.optional(text(4096), '') }), 64),
      arn_resource_id: v.optional(TargetName, '_'),
    }),
    reply: Saved,
  }),
  /** Extensions from here on: the former console saved only default targets. */
  target: get('/api/v1/admin/notification_endpoints/:service/:target', { allow: needed, reply: Target }),
  /** Omitted settings stay, including secrets; empty ones are cleared. */
  set: put('/api/v1/admin/notification_endpoints/:service/:target', {
    allow: needed,
    body: v.object({ properties: Properties }),
    reply: Saved,
  }),
  remove: del('/api/v1/admin/notification_endpoints/:service/:target', { allow: needed, reply: Saved }),
  /** Connects to a service and checks its certificate without sending anything; stores no settings. */
  test: post('/api/v1/admin/notification_endpoints/test', {
    effect: 'none',
    allow: needed,
    body: v.object({ service: text(64), properties: Properties }),
    reply: v.object({ steps: v.array(Step) }),
  }),
  /** For the command palette: targets whose service or name contains a text. */
  find: get('/api/v1/find/notification-endpoints', {
    allow: ['admin:ServerInfo'],
    query: searchQuery,
    reply: searchResult(Endpoint),
  }),
  /** Subscribed targets by bucket, as far as the caller may see them; `partial` if there are more. */
  buckets: get('/api/v1/admin/notification_buckets', {
    allow: needed,
    reply: v.object({
      buckets: v.array(v.object({ name: v.string(), arns: v.array(v.string()) })),
      partial: v.optional(v.boolean(), false),
    }),
  }),
}
