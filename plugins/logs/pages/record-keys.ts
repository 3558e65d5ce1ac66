import type { AuditRecord } from '../contract.ts'

/**
 * Returns the key of each record, which stays the same when the records are loaded again. A storage server that got no
 * answer sends a record again, so records may be equal: the second one gets a number.
 */
export const recordKeys = (records: readonly AuditRecord[]): ReadonlyMap<AuditRecord, string> => {
  const numbers = new Map<string, number>()
  return new Map(
    records.map((record) => {
      const text = JSON.stringify(record)
      const number = numbers.get(text) ?? 0
      numbers.set(text, number + 1)
      return [record, number === 0 ? text : `${text} ${number}`]
    }),
  )
}
