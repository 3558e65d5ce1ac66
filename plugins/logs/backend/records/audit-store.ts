import type { AuditPosition, AuditSearch } from '../../audit-search.ts'
import type { AuditRow } from './record.ts'

/** One page of a search: `next` if there may be more, `searchedUntil` the time in ms that the search has reached. */
export type AuditPage = { rows: AuditRow[]; next?: AuditPosition | undefined; searchedUntil?: number | undefined }

/** Last call that an access key signed: its account, time in ms and name. */
export type KeyUse = { accessKey: string; account: string; time: number; name: string }

export type AuditStore = {
  /**
   * Resolves once the rows are durable. An identical row with the same request id is stored once. Throws `Failure` 503
   * if the queue is full or the store is closed or unreachable, and 507 on a full disk.
   */
  append(rows: readonly AuditRow[]): Promise<void>
  /** `patience` limits the search to this many ms, if the store can report how far it got. */
  search(search: AuditSearch, patience?: number): Promise<AuditPage>
  /** Number of records, and the time of the first one in ms. */
  facts(): Promise<{ count: number; bytes: number; since: number | undefined }>
  /** Last call of each of these access keys that has one. All calls after `since` in ms name their access key. */
  keysLastUsed(accessKeys: readonly string[]): Promise<{ uses: KeyUse[]; since: number | undefined }>
  /** Deletes records that exceed the age or size limit, and last calls that exceed the age limit. */
  trim(): Promise<void>
  close(): Promise<void>
}
