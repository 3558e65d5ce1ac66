import type { Found, Search } from './adapters/audit.ts'
import type { Filter, LogLine } from './contract.ts'

/** What logs needs from an engine. */
export type LogsBackend = {
  /**
   * The last lines of the log that pass the filter, and those that come from now on, until the signal fires. Throws `Failure`
   * 403 for whoever may not see them, 503 when the storage goes away.
   */
  follow(filter: Filter, signal: AbortSignal): AsyncIterable<LogLine>
  /** Throws `Failure` 403 for whoever may not see them, 503 where none are kept. */
  search(search: Search): Promise<Found>
  kept(): Promise<{ count: number; since?: string | undefined; sent: 'by-itself' | 'with-token' | 'never'; problem?: string | undefined }>
  /** Resolves once the records are on disk. Throws `Failure` 401 for another `authorization` than the token's. */
  take(authorization: string, body: string): Promise<void>
}
