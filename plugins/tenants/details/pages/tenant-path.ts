import { encodeSegment } from 'stowage'

/** Address of a tenant's page, or a part of it. */
export const tenantPath = ({ namespace, tenant }: { namespace: string; tenant: string }, part = '') =>
  `/namespaces/${encodeSegment(namespace)}/tenants/${encodeSegment(tenant)}${part && `/${part}`}`

export const podPlace = (at: { namespace: string; tenant: string }, pod: string) =>
  tenantPath(at, `pods/${encodeSegment(pod)}`)
