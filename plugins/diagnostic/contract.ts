import * as v from 'valibot'
import { get, limits, parseGoDuration, stream, text } from 'stowage'
import * as messages from './messages.ts'

/** Parts of a report: labels, and their keys in `sys`. */
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

/** Maximum duration of a report, in s. */
const MAX_SECONDS = 3600

/** A duration in Go syntax, from a second to an hour, which is also the servers' limit. */
const deadline = v.pipe(
  text(limits.word),
  v.regex(/^(\d+(\.\d+)?(h|ms|m|s))+$/, messages.durationFormat),
  v.transform((span) => parseGoDuration(span) / 1e9),
  v.check((seconds) => seconds >= 1 && seconds <= MAX_SECONDS, 'Enter from 1s to 1h'),
)

/**
 * A partial report or, without `reached`, the complete one (console-api 16.6). `reached`, an extension, is the number
 * of servers that have answered per part.
 */
export const Report = v.looseObject({
  timestamp: v.string(),
  version: v.optional(v.string()),
  error: v.optional(v.string()),
  reached: v.optional(v.record(v.string(), v.number())),
})
export type Report = v.InferOutput<typeof Report>

const integer = (least: number, greatest: number, fallback: string) =>
  v.optional(
    v.pipe(
      text(limits.word),
      v.regex(/^\d+$/, 'Enter a whole number'),
      v.transform(Number),
      v.minValue(least, `Enter a number from ${least}`),
      v.maxValue(greatest, messages.numberTooHigh(greatest)),
    ),
    fallback,
  )

export const speedKinds = ['object', 'drive', 'net'] as const
export type SpeedKind = (typeof speedKinds)[number]

const Load = v.object({
  /** Duration of each step, in s. */
  seconds: integer(1, 60, '5'),
  /** Size of the largest object or of the data written to a drive, in MiB. */
  size: integer(1, 1024, '64'),
  /** Number of parallel requests. */
  concurrent: integer(1, 256, '16'),
})
export type Load = v.InferOutput<typeof Load>

const Rate = v.object({
  /** An object's size in bytes, a drive or a server. */
  of: v.union([v.number(), v.string()]),
  server: v.optional(v.string(), ''),
  /** Bytes per second: objects written and read, drives written and read, or data sent and received by servers. */
  write: v.number(),
  read: v.number(),
  error: v.optional(v.string(), ''),
})
export type Rate = v.InferOutput<typeof Rate>

/** Results of a speed test so far. */
export const Speed = v.object({ rates: v.array(Rate), done: v.boolean() })
export type Speed = v.InferOutput<typeof Speed>

export const pages = { '/health-info': ['admin:OBDInfo'] } as const
export type Page = keyof typeof pages

/** Diagnostics of the storage's servers (spec/3, console-api 2.2 and 16.6); everything but `report` is an extension. */
export const diagnostic = {
  report: stream('/ws/health-info', {
    allow: ['admin:OBDInfo'],
    query: v.object({ deadline }),
    message: Report,
    starts: () => true,
  }),
  /** Puts load on the storage; a storage server answers no other S3 requests during the test. */
  speed: stream('/ws/speedtest/:kind', { allow: ['admin:OBDInfo'], query: Load, message: Speed, starts: () => true }),
  /** A CPU profile of the given duration or a memory profile, as a file for profiling tools. */
  profile: get('/api/v1/admin/profile', {
    allow: ['admin:Profiling'],
    effect: 'changes',
    snapshotCall: false,
    query: v.object({ type: v.picklist(['cpu', 'mem']), seconds: integer(1, 60, '10') }),
    reply: 'bytes',
  }),
}
