import type { InferInput } from 'valibot'
import type { AuditPosition, AuditSearch } from './audit-search.ts'
import type { AuditRecord, Delivery, Filter, LogLine, logs } from './contract.ts'

/** A page of results; `next` if there may be more, `searchedUntil` the time in ms that a long search has reached. */
type FoundRecords = {
  rows: InferInput<typeof AuditRecord>[]
  next?: AuditPosition | undefined
  searchedUntil?: number | undefined
}

/** Count, retention and source of the stored audit records. */
export type AuditStatus = {
  count: number
  since?: string | undefined
  delivery: Delivery
  limits: { days: number; bytes: number }
  /** Why none are stored. */
  problem?: string | undefined
  /** Why the storage's webhook cannot be set up. */
  unavailable?: string | undefined
}

/** Last calls of access keys; the others were not used since `since`, which is missing if calls are not recorded. */
export type KeysLastUsed = InferInput<typeof logs.keysLastUsed.reply>

/** Backend of logs, implemented per engine. */
export type LogsBackend = {
  /**
   * The last log lines that pass the filter, and new ones until the signal aborts. Throws `Failure` 403 without
   * permission, 503 when the storage goes away.
   */
  follow(filter: Filter, signal: AbortSignal): AsyncIterable<LogLine>
  /** Throws `Failure` 403 without permission, 503 if no records are stored. */
  search(search: AuditSearch): Promise<FoundRecords>
  auditStatus(): Promise<AuditStatus>
  /**
   * Last calls of access keys. Without `admin:ConsoleLog`, only those of the caller's keys. Throws `Failure` 503 if no
   * records are stored.
   */
  keysLastUsed(accessKeys: readonly string[]): Promise<KeysLastUsed>
  /** Throws `Failure` 401 for an unknown sender. */
  admit(authorization: string): Promise<void>
  /** Resolves once the records are on disk. Throws `Failure` 401 for a wrong token. */
  take(authorization: string, body: string): Promise<void>
  /**
   * Makes the storage server send its records to the console's address. Throws `Failure` 400 if the address does not
   * lead to this console, 409 if there is nothing to set up.
   */
  setUp(address: string): Promise<'now' | 'restarted'>
}
