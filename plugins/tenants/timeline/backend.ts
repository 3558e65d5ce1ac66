import type { TenantKey } from '../details/backend.ts'
import type { TimelineEvent } from './contract.ts'

/** Port of a tenant's timeline. Throws `Failure` 404 for an unknown tenant. */
export type TimelineBackend = {
  /** Stored events of a tenant and its resources, latest first; repeated events are merged. */
  timeline(at: TenantKey): Promise<TimelineEvent[]>
}
