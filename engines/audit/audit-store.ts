import type { AuditPosition, AuditSearch } from '../../core/audit-search.ts'
import type { AuditRow } from './record.ts'

/**
 * A part of what a search finds; `next` where there is or may be more. `seen` is a time in ms that the search has come
 * to.
 */
export type AuditPage = { rows: AuditRow[]; next?: AuditPosition | undefined; seen?: number | undefined }

/** Audit records, wherever they are kept. */
export type AuditStore = {
  /**
   * Resolves once the rows are kept for good. What comes again, by its request's id and all else of it, is kept once.
   * Throws `Failure` 503 while too much waits, the store is closed or away, 507 on a full disk.
   */
  append(rows: readonly AuditRow[]): Promise<void>
  /** With `patience` it takes no longer than so many ms, as far as the store can tell how far it is. */
  search(search: AuditSearch, patience?: number): Promise<AuditPage>
  /** How many there are, and the time of the first in ms. */
  facts(): Promise<{ count: number; bytes: number; since: number | undefined }>
  /** Takes away what is too old or too much. */
  trim(): Promise<void>
  close(): Promise<void>
}
