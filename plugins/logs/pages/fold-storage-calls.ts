import { counted } from 'stowage'
import type { AuditRecord } from '../contract.ts'

const isConsole = ({ source }: AuditRecord) => source === 'console'

/**
 * Folds the storage calls of an action into its record: on the embedded engine, both have the id of the request. The
 * order of the other records stays the same.
 */
export const foldStorageCalls = (records: readonly AuditRecord[]) => {
  const actions = new Set(records.filter(isConsole).map(({ request_id }) => request_id))
  const isFolded = (record: AuditRecord) =>
    record.request_id !== '' && !isConsole(record) && actions.has(record.request_id)
  return {
    rows: records.filter((record) => !isFolded(record)),
    /** Storage calls that are folded into a record. */
    callsOf: (action: AuditRecord) =>
      isConsole(action) ? records.filter((record) => isFolded(record) && record.request_id === action.request_id) : [],
  }
}

/** Names of calls, with their number if there are several of one: `PutUser, 3 calls of PutObject`. */
export const summarizeCalls = (calls: readonly AuditRecord[]): string => {
  const numbers = new Map<string, number>()
  for (const { api_name } of calls) numbers.set(api_name, (numbers.get(api_name) ?? 0) + 1)
  return [...numbers]
    .map(([name, number]) =>
      number === 1 ? name : counted(number, { one: `call of ${name}`, many: `calls of ${name}` }),
    )
    .join(', ')
}
