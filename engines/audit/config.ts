import type { LogService } from './service.ts'

/** Retention: maximum age and total size. */
export type RetentionLimits = { days: number; bytes: number }

/** Source and destination of audit records, as configured. */
export type AuditConfig = {
  /** Token the storage server sends with its records; if `undefined`, the console generates one. */
  token?: string | undefined
  limits: RetentionLimits
  /** PostgreSQL address; `undefined` for the console's own folder. */
  database?: string | undefined
  /** External log search service, queried instead of the console's own records. */
  service?: LogService | undefined
}

export const defaultAuditConfig: AuditConfig = { limits: { days: 90, bytes: 10 * 1024 ** 3 } }
