import * as v from 'valibot'
import { get, list, limits as most, names, post, stream, text as limited } from 'stowage'
import { type AuditField, auditFields, auditSources } from './audit-search.ts'
import * as messages from './messages.ts'

/** Minimum level of lines; lines without a level are included only in `all`. */
export const levels = ['all', 'warning', 'error'] as const
export type Level = (typeof levels)[number]

const text = v.optional(v.string(), '')

/** Filters of log lines; a line must match all of them. */
export const Filter = v.object({
  /** Part of the node's name, case-insensitive. */
  node: v.optional(limited(most.name), ''),
  level: v.optional(v.picklist(levels), 'all'),
  /** Part of the API name, case-insensitive. */
  api: v.optional(limited(most.word), ''),
})
export type Filter = v.InferOutput<typeof Filter>

/** A log line (console-api 16.3). A plain text line has only `ConsoleMsg` and its node. */
export const LogLine = v.object({
  ConsoleMsg: text,
  node: text,
  level: text,
  errKind: text,
  /** In the former console's format: `15:04:05 UTC 01/31/2026`. */
  time: text,
  /** The same in RFC 3339, an extension; empty if unknown. */
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

/** A field and a pattern, separated by a colon: `.` matches any character, `*` any sequence. */
const Pattern = v.pipe(
  limited(most.key + most.word),
  v.check((text) => isField(text.split(':')[0] ?? ''), messages.filterFormat(auditFields.join(', '))),
  v.transform((text) => ({
    field: text.slice(0, text.indexOf(':')) as AuditField,
    pattern: text.slice(text.indexOf(':') + 1),
  })),
)

const moment = v.pipe(
  limited(most.word),
  v.check((text) => text === '' || !Number.isNaN(Date.parse(text)), messages.timeFormat),
  v.transform((text) => (text === '' ? undefined : Date.parse(text))),
)

const integer = (least: number, highest: number) =>
  v.pipe(
    limited(most.word),
    v.regex(/^\d{1,7}$/, 'Enter a number'),
    v.transform(Number),
    v.minValue(least),
    v.maxValue(highest),
  )

/** Cursor of a search, from an earlier response. */
const Cursor = v.pipe(
  limited(most.word),
  v.regex(/^(\d{1,16}-\d{1,16})?$/, messages.cursorInvalid),
  v.transform((text) =>
    text === '' ? undefined : ([Number(text.split('-')[0]), Number(text.split('-')[1])] as const),
  ),
)

/** Search criteria; all must match (console-api 16.7). */
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
  pageSize: v.optional(integer(1, 10_000), '10'),
  pageNo: v.optional(integer(0, 1_000_000), '0'),
  order: v.optional(v.picklist(['timeDesc', 'timeAsc']), 'timeDesc'),
  timeStart: v.optional(moment, ''),
  timeEnd: v.optional(moment, ''),
  q: v.optional(limited(most.word), 'reqinfo'),
  /** An extension: only API calls of the storage server, or only actions in this console. */
  source: v.optional(v.picklist(['all', ...auditSources]), 'all'),
  /** An extension: only calls that may have changed something. */
  changes: v.optional(v.picklist(['true', 'false']), 'false'),
  /** An extension: the `next` of the previous response, instead of a page number. */
  after: v.optional(Cursor, ''),
})
export type Search = v.InferOutput<typeof Search>

/** An API call that the storage has served (console-api 16.7); fields after the response time are extensions. */
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
  /** Access key that signed the call; missing where it is unknown. */
  access_key_id: v.optional(v.string()),
  request_path: text,
  error: text,
  source: v.optional(v.picklist(auditSources), 'server'),
  /** The object before and after, as JSON without secrets. */
  before: v.optional(v.string()),
  after: v.optional(v.string()),
})
export type AuditRecord = v.InferOutput<typeof AuditRecord>

/** How records of the storage arrive here, as far as the caller may know; `external` means a search service. */
export const deliveries = ['built-in', 'configured', 'not-configured', 'unknown', 'external'] as const
export type Delivery = (typeof deliveries)[number]

/** Maximum number of access keys in a request. */
export const KEYS_AT_ONCE = 1000

/** Path that the storage server's audit webhook sends to. */
export const INTAKE = '/api/v1/logs/audit'

export const pages = { '/logs': ['admin:ConsoleLog'] } as const
export type Page = keyof typeof pages

/** Logs of the storage (spec/3, console-api 2.2 and 16.3). */
export const logs = {
  follow: stream('/ws/console', { allow: ['admin:ConsoleLog'], query: Filter, message: LogLine, slow: 'loses' }),
  /** 503 if no records are stored; `next` if there may be more, `searchedUntil` the time a long search has reached. */
  search: get('/api/v1/logs/search', {
    allow: ['admin:ConsoleLog'],
    query: Search,
    reply: v.object({
      results: v.nullish(v.array(AuditRecord)),
      next: v.optional(v.string()),
      searchedUntil: v.optional(v.string()),
    }),
  }),
  /**
   * Count, retention and size limit of the records, and whether the storage sends its own; `unavailable` says why that
   * cannot be set up.
   */
  auditStatus: get('/api/v1/logs/audit-status', {
    allow: ['admin:ConsoleLog'],
    reply: v.object({
      count: v.number(),
      since: v.optional(v.string()),
      delivery: v.picklist(deliveries),
      limits: v.object({ days: v.number(), bytes: v.number() }),
      problem: v.optional(v.string()),
      unavailable: v.optional(v.string()),
    }),
  }),
  /**
   * Last call of each account among the latest 10,000 records. All calls to the storage after `since` were read; it is
   * missing if the storage does not send its calls. 503 if no records are stored.
   */
  lastSeen: get('/api/v1/logs/last-seen', {
    allow: ['admin:ConsoleLog'],
    reply: v.object({
      items: v.array(v.object({ account: v.string(), time: v.string(), name: v.string() })),
      since: v.optional(v.string()),
    }),
  }),
  /**
   * Last call that each of these access keys signed. A key that is missing signed no call since `since`; without
   * `since`, that is unknown. Callers without `admin:ConsoleLog` get only the keys of their account, and no `since`, so
   * that users cannot find out which keys others use. 503 if no records are stored.
   */
  keysLastUsed: post('/api/v1/logs/keys-last-used', {
    effect: 'none',
    allow: 'signed-in',
    body: v.object({ accessKeys: names(KEYS_AT_ONCE) }),
    reply: v.object({
      items: v.array(v.object({ accessKey: v.string(), time: v.string(), name: v.string() })),
      since: v.optional(v.string()),
    }),
  }),
  /** Makes the storage server send its audit records to this address of the console. */
  setUp: post('/api/v1/logs/audit-webhook', {
    allow: ['admin:ConsoleLog', 'admin:ConfigUpdate'],
    body: v.object({ address: limited(most.key) }),
    reply: v.object({ restart: v.optional(v.boolean(), false) }),
  }),
  /**
   * One record, or one per line; responds when they are on disk. 401 for a wrong token, 503 if they cannot be stored.
   */
  take: post(INTAKE, { allow: 'anyone', status: 204, body: 'text' }),
}
