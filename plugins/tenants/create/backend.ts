import type { TenantSecret } from '../tenant-secret.ts'
import type { QuotaElement } from '../sizes/quota.ts'
import type { Created, Template } from './contract.ts'
import type { AddedPool, ClonedTenant, NewTenant } from './payload.ts'

/** Port of tenant creation. Throws `Failure`: 400 with the field, 404, 409 for existing resources. */
export type CreateBackend = {
  /**
   * Creates a tenant and its secrets. If a step fails, removes what was created, unless `stopped` is `kept`. With
   * `dryRun`, only validates.
   */
  create(tenant: NewTenant, dryRun: boolean, stopped?: 'removed' | 'preserved'): Promise<Created>
  /** Creates a copy of a tenant with its whole spec, except for the given changes. */
  clone(
    source: { namespace: string; tenant: string },
    tenant: ClonedTenant,
    dryRun: boolean,
    stopped?: 'removed' | 'preserved',
  ): Promise<Created>
  /**
   * Removes secrets of a failed attempt or an earlier tenant, by uid, unless they are foreign or in use. Returns those
   * that still exist.
   */
  cleanUp(namespace: string, tenant: string, uids: readonly string[]): Promise<TenantSecret[]>
  /** Volume claims labeled with a tenant, which may no longer exist, by pool name. */
  remains(namespace: string, tenant: string): Promise<{ name: string; volumes: string[] }[]>
  template(namespace: string, tenant: string): Promise<Template>
  /** Appends a pool, with the next free name if it has none. */
  addPool(namespace: string, tenant: string, pool: AddedPool): Promise<void>
  createNamespace(name: string): Promise<void>
  /** A resource quota; if there are none, all storage classes without limits. */
  quota(namespace: string, name: string): Promise<{ name: string; elements: QuotaElement[] }>
  /** Most memory in bytes that each of this many nodes can provide. Throws `Failure` 507 if there are too few nodes. */
  memory(nodes: number): Promise<number>
  /** All values of each node label, sorted. */
  labels(): Promise<Record<string, string[]>>
  offers(): Promise<{ logSearch: boolean; prometheus: boolean }>
}
