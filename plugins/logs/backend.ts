import type { InferInput } from 'valibot'
import type { AuditRecord, Field, Filter, LogLine, Sent } from './contract.ts'

/** Position of a record among all: its time in ms, and its number among those of the same time. */
type Position = readonly [time: number, number: number]

/**
 * A search of audit records: all patterns have to match. `start` and `end` are in ms, both inclusive; `after` is the
 * position of the last record that the caller has already.
 */
export type RecordSearch = {
  patterns: readonly { field: Field; pattern: string }[]
  /** Records of one source alone. */
  source?: 'server' | 'console' | undefined
  /** Only records of calls that change something. */
  changes?: boolean | undefined
  order: 'timeDesc' | 'timeAsc'
  start?: number | undefined
  end?: number | undefined
  after?: Position | undefined
  skip?: number | undefined
  size: number
}

/** A page of the result; `next` where there may be more, `seen` the time in ms that a long search has come to. */
export type FoundRecords = {
  rows: InferInput<typeof AuditRecord>[]
  next?: Position | undefined
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
  search(search: RecordSearch): Promise<FoundRecords>
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
