import type { LogService } from './service.ts'

/** Retention: maximum age and total size. */
export type Limits = { days: number; bytes: number }

/** Source and destination of audit records, as configured. */
export type AuditPlace = {
  /** Token the storage server sends with its records; if `undefined`, the console generates one. */
  token?: string | undefined
  limits: Limits
  /** PostgreSQL address; `undefined` for the console's own folder. */
  database?: string | undefined
  /** External log search service, queried instead of the console's own records. */
  service?: LogService | undefined
}

export const usualPlace: AuditPlace = { limits: { days: 90, bytes: 10 * 1024 ** 3 } }
