import * as v from 'valibot'
import { get } from '../../core/contract.ts'
import { Charts, Descriptor } from './widgets.ts'

const size = v.optional(v.number(), 0)
const text = v.optional(v.string(), '')

/** A drive of a server; sizes in bytes. `state` is `ok`, or what is wrong with it. */
export const Drive = v.object({
  uuid: text,
  state: v.optional(v.string(), 'unknown'),
  endpoint: text,
  drivePath: text,
  rootDisk: v.optional(v.boolean(), false),
  healing: v.optional(v.boolean(), false),
  /** How far the healing is, from 0 to 1, where the storage tells; an extension to the former console's answer. */
  healed: v.optional(v.number()),
  model: text,
  totalSpace: size,
  usedSpace: size,
  availableSpace: size,
})
export type Drive = v.InferOutput<typeof Drive>

/** A server of the storage: `uptime` in seconds, `network` by peer, `online` or `offline`. */
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

/** What the storage holds, and what it consists of; sizes in bytes. */
export const Info = v.object({
  buckets: size,
  objects: size,
  usage: size,
  /**
   * When usage and objects were reckoned up, `never` before the first time; without it as of now, or nobody knows. An
   * extension to the former console's answer.
   */
  asOf: v.optional(v.string()),
  /**
   * Space on the drives after erasure coding, and how much of it is in use by objects or anything else. Left out where
   * the drives do not report their sizes. Extensions to the former console's answer.
   */
  capacity: v.optional(v.number()),
  used: v.optional(v.number()),
  servers: v.nullish(v.array(Server), []),
  /** What can be shown of the figures, where the console has a source for them. */
  widgets: v.nullish(v.array(Descriptor), null),
  /** Where they come from; an extension to the former console's answer. */
  charts: v.optional(Charts),
})
export type Info = v.InferInput<typeof Info>

/** console-api 2.2. */
export const pages = { '/dashboard': ['admin:ServerInfo'] } as const
export type Page = keyof typeof pages

/** The state of the storage (spec/1 section 2.6, console-api 4.1). */
export const dashboard = { info: get('/api/v1/admin/info', { allow: ['admin:ServerInfo'], reply: Info }) }
