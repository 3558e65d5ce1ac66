import type { CompareBackend } from './compare/backend.ts'
import type { CreateBackend } from './create/backend.ts'
import type { HopBackend } from './hop/backend.ts'
import type { DetailsBackend } from './details/backend.ts'
import type { HealthBackend } from './health/backend.ts'
import type { SecurityBackend } from './security/backend.ts'
import type { TimelineBackend } from './timeline/backend.ts'
import type { TenantChange, TenantItem } from './contract.ts'

/** List of tenants with its resource version, from which changes can be followed. */
export type TenantList = {
  tenants: TenantItem[]
  version: string | undefined
  /** Namespaces that were listed, if the caller may not list all of them. */
  within?: readonly string[] | undefined
}

/**
 * Port of Tenants, implemented for Kubernetes: list, details and actions, certificates, comparison, creation, and
 * access to the tenants' consoles. Throws `Failure` 404 if the cluster has no operator.
 */
export type TenantsBackend = CompareBackend &
  CreateBackend &
  DetailsBackend &
  HealthBackend &
  HopBackend &
  SecurityBackend &
  TimelineBackend & {
    /** Tenants of all namespaces the caller may list, or of one. */
    list(namespace?: string): Promise<TenantList>
    /** Streams changes of the list until the signal fires. */
    changes(since: string | undefined, signal: AbortSignal): AsyncIterable<TenantChange>
  }
