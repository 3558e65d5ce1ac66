import * as v from 'valibot'
import type { AuditSource } from '../../audit-search.ts'

const text = v.fallback(v.nullish(v.string(), ''), '')
const number = v.fallback(v.nullish(v.number()), null)

/** Audit record as sent by a MinIO server (minio-server 3.18). Invalid fields are dropped. */
const MinioRecord = v.object({
  time: v.pipe(
    v.string(),
    v.check((time) => !Number.isNaN(Date.parse(time))),
  ),
  api: v.fallback(
    v.object({
      name: text,
      bucket: text,
      object: text,
      status: text,
      statusCode: number,
      rx: number,
      tx: number,
      timeToResponse: text,
      timeToResponseInNS: v.optional(v.unknown()),
    }),
    {
      name: '',
      bucket: '',
      object: '',
      status: '',
      statusCode: null,
      rx: null,
      tx: null,
      timeToResponse: '',
      timeToResponseInNS: undefined,
    },
  ),
  remotehost: text,
  requestID: text,
  userAgent: text,
  accessKey: text,
  parentUser: text,
  requestPath: text,
  error: text,
})

/** One call as stored and searched (console-api 16.7). Fields after `time_to_response_ns` are extensions. */
export type AuditRow = {
  time: string
  api_name: string
  bucket: string
  object: string
  remote_host: string
  request_id: string
  user_agent: string
  response_status: string
  response_status_code: number
  request_content_length: number | null
  response_content_length: number | null
  time_to_response_ns: number
  /** The account: of a service account or of temporary keys, the user that they belong to. */
  access_key: string
  /** Access key that signed the call, empty without one. Unknown in records of earlier versions and of the console. */
  access_key_id?: string
  request_path: string
  error: string
  source?: 'console'
  /** The resource before and after the call, as JSON without secrets. */
  before?: string
  after?: string
}

/**
 * Matches API names of read-only calls of S3, the admin API, STS and the embedded engine. Valid in both JavaScript and
 * PostgreSQL; case-insensitive.
 */
export const READS =
  '^(s3[.]|admin[.]|kms[.]|sts[.])?(get|head|list|select|assumerole|help|info|listen|trace|verify|export|describe' +
  '|(serverinfo|storageinfo|datausageinfo|accountinfo|temporaryaccountinfo|accesskeyinfo|userinfo|health|healthinfo' +
  '|metrics|toplocks|inspectdata|consolelog|bandwidthmonitor|tierstats|keystatus|kmsstatus|kmskeystatus' +
  '|backgroundhealstatus|batchjobstatus|rebalancestatus|statuspool|replicationdiff|replicationmrf' +
  '|resetbucketreplicationstatus|validatebucketreplicationcreds' +
  '|siteReplicationStatus|siteReplicationInfo|siteReplicationMetaInfo)$)'

const readPattern = new RegExp(READS, 'i')

/** Whether a record is of a call that may have changed something. All records of the console are. */
export const isChange = (row: Pick<AuditRow, 'source' | 'api_name'>): boolean =>
  sourceOf(row) === 'console' || !readPattern.test(row.api_name)

export const sourceOf = ({ source }: Pick<AuditRow, 'source'>): AuditSource => source ?? 'server'

/** Texts of a record are cut to this length; a key has at most 1024 bytes. */
const MAX_TEXT = 4096

const truncate = (value: string | null) => (value ?? '').slice(0, MAX_TEXT)

const parseNanoseconds = (reported: unknown, span: string | null) => {
  const amount = Number(reported ?? /^(\d+)ns$/.exec(span ?? '')?.[1])
  return Number.isFinite(amount) && amount > 0 ? amount : 0
}

/** Converts a record to a row; `undefined` if it is invalid, for example without a time. */
export const rowOf = (record: unknown): AuditRow | undefined => {
  const { success, output } = v.safeParse(MinioRecord, record)
  if (!success) return undefined
  const { api, ...rest } = output
  return {
    time: rest.time,
    api_name: truncate(api.name),
    bucket: truncate(api.bucket),
    object: truncate(api.object),
    remote_host: truncate(rest.remotehost),
    request_id: truncate(rest.requestID),
    user_agent: truncate(rest.userAgent),
    response_status: truncate(api.status),
    response_status_code: api.statusCode ?? 0,
    request_content_length: api.rx ?? null,
    response_content_length: api.tx ?? null,
    time_to_response_ns: parseNanoseconds(api.timeToResponseInNS, api.timeToResponse),
    access_key: truncate(rest.parentUser || rest.accessKey),
    access_key_id: truncate(rest.accessKey),
    request_path: truncate(rest.requestPath),
    error: truncate(rest.error),
  }
}

/** Parses a request body with one record, or one per line. `unread` counts invalid records. */
export const parseRows = (body: string): { rows: AuditRow[]; unread: number } => {
  const rows: AuditRow[] = []
  let unread = 0
  const addRecord = (value: unknown) => {
    const row = rowOf(value)
    if (row) rows.push(row)
    else unread += 1
  }
  for (const line of body.split('\n')) {
    if (!line.trim()) continue
    try {
      const value: unknown = JSON.parse(line)
      for (const one of Array.isArray(value) ? value : [value]) addRecord(one)
    } catch {
      unread += 1
    }
  }
  return { rows, unread }
}
