import type { QuotaElement } from '../sizes/quota.ts'
import type { Created, Template } from './contract.ts'
import type { AddedPool, ClonedTenant, NewTenant } from './payload.ts'

/**
 * What making tenants needs from an engine. Throws `Failure`: 400 naming the field, 404, 409 for what is there already.
 */
export type CreateBackend = {
  /**
   * Makes a tenant and its secrets; what was made before a step failed is taken away again, unless it is to be kept. A
   * trial makes nothing.
   */
  create(tenant: NewTenant, trial: boolean, stopped?: 'removed' | 'kept'): Promise<Created>
  /** The same of a tenant like another one, with its whole spec but for what is given. */
  clone(
    source: { namespace: string; tenant: string },
    tenant: ClonedTenant,
    trial: boolean,
    stopped?: 'removed' | 'kept',
  ): Promise<Created>
  /** Removes what an attempt left, by uids; gives the names of what could not be removed. */
  cleanUp(namespace: string, tenant: string, uids: readonly string[]): Promise<string[]>
  /** Volume claims labeled with a tenant, which may be gone, by pool name. */
  remains(namespace: string, tenant: string): Promise<{ name: string; volumes: string[] }[]>
  template(namespace: string, tenant: string): Promise<Template>
  /** Adds a pool at the end, with the next free name where it has none. */
  addPool(namespace: string, tenant: string, pool: AddedPool): Promise<void>
  createNamespace(name: string): Promise<void>
  /** A quota; without one all storage classes, boundless. */
  quota(namespace: string, name: string): Promise<{ name: string; elements: QuotaElement[] }>
  /** The most memory that so many nodes each can give, in bytes. Throws `Failure` 507 where there are not so many. */
  memory(nodes: number): Promise<number>
  /** All values of each label of a node, sorted. */
  labels(): Promise<Record<string, string[]>>
  offers(): Promise<{ logSearch: boolean; prometheus: boolean }>
}
