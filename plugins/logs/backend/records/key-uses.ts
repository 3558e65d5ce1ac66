import { limits } from 'stowage'
import type { KeyUse } from './audit-store.ts'
import { type AuditRow, sourceOf } from './record.ts'

/** The last call of each access key among rows. Longer keys than those that can be searched are left out. */
export const keyUsesOf = (rows: readonly AuditRow[]): KeyUse[] => {
  const uses = new Map<string, KeyUse>()
  for (const { access_key_id: accessKey, access_key: account, api_name: name, time } of rows) {
    if (!accessKey || Buffer.byteLength(accessKey) > limits.name) continue
    const use = { accessKey, account, time: Date.parse(time), name }
    if (use.time >= (uses.get(accessKey)?.time ?? 0)) uses.set(accessKey, use)
  }
  return [...uses.values()]
}

/** Time of the first call to the storage that names its access key, or that had none. */
export const keysKnownSince = (rows: readonly AuditRow[]): number | undefined => {
  const times = rows.flatMap((row) =>
    sourceOf(row) === 'server' && row.access_key_id !== undefined ? [Date.parse(row.time)] : [],
  )
  return times.length > 0 ? times.reduce((one, other) => Math.min(one, other)) : undefined
}
