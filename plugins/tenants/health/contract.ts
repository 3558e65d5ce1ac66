import * as v from 'valibot'
import { get } from '../../../core/contract.ts'
import { TenantItem } from '../contract.ts'

const count = v.optional(v.number(), 0)

/** A certificate that a tenant serves or trusts. */
const Ending = v.object({
  /** Of its secret. */
  name: v.string(),
  /** Who gave it: the operator, which renews it, or people. */
  from: v.picklist(['operator', 'people']),
  /** RFC 3339; empty where it cannot be read. */
  expiry: v.optional(v.string(), ''),
  /** Why it cannot be read. */
  problem: v.optional(v.string()),
})
export type Ending = v.InferOutput<typeof Ending>

/** A pod that has restarted, or is not running and ready. */
const Restless = v.object({
  name: v.string(),
  restarts: count,
  /** As `kubectl get pods` prints it. */
  status: v.optional(v.string(), ''),
  readyContainers: count,
  totalContainers: count,
  /** Why it does not run, as far as the cluster says. */
  failure: v.optional(v.string(), ''),
})

/** How a tenant is. What the caller may not see of it is missing rather than empty. */
export const TenantHealth = v.object({
  tenant: TenantItem,
  /** Drives that are offline or healing; nothing where its operator has not said. */
  drives: v.optional(v.object({ offline: count, healing: count })),
  certificates: v.optional(v.array(Ending)),
  /** Those of its pods that have restarted, or are not running and ready. */
  pods: v.optional(v.array(Restless)),
})
export type TenantHealth = v.InferOutput<typeof TenantHealth>

/** What is looked at: all, or what tenants say of themselves alone, which is told at once however many there are. */
const Parts = v.picklist(['all', 'own'])
export type Parts = v.InferOutput<typeof Parts>

/** How all tenants are that the caller may list. An extension. */
export const health = {
  health: get('/api/v1/tenants-health', {
    allow: ['k8s:list:tenants.minio.min.io'],
    query: v.object({ parts: v.optional(Parts, 'all') }),
    reply: v.object({ tenants: v.array(TenantHealth) }),
  }),
}
