import * as v from 'valibot'
import { asked, del, found, get, list, post, put, TargetName, text, texts } from 'stowage'

const needed = ['admin:ConfigUpdate'] as const

/** The patterns of console-api 2.2; each page requires what its first call requires. */
export const pages = {
  '/notification-endpoints': ['admin:ServerInfo'],
  '/notification-endpoints/add': needed,
  '/notification-endpoints/add/:service': needed,
  '/notification-endpoints/edit/:service/:target': needed,
} as const
export type Page = keyof typeof pages

/**
 * A target as the list has it. Whoever may not see the configuration is told no address; what waits is known where the
 * storage itself delivers.
 */
export const Endpoint = v.object({
  service: v.string(),
  account_id: v.string(),
  status: v.string(),
  arn: v.optional(v.string()),
  address: v.optional(v.string()),
  /** Saved, but not used before the storage server has restarted. */
  restart: v.optional(v.literal('needed')),
  /** Why it is offline, and since when. */
  problem: v.optional(v.string()),
  since: v.optional(v.string()),
  waiting: v.optional(v.number()),
  limit: v.optional(v.number()),
  /** Events that found no room any more. */
  lost: v.optional(v.number()),
})
export type Endpoint = v.InferOutput<typeof Endpoint>

/**
 * A target's settings: no secret is among the values, `secrets` names those that are set, `held` what variables hold.
 */
export const Target = v.object({
  service: v.string(),
  account_id: v.string(),
  properties: v.record(v.string(), v.string()),
  secrets: v.array(v.string()),
  held: v.record(v.string(), v.string()),
  /** A target that is switched off stays and is told of nothing. */
  state: v.optional(v.picklist(['on', 'off']), 'on'),
})
export type Target = v.InferInput<typeof Target>

/** A step of a test from the console: finding the service, connecting, and looking at its certificate. */
export const Step = v.object({
  step: v.picklist(['address', 'connection', 'certificate']),
  outcome: v.picklist(['passed', 'failed']),
  detail: v.optional(v.string()),
  ms: v.optional(v.number()),
})
export type Step = v.InferOutput<typeof Step>

/** Settings by their keys, as texts; which of them a service has is told when they are saved (422). */
const Properties = texts(text(64), text(4096), 64, {
  shape: 'Enter settings by name, each a text of at most 4,096 bytes',
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
  /** A service's default target, as the former console's clients read it. */
  former: get('/api/v1/configs/notify_:service', {
    allow: needed,
    reply: v.object({
      name: v.string(),
      key_values: v.array(v.object({ key: v.string(), value: v.optional(v.string()) })),
    }),
  }),
  /** What the former console's form calls: makes or changes a target, the default one unless it names another. */
  save: put('/api/v1/configs/notify_:service', {
    allow: needed,
    body: v.object({
      key_values: list(v.object({ key: text(64), value: v.optional(text(4096), '') }), 64),
      arn_resource_id: v.optional(TargetName, '_'),
    }),
    reply: Saved,
  }),
  /** Extensions from here on: the old console only ever saved default targets. */
  target: get('/api/v1/admin/notification_endpoints/:service/:target', { allow: needed, reply: Target }),
  /** What is not named stays as it is, secrets among it; what is empty is cleared. */
  set: put('/api/v1/admin/notification_endpoints/:service/:target', {
    allow: needed,
    body: v.object({ properties: Properties }),
    reply: Saved,
  }),
  remove: del('/api/v1/admin/notification_endpoints/:service/:target', { allow: needed, reply: Saved }),
  /**
   * Reaches a service from the console as far as its certificate, and says nothing there; what is not saved yet is not
   * kept either.
   */
  test: post('/api/v1/admin/notification_endpoints/test', {
    effect: 'none',
    allow: needed,
    body: v.object({ service: text(64), properties: Properties }),
    reply: v.object({ steps: v.array(Step) }),
  }),
  /** For the palette: targets whose service and name hold a text. */
  find: get('/api/v1/find/notification-endpoints', {
    allow: ['admin:ServerInfo'],
    query: asked,
    reply: found(Endpoint),
  }),
  /** Which buckets tell which targets, as far as the caller may see that; `partial` where there is more. */
  buckets: get('/api/v1/admin/notification_buckets', {
    allow: needed,
    reply: v.object({
      buckets: v.array(v.object({ name: v.string(), arns: v.array(v.string()) })),
      partial: v.optional(v.boolean(), false),
    }),
  }),
}
