import { withOne } from '../../../core/use-followed.ts'
import type { TenantChange, TenantItem } from '../contract.ts'

type Named = Pick<TenantItem, 'name' | 'namespace'>

/** What tells a tenant from all others: a namespace has one of a name. */
export const keyOf = ({ namespace, name }: Named) => `${namespace}/${name}`

/** A list as it is after a change. */
export const changed = (list: readonly TenantItem[], change: TenantChange): readonly TenantItem[] => {
  if (change.kind === 'all') return change.tenants
  if (change.kind === 'set') return withOne(list, change.tenant, keyOf)
  const key = keyOf(change.tenant)
  return list.filter((one) => keyOf(one) !== key)
}
