import type { LogService } from './service.ts'

/** How long, and how much of it, is kept. */
export type Limits = { days: number; bytes: number }

/** Where audit records come from and go to, as the deployment says it. */
export type AuditPlace = {
  /** What the storage server sends them with; nothing lets the console make something up. */
  token?: string | undefined
  limits: Limits
  /** A PostgreSQL that keeps them, as an address; nothing for the console's own folder. */
  database?: string | undefined
  /** A service that has been keeping the server's, and is searched in place of what is kept here. */
  service?: LogService | undefined
}

/** What holds where the deployment says nothing. */
export const usualPlace: AuditPlace = { limits: { days: 90, bytes: 10 * 1024 ** 3 } }
