import * as v from 'valibot'
import { stream } from '../../core/contract.ts'
import { most, text as limited } from '../../core/limits.ts'

/** From which level on lines are told of; those without any level only where all are. */
export const levels = ['all', 'warning', 'error'] as const
export type Level = (typeof levels)[number]

const text = v.optional(v.string(), '')

/** Which lines to tell of: those that pass all of this. */
export const Filter = v.object({
  /** Part of the node's name, in any case. */
  node: v.optional(limited(most.name), ''),
  level: v.optional(v.picklist(levels), 'all'),
  /** Part of the call's name, in any case. */
  api: v.optional(limited(most.word), ''),
})
export type Filter = v.InferOutput<typeof Filter>

/** One line of the log (console-api 16.3). A line that is text alone has it as `ConsoleMsg`, and nothing else but its node. */
export const LogLine = v.object({
  ConsoleMsg: text,
  node: text,
  level: text,
  errKind: text,
  /** As the former console has it: `15:04:05 UTC 01/31/2026`. */
  time: text,
  /** The same in RFC 3339, an extension; empty for what says no time. */
  at: text,
  deploymentid: text,
  api: v.optional(v.object({ name: text, args: v.optional(v.object({ bucket: text, object: text }), {}) })),
  remotehost: text,
  host: text,
  requestID: text,
  userAgent: text,
  message: text,
  error: v.optional(
    v.object({ message: text, source: v.optional(v.array(v.string()), []), variables: v.optional(v.record(v.string(), v.string()), {}) }),
  ),
})
export type LogLine = v.InferOutput<typeof LogLine>

/** console-api 2.2. */
export const pages = { '/logs': ['admin:ConsoleLog'] } as const
export type Page = keyof typeof pages

/** What the storage writes into its log (spec/3, console-api 16.3). */
export const logs = {
  follow: stream('/ws/console', { allow: ['admin:ConsoleLog'], query: Filter, message: LogLine }),
}
