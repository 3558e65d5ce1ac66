/** Fields of audit records that can be searched. */
export const auditFields = [
  'bucket',
  'object',
  'api_name',
  'access_key',
  'access_key_id',
  'request_id',
  'user_agent',
  'response_status',
] as const
export type AuditField = (typeof auditFields)[number]

/** Origin of an audit record: a call to the storage server, or an action in the console. */
export const auditSources = ['server', 'console'] as const
export type AuditSource = (typeof auditSources)[number]

/** Position of a record: its time in ms, and its sequence number among records of the same time. */
export type AuditPosition = readonly [time: number, number: number]

/**
 * Search of audit records. All patterns have to match; `.` is any character and `*` any sequence. `start` and `end` are
 * in ms and inclusive; `after` is the position of the last record already received.
 */
export type AuditSearch = {
  patterns: readonly { field: AuditField; pattern: string }[]
  /** Only records of this source. */
  source?: AuditSource | undefined
  /** Only records of calls that may have changed something. */
  changes?: boolean | undefined
  order: 'timeDesc' | 'timeAsc'
  start?: number | undefined
  end?: number | undefined
  after?: AuditPosition | undefined
  skip?: number | undefined
  size: number
}
