import type { Pool } from '../details/contract.ts'

/** Name of a pool; one without a name goes by its StatefulSet, whose name begins with the tenant's. */
export const poolName = (tenant: string, { name, stateful_set: set }: Pick<Pool, 'name' | 'stateful_set'>) =>
  name || (set.startsWith(`${tenant}-`) ? set.slice(tenant.length + 1) : set)
