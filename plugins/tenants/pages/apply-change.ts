import { upsert } from 'stowage/web'
import type { TenantChange, TenantItem } from '../contract.ts'

type Named = Pick<TenantItem, 'name' | 'namespace'>

/** Key of a tenant: names are unique within a namespace. */
export const keyOf = ({ namespace, name }: Named) => `${namespace}/${name}`

export const changed = (list: readonly TenantItem[], change: TenantChange): readonly TenantItem[] => {
  if (change.kind === 'all') return change.tenants
  if (change.kind === 'set') return upsert(list, change.tenant, keyOf)
  const key = keyOf(change.tenant)
  return list.filter((one) => keyOf(one) !== key)
}
