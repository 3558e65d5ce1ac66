import { capitalize, date } from 'stowage'
import type { Item, RetentionMode } from '../../contract.ts'
import { retentionOf } from '../../retention.ts'
import * as messages from '../../messages.ts'

type Locks = Pick<Item, 'legal_hold_status' | 'retention_mode' | 'retention_until_date'>

/** A version's retention, which may have ended. */
export type Retention = { mode: RetentionMode; until: string; state: 'running' | 'ended' }

export const isOnLegalHold = ({ legal_hold_status }: Locks) => legal_hold_status === 'ON'

/** Current retention of a version; `undefined` if it has none. */
export const retentionNow = (item: Locks): Retention | undefined => {
  const retention = retentionOf(item)
  if (!retention) return undefined
  const { retention_until_date: until = '' } = item
  return { mode: retention.mode, until, state: retention.until.getTime() > Date.now() ? 'running' : 'ended' }
}

/** A retention as text: `Governance until 2027-03-01 00:59:59`. */
export const retentionText = ({ mode, until, state }: Retention) =>
  state === 'running' ? `${capitalize(mode)} until ${date(until)}` : `${capitalize(mode)}, ended ${date(until)}`

/** The lock that prevents a version from being deleted; governance can be bypassed with permission. */
export const lockOf = (item: Locks): { kind: 'hold' | RetentionMode; reason: string } | undefined => {
  if (isOnLegalHold(item)) return { kind: 'hold', reason: messages.versionUnderLegalHold }
  const retention = retentionNow(item)
  if (retention?.state !== 'running') return undefined
  return {
    kind: retention.mode,
    reason: messages.versionLocked(retention.mode, date(retention.until)),
  }
}
