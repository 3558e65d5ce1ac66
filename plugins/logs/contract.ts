import * as v from 'valibot'
import { type AuditField, auditFields, auditSources, get, list, most, post, stream, text as limited } from 'stowage'

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

/**
 * One line of the log (console-api 16.3). A line that is text alone has it as `ConsoleMsg`, and nothing else but its
 * node.
 */
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
    v.object({
      message: text,
      source: v.optional(v.array(v.string()), []),
      variables: v.optional(v.record(v.string(), v.string()), {}),
    }),
  ),
})
export type LogLine = v.InferOutput<typeof LogLine>

const isField = (name: string): name is AuditField => auditFields.some((field) => field === name)

/** A field and a pattern with a colon between them: `.` stands for any character, `*` for any run of them. */
const Pattern = v.pipe(
  limited(most.key + most.word),
  v.check((text) => isField(text.split(':')[0] ?? ''), `Begin with ${auditFields.join(', ')}, and a colon`),
  v.transform((text) => ({
    field: text.slice(0, text.indexOf(':')) as AuditField,
    pattern: text.slice(text.indexOf(':') + 1),
  })),
)

const moment = v.pipe(
  limited(most.word),
  v.check((text) => text === '' || !Number.isNaN(Date.parse(text)), 'Enter a moment such as 2026-01-31T12:00:00Z'),
  v.transform((text) => (text === '' ? undefined : Date.parse(text))),
)

const whole = (least: number, highest: number) =>
  v.pipe(
    limited(most.word),
    v.regex(/^\d{1,7}$/, 'Enter a number'),
    v.transform(Number),
    v.minValue(least),
    v.maxValue(highest),
  )

/** A place in what is found, as an answer gave it. */
const Cursor = v.pipe(
  limited(most.word),
  v.regex(/^(\d{1,16}-\d{1,16})?$/, 'Take it from the answer before'),
  v.transform((text) =>
    text === '' ? undefined : ([Number(text.split('-')[0]), Number(text.split('-')[1])] as const),
  ),
)

/** What is searched for: all of it has to hold (console-api 16.7). */
export const Search = v.object({
  fp: v.optional(
    v.union([
      list(Pattern, 12),
      v.pipe(
        Pattern,
        v.transform((one) => [one]),
      ),
    ]),
    [],
  ),
  pageSize: v.optional(whole(1, 10_000), '10'),
  pageNo: v.optional(whole(0, 1_000_000), '0'),
  order: v.optional(v.picklist(['timeDesc', 'timeAsc']), 'timeDesc'),
  timeStart: v.optional(moment, ''),
  timeEnd: v.optional(moment, ''),
  q: v.optional(limited(most.word), 'reqinfo'),
  /** An extension: records of the storage server's calls alone, or of what was done by this console. */
  source: v.optional(v.picklist(['all', ...auditSources]), 'all'),
  /** An extension: only calls that may have changed something, not those that read. */
  changes: v.optional(v.picklist(['true', 'false']), 'false'),
  /** An extension: the `next` of the answer before, in place of a page's number. */
  after: v.optional(Cursor, ''),
})
export type Search = v.InferOutput<typeof Search>

/** One call that the storage has served (console-api 16.7); those after the time that it took are extensions. */
export const AuditRecord = v.object({
  time: v.string(),
  api_name: text,
  bucket: text,
  object: text,
  remote_host: text,
  request_id: text,
  user_agent: text,
  response_status: text,
  response_status_code: v.optional(v.number(), 0),
  request_content_length: v.nullish(v.number(), null),
  response_content_length: v.nullish(v.number(), null),
  time_to_response_ns: v.optional(v.number(), 0),
  access_key: text,
  request_path: text,
  error: text,
  source: v.optional(v.picklist(auditSources), 'server'),
  /** What it was about, before and after, as JSON without secrets. */
  before: v.optional(v.string()),
  after: v.optional(v.string()),
})
export type AuditRecord = v.InferOutput<typeof AuditRecord>

/**
 * How records of the storage's calls come here, as far as whoever asks may know; `elsewhere` they are with a search
 * service.
 */
export const sent = ['by-itself', 'set-up', 'not-set-up', 'unknown', 'elsewhere'] as const
export type Sent = (typeof sent)[number]

/** Where a storage server's audit webhook sends its records. */
export const INTAKE = '/api/v1/logs/audit'

/** console-api 2.2. */
export const pages = { '/logs': ['admin:ConsoleLog'] } as const
export type Page = keyof typeof pages

/** What the storage writes into its log (spec/3, console-api 16.3). */
export const logs = {
  follow: stream('/ws/console', { allow: ['admin:ConsoleLog'], query: Filter, message: LogLine, slow: 'loses' }),
  /** 503 where none are kept; `next` where there may be more, and `seen` the moment that a long search has come to. */
  search: get('/api/v1/logs/search', {
    allow: ['admin:ConsoleLog'],
    query: Search,
    reply: v.object({
      results: v.nullish(v.array(AuditRecord)),
      next: v.optional(v.string()),
      seen: v.optional(v.string()),
    }),
  }),
  /**
   * What is kept, for how long and how many bytes at most, and whether the storage sends records here; `lack` says why
   * that cannot be set up.
   */
  kept: get('/api/v1/logs/kept', {
    allow: ['admin:ConsoleLog'],
    reply: v.object({
      count: v.number(),
      since: v.optional(v.string()),
      sent: v.picklist(sent),
      limits: v.object({ days: v.number(), bytes: v.number() }),
      problem: v.optional(v.string()),
      lack: v.optional(v.string()),
    }),
  }),
  /** Has the storage server send its audit records to this console, which it reaches by the address. */
  setUp: post('/api/v1/logs/audit-webhook', {
    allow: ['admin:ConsoleLog', 'admin:ConfigUpdate'],
    body: v.object({ address: limited(most.key) }),
    reply: v.object({ restart: v.optional(v.boolean(), false) }),
  }),
  /**
   * One record, or a line for each; answered once they are on disk. 401 without the token, 503 while they cannot be
   * kept.
   */
  take: post(INTAKE, { allow: 'anyone', status: 204, body: 'text' }),
}
