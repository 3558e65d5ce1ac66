import { Failure } from '../core/failure.ts'
import { missingPermission, notGranted } from './access-denied.ts'

/** How long a version is kept from being removed, and from whom. */
export type Retention = { mode: 'governance' | 'compliance'; until: Date }

/** What keeps a version from being removed now; a legal hold comes before any retention. */
export type Lock = { kind: 'hold' } | { kind: 'governance' | 'compliance'; until: Date }

/** The lock on a version; nothing for one that may be removed. `now` in ms since 1970. */
export const lockOf = (
  { hold, retention }: { hold?: boolean | undefined; retention?: Retention },
  now = Date.now(),
): Lock | undefined => {
  if (hold) return { kind: 'hold' }
  return retention && retention.until.getTime() > now ? { kind: retention.mode, until: retention.until } : undefined
}

const reason = (lock: Lock) =>
  lock.kind === 'hold' ? 'A legal hold is on it' : `Its ${lock.kind} retention ends on ${lock.until.toISOString()}`

/** The refusal to remove a locked version, with what locks it. */
export const locked = (lock: Lock) =>
  new Failure(400, 'Object is WORM protected and cannot be overwritten', { detail: reason(lock) })

/** The refusal to set a retention that would let a version go sooner than the one that it has. */
export const retained = (lock: Lock) =>
  new Failure(
    400,
    lock.kind === 'compliance'
      ? 'Compliance retention can only be extended'
      : 'Governance retention can only be extended, unless it is bypassed',
    { detail: reason(lock) },
  )

/** The refusal to move what is locked to where nothing can be. */
export const cannotStayLocked = (key: string, bucket: string) =>
  new Failure(409, `"${key}" is under legal hold or retention, which bucket "${bucket}" cannot keep`, {
    detail: 'Copy it there, or choose a bucket with object locking.',
  })

/** The refusal of holds and retentions in a bucket that has none. */
export const noLocking = () =>
  new Failure(400, 'Object locking is not enabled on this bucket', { detail: 'It is set when a bucket is made' })

/** The refusal to copy an object whose locks the caller cannot see, so that the copy would silently lose them. */
export const locksUnseen = ({ bucket, key }: { bucket: string; key: string }, action: string) =>
  new Failure(
    403,
    `Whether "${key}" is under legal hold or retention cannot be seen, so its copy could not keep them`,
    { detail: notGranted(action, { bucket, key }), missing: [missingPermission(action, { bucket, key })] },
  )
