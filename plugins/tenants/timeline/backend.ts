import type { TenantPlace } from '../details/backend.ts'
import type { Happening } from './contract.ts'

/** What the timeline of a tenant takes from an engine. Throws `Failure` 404 where there is no such tenant. */
export type TimelineBackend = {
  /**
   * What the cluster keeps of what happened to a tenant and what belongs to it, the latest first; the same again is
   * one.
   */
  timeline(at: TenantPlace): Promise<Happening[]>
}
