import * as v from 'valibot'
import { Failure } from 'stowage'
import type { Resource } from 'stowage/engines/kubernetes'
import type { Usage } from '../details/contract.ts'
import { tenantInfo } from './tenant-info.ts'
import type { KubernetesAdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'

const number = v.fallback(v.optional(v.number()), undefined)
const Status = v.fallback(
  v.object({ usage: v.fallback(v.object({ capacity: number, usage: number, rawUsage: number }), {}) }),
  { usage: {} },
)

/**
 * Usage of a tenant, reported by itself, or by its operator if it cannot be reached. Throws `Failure` 404 if neither is
 * available.
 */
export const usageOf = async (caller: KubernetesAdapterContext, tenant: Resource): Promise<Usage> => {
  const { capacity, usage, rawUsage } = v.parse(Status, tenant.status ?? {}).usage
  const usable = capacity ? { usable: capacity } : {}
  const info = await tenantInfo(caller, tenant)
  if (info) {
    const sum = (key: 'used' | 'total') => info.drives.reduce((all, drive) => all + drive[key], 0)
    return { used: info.used, disk_used: sum('used'), ...usable, ...(sum('total') > 0 && { disk_total: sum('total') }) }
  }
  // the operator's values are some minutes old; what its raw capacity measures depends on its version
  if (rawUsage !== undefined) return { used: usage ?? 0, disk_used: rawUsage, ...usable }
  throw new Failure(404, 'unable to get tenant usage', {
    detail: messages.usageNotReportedByOperator,
  })
}
