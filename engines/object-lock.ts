import { Failure } from '../core/protocol/failure.ts'
import { missingPermission, notGranted } from './access-denied.ts'
import {
  lockUnreadable,
  lockingOnlyAtCreation,
  lockingNotEnabled,
  chooseBucketWithLocking,
  lockLostByCopy,
  governanceOnlyExtended,
  complianceOnlyExtended,
  objectProtected,
  retentionUntil,
  legalHoldActive,
} from './messages.ts'

export type Retention = { mode: 'governance' | 'compliance'; until: Date }

/** The lock that currently prevents removal of a version; a legal hold takes precedence over retention. */
export type Lock = { kind: 'hold' } | { kind: 'governance' | 'compliance'; until: Date }

/** The lock on a version; `undefined` if it may be removed. `now` in ms since 1970. */
export const lockOf = (
  { hold, retention }: { hold?: boolean | undefined; retention?: Retention },
  now = Date.now(),
): Lock | undefined => {
  if (hold) return { kind: 'hold' }
  return retention && retention.until.getTime() > now ? { kind: retention.mode, until: retention.until } : undefined
}

const describe = (lock: Lock) =>
  lock.kind === 'hold' ? legalHoldActive : retentionUntil(lock.kind, lock.until.toISOString())

/** The error for removing a locked version, with its lock. */
export const lockedError = (lock: Lock) => new Failure(400, objectProtected, { detail: describe(lock) })

/** The error for a retention that would expire before the current one. */
export const retentionError = (lock: Lock) =>
  new Failure(400, lock.kind === 'compliance' ? complianceOnlyExtended : governanceOnlyExtended, {
    detail: describe(lock),
  })

/** The error for moving a locked object to a bucket without object locking. */
export const lockedMoveError = (key: string, bucket: string) =>
  new Failure(409, lockLostByCopy(key, bucket), {
    detail: chooseBucketWithLocking,
  })

/** The error for setting a hold or retention in a bucket without object locking. */
export const lockingDisabledError = () =>
  new Failure(400, lockingNotEnabled, {
    detail: lockingOnlyAtCreation,
  })

/** The error for copying an object whose locks the caller cannot read: the copy would silently lose them. */
export const unreadableLocksError = ({ bucket, key }: { bucket: string; key: string }, action: string) =>
  new Failure(403, lockUnreadable(key), {
    detail: notGranted(action, { bucket, key }),
    missing: [missingPermission(action, { bucket, key })],
  })
