import type { CompareBackend } from './compare/backend.ts'
import type { CreateBackend } from './create/backend.ts'
import type { HopBackend } from './hop/backend.ts'
import type { DetailsBackend } from './details/backend.ts'
import type { HealthBackend } from './health/backend.ts'
import type { SecurityBackend } from './security/backend.ts'
import type { TimelineBackend } from './timeline/backend.ts'
import type { TenantChange, TenantItem } from './contract.ts'

/** A list of tenants, and of what state of the cluster it is where changes can be followed from there. */
export type TenantList = {
  tenants: TenantItem[]
  version: string | undefined
  /** Namespaces that were looked in, where the caller may not list all of them. */
  within?: readonly string[] | undefined
}

/**
 * What tenants need from an engine: their list, what is known of one and done to it, its certificates, what it takes to
 * compare two and to make one, and the way to their consoles. Throws `Failure`: 404 where the cluster has no operator.
 */
export type TenantsBackend = CompareBackend &
  CreateBackend &
  DetailsBackend &
  HealthBackend &
  HopBackend &
  SecurityBackend &
  TimelineBackend & {
    /** The tenants of all namespaces that the caller may list, or of one. */
    list(namespace?: string): Promise<TenantList>
    /** What becomes of the list until the signal fires. */
    changes(since: string | undefined, signal: AbortSignal): AsyncIterable<TenantChange>
  }
