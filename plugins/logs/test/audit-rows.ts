import { join } from 'node:path'
import { temporaryFolder } from '../../../test/lib/temporary-folder.ts'
import type { AuditStore } from '../backend/records/audit-store.ts'
import type { RetentionLimits } from '../backend/records/retention.ts'
import type { AuditSearch } from '../audit-search.ts'
import { type AuditRow, rowOf } from '../backend/records/record.ts'
import { openAuditStore } from '../backend/records/lmdb.ts'
import { silentLog } from '../../../engines/engine.ts'

/** Options for opening a store; the default limits are never reached. */
type StoreOptions = { limits?: RetentionLimits; clock?: () => number }

/** Opens the store at `location`, a folder or a database address. */
export type OpenStore = (location: string, some?: StoreOptions) => AuditStore

/** Time of the first row, in ms. */
export const START = Date.UTC(2026, 10, 20)

export const limits = { days: 365, bytes: 1e9 }

export const row = (number: number, some: Partial<AuditRow> = {}): AuditRow => ({
  ...(rowOf({
    time: new Date(START + number * 1000).toISOString(),
    api: { name: 'PutObject', bucket: 'b', object: `in/${number}.txt`, status: 'OK', statusCode: 200 },
    requestID: `R${number}`,
  }) as AuditRow),
  ...some,
})

/** Creates `many` rows, one second apart. */
export const rows = (many: number, from = 0) => Array.from({ length: many }, (_, index) => row(from + index))

export const search = (some: Partial<AuditSearch> = {}): AuditSearch => ({
  patterns: [],
  order: 'timeDesc',
  size: 100,
  ...some,
})

/** Sequence numbers of rows, from their request IDs. */
export const ids = (found: readonly AuditRow[]) => found.map(({ request_id }) => Number(request_id.slice(1)))

/** Path of a new store's folder, which does not exist yet. */
export const auditFolder = () => join(temporaryFolder('audit'), 'audit')

/** The store in a folder. */
export const openStoreIn = (path: string, some: Partial<Parameters<typeof openAuditStore>[1]> = {}) =>
  openAuditStore(path, { limits, clock: () => START + 1e7, log: silentLog, ...some })
