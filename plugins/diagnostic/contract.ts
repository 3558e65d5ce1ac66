import * as v from 'valibot'
import { get, stream } from '../../core/contract.ts'
import { nanosecondsOf } from '../../core/elapsed.ts'
import { most, text } from '../../core/limits.ts'

/** The parts of a report: what people call them, and under what name they stand in `sys`. */
export const parts = [
  { id: 'osinfo', title: 'Servers' },
  { id: 'partitions', title: 'Drives' },
  { id: 'meminfo', title: 'Memory' },
  { id: 'netinfo', title: 'Network' },
  { id: 'procinfo', title: 'Processes' },
  { id: 'services', title: 'Services' },
  { id: 'config', title: 'Configuration' },
  { id: 'errors', title: 'Errors' },
] as const
export type Part = (typeof parts)[number]['id']

/** In s: how long a report may take. */
const LONGEST = 3600

/** A span as Go writes it, from a second to an hour: it is the servers' limit as well. */
const deadline = v.pipe(
  text(most.word),
  v.regex(/^(\d+(\.\d+)?(h|ms|m|s))+$/, 'Enter a time such as 10m or 1h'),
  v.transform((span) => nanosecondsOf(span) / 1e9),
  v.check((seconds) => seconds >= 1 && seconds <= LONGEST, 'Enter from 1s to 1h'),
)

/**
 * A report as far as it is made, or, at the end, whole; then `reached` is not there (console-api 16.6). `reached` is
 * how many servers have answered for which part, an extension.
 */
export const Report = v.looseObject({
  timestamp: v.string(),
  version: v.optional(v.string()),
  error: v.optional(v.string()),
  reached: v.optional(v.record(v.string(), v.number())),
})
export type Report = v.InferOutput<typeof Report>

const whole = (least: number, greatest: number, fallback: string) =>
  v.optional(
    v.pipe(
      text(most.word),
      v.regex(/^\d+$/, 'Enter a whole number'),
      v.transform(Number),
      v.minValue(least, `Enter a number from ${least}`),
      v.maxValue(greatest, `Enter a number up to ${greatest}`),
    ),
    fallback,
  )

export const speedKinds = ['object', 'drive', 'net'] as const
export type SpeedKind = (typeof speedKinds)[number]

const Load = v.object({
  /** Of each step of the test, in s. */
  seconds: whole(1, 60, '5'),
  /** The largest object, or what is written to a drive, in MiB. */
  size: whole(1, 1024, '64'),
  /** How many objects at once. */
  concurrent: whole(1, 256, '16'),
})
export type Load = v.InferOutput<typeof Load>

const Rate = v.object({
  /** An object's size in bytes, a drive or a server. */
  of: v.union([v.number(), v.string()]),
  server: v.optional(v.string(), ''),
  /** Bytes a second: of objects put and got, written to drives and read from them, sent and received by servers. */
  write: v.number(),
  read: v.number(),
  error: v.optional(v.string(), ''),
})
export type Rate = v.InferOutput<typeof Rate>

/** What a speed test has measured so far. */
export const Speed = v.object({ rates: v.array(Rate), done: v.boolean() })
export type Speed = v.InferOutput<typeof Speed>

/** console-api 2.2. */
export const pages = { '/health-info': ['admin:OBDInfo'] } as const
export type Page = keyof typeof pages

/**
 * What is known of the servers that make up the storage (spec/3, console-api 16.6); what is not `report` is an
 * extension.
 */
export const diagnostic = {
  report: stream('/ws/health-info', {
    allow: ['admin:OBDInfo'],
    query: v.object({ deadline }),
    message: Report,
    begins: () => true,
  }),
  /** Loads the storage for a while; a storage server answers no other calls of S3 meanwhile. */
  speed: stream('/ws/speedtest/:kind', { allow: ['admin:OBDInfo'], query: Load, message: Speed, begins: () => true }),
  /** What the servers do for so many seconds, or what they hold in memory, as a file for programs that read such. */
  profile: get('/api/v1/admin/profile', {
    allow: ['admin:Profiling'],
    effect: 'changes',
    seenBy: 'nothing',
    query: v.object({ type: v.picklist(['cpu', 'mem']), seconds: whole(1, 60, '10') }),
    reply: 'bytes',
  }),
}
