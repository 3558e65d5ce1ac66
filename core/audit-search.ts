/** Fields of audit records that can be searched. */
export const auditFields = [
  'bucket',
  'object',
  'api_name',
  'access_key',
  'request_id',
  'user_agent',
  'response_status',
] as const
export type AuditField = (typeof auditFields)[number]

/** Origin of an audit record: a call to the storage server, or an action in the console. */
export const auditSources = ['server', 'console'] as const
export type AuditSource = (typeof auditSources)[number]

/** Position of a record among all: its time in ms, and its number among those of the same time. */
export type AuditPosition = readonly [time: number, number: number]

/**
 * A search of audit records: all patterns have to match, `.` being any character and `*` any run of them. `start` and
 * `end` are in ms, both inclusive; `after` is the position of the last record that the caller has already.
 */
export type AuditSearch = {
  patterns: readonly { field: AuditField; pattern: string }[]
  /** Records of one source alone. */
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
