/**
 * Audit event emitted by the host for a call through this console, successful or refused. Contains no secrets, only
 * that one was involved.
 */
export type AuditEvent = {
  /** Request id. */
  id: string
  /** Start time in ms since 1970, and duration in ns. */
  time: number
  took: number
  /** Account that made the call; for a sign-in, the name that was tried. */
  account: string
  address: string
  agent: string
  /** Plugin and call: `buckets.setQuota`. */
  name: string
  /** Path of the call, with its parameters filled in. */
  path: string
  params: Readonly<Record<string, string>>
  /** Subject of the call if the path does not name it: a name or a key. */
  target: string
  status: number
  /** Error message; empty on success. */
  error: string
  /** Size in bytes of what was stored, if the event is about that. */
  bytes?: number
  /** State before and after the change, or else the request: formatted JSON. */
  before?: string
  after?: string
}
