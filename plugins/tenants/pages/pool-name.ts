import type { Pool } from '../details/contract.ts'

/** Name of a pool. A pool without a name is named after its StatefulSet, without the tenant's prefix. */
export const poolName = (tenant: string, { name, stateful_set: set }: Pick<Pool, 'name' | 'stateful_set'>) =>
  name || (set.startsWith(`${tenant}-`) ? set.slice(tenant.length + 1) : set)
