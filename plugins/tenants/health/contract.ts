import * as v from 'valibot'
import { get } from 'stowage'
import { TenantItem } from '../contract.ts'

const count = v.optional(v.number(), 0)

/** A certificate that a tenant serves or trusts. */
const CertificateExpiry = v.object({
  /** Name of its secret. */
  name: v.string(),
  /** Issuer: the operator, which renews it, or people. */
  from: v.picklist(['operator', 'people']),
  /** RFC 3339; empty if it cannot be read. */
  expiry: v.optional(v.string(), ''),
  /** Why it cannot be read. */
  problem: v.optional(v.string()),
})
export type CertificateExpiry = v.InferOutput<typeof CertificateExpiry>

/** A pod that has restarted, or is not running and ready. */
const UnhealthyPod = v.object({
  name: v.string(),
  restarts: count,
  /** Status as printed by `kubectl get pods`. */
  status: v.optional(v.string(), ''),
  readyContainers: count,
  totalContainers: count,
  /** Why it does not run, if the cluster reports it. */
  failure: v.optional(v.string(), ''),
})

/** Health of a tenant. Parts that the caller may not see are absent, not empty. */
export const TenantHealth = v.object({
  tenant: TenantItem,
  /** Number of drives offline or healing; absent if the operator has not reported it. */
  drives: v.optional(v.object({ offline: count, healing: count })),
  certificates: v.optional(v.array(CertificateExpiry)),
  /** Pods that have restarted, or are not running and ready. */
  pods: v.optional(v.array(UnhealthyPod)),
})
export type TenantHealth = v.InferOutput<typeof TenantHealth>

/** `own`: only what the tenants' manifests contain, which is fast for any number of tenants. */
const Parts = v.picklist(['all', 'own'])
export type Parts = v.InferOutput<typeof Parts>

/** Extensions. */
export const health = {
  /** Health of all tenants the caller may list. */
  health: get('/api/v1/tenants-health', {
    allow: ['k8s:list:tenants.minio.min.io'],
    query: v.object({ parts: v.optional(Parts, 'all') }),
    reply: v.object({ tenants: v.array(TenantHealth) }),
  }),
  /** Expirations of the certificates of one tenant. */
  expirations: get('/api/v1/namespaces/:namespace/tenants/:tenant/expirations', {
    allow: ['k8s:get:tenants.minio.min.io', 'k8s:get:secrets'],
    reply: v.object({ certificates: v.array(CertificateExpiry) }),
  }),
}
