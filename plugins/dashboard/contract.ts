import * as v from 'valibot'
import { get } from 'stowage'
import { Charts, Descriptor } from './widgets.ts'

const size = v.optional(v.number(), 0)
const text = v.optional(v.string(), '')

/** A drive of a server; sizes in bytes. `state` is `ok` or the problem. */
export const Drive = v.object({
  uuid: text,
  state: v.optional(v.string(), 'unknown'),
  endpoint: text,
  drivePath: text,
  rootDisk: v.optional(v.boolean(), false),
  healing: v.optional(v.boolean(), false),
  /** Healing progress from 0 to 1, if the storage reports it. Not in the former console's response. */
  healed: v.optional(v.number()),
  model: text,
  totalSpace: size,
  usedSpace: size,
  availableSpace: size,
})
export type Drive = v.InferOutput<typeof Drive>

/** A server of the storage: `uptime` in seconds; `network` by peer, `online` or `offline`. */
export const Server = v.object({
  state: v.optional(v.string(), 'unknown'),
  endpoint: text,
  uptime: v.optional(v.number()),
  version: v.optional(v.string()),
  commitID: text,
  poolNumber: v.optional(v.number()),
  network: v.optional(v.record(v.string(), v.string()), {}),
  drives: v.optional(v.array(Drive), []),
})
export type Server = v.InferOutput<typeof Server>

/** Usage and topology of the storage; sizes in bytes. */
export const Info = v.object({
  buckets: size,
  objects: size,
  usage: size,
  /**
   * Time of the scan that counted usage and objects; `never` before the first one; missing if current or unknown. Not
   * in the former console's response.
   */
  asOf: v.optional(v.string()),
  /**
   * Space on the drives after erasure coding, and how much of it is in use by objects or anything else. Missing if the
   * drives do not report sizes. Not in the former console's response.
   */
  capacity: v.optional(v.number()),
  used: v.optional(v.number()),
  servers: v.nullish(v.array(Server), []),
  /** Available widgets, if the console has a source for them. */
  widgets: v.nullish(v.array(Descriptor), null),
  /** Source of the charts. Not in the former console's response. */
  charts: v.optional(Charts),
})
export type Info = v.InferInput<typeof Info>

export { describeForecast } from './forecast-text.ts'
export { outlook } from './outlook.ts'

export const pages = { '/dashboard': ['admin:ServerInfo'] } as const
export type Page = keyof typeof pages

/** State of the storage (spec/1 section 2.6, console-api 2.2 and 4.1). */
export const dashboard = { info: get('/api/v1/admin/info', { allow: ['admin:ServerInfo'], reply: Info }) }
