import type { InferInput } from 'valibot'
import type { AuditPosition, AuditSearch } from 'stowage'
import type { AuditRecord, Filter, LogLine, Sent } from './contract.ts'

/** A page of the result; `next` where there may be more, `seen` the time in ms that a long search has come to. */
export type FoundRecords = {
  rows: InferInput<typeof AuditRecord>[]
  next?: AuditPosition | undefined
  seen?: number | undefined
}

/** What is kept of audit records, for how long, and whether the storage sends its own here. */
export type KeptRecords = {
  count: number
  since?: string | undefined
  sent: Sent
  limits: { days: number; bytes: number }
  /** Why none are kept. */
  problem?: string | undefined
  /** Why it cannot be set up that the storage sends them. */
  lack?: string | undefined
}

/** What logs needs from an engine. */
export type LogsBackend = {
  /**
   * The last lines of the log that pass the filter, and those that come from now on, until the signal fires. Throws
   * `Failure` 403 for whoever may not see them, 503 when the storage goes away.
   */
  follow(filter: Filter, signal: AbortSignal): AsyncIterable<LogLine>
  /** Throws `Failure` 403 for whoever may not see them, 503 where none are kept. */
  search(search: AuditSearch): Promise<FoundRecords>
  kept(): Promise<KeptRecords>
  /** Throws `Failure` 401 for whoever sends no records here. */
  admit(authorization: string): Promise<void>
  /** Resolves once the records are on disk. Throws `Failure` 401 for another `authorization` than the token's. */
  take(authorization: string, body: string): Promise<void>
  /**
   * Has the storage server send its records here, to the console's address. Throws `Failure`: 400 where that does not
   * lead to this console, 409 where there is nothing to set up.
   */
  setUp(address: string): Promise<'now' | 'restarted'>
}
