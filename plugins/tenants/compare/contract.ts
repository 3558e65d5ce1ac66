import * as v from 'valibot'
import { get } from 'stowage'
import { Template } from '../create/contract.ts'
import { Tenant } from '../details/contract.ts'

const optionalText = v.optional(v.string(), '')
const amounts = v.object({ cpu: optionalText, memory: optionalText })

/** Parts of a tenant in secrets that the caller may not read. */
export const Unread = v.picklist(['configuration', 'registry', 'users', 'certificates', 'encryption'])
export type Unread = v.InferOutput<typeof Unread>

/** All settings of one tenant, for comparison with another one. Contains no secrets, only which ones are set. */
export const Settings = v.object({
  tenant: Tenant,
  /** Keyed by the wizard's fields; `secrets` lists the secret ones that are set, such as `identity.secret_id`. */
  steps: Template.entries.steps,
  secrets: v.array(v.string()),
  /**
   * Per pool, in the tenant's order: resource requests and limits as Kubernetes quantities, and placement, which is
   * `rules` if the wizard has no fields for it.
   */
  pools: v.array(
    v.object({
      requests: amounts,
      limits: amounts,
      placement: Template.entries.steps.entries.placement,
      rules: optionalText,
    }),
  ),
  /** Names of the servers' environment variables. */
  environment: v.array(v.string()),
  /**
   * Every field of the manifest by its path, such as `pools[0].runtimeClassName`. `same` replaces the text in
   * comparisons: it omits the tenant's name, which always differs, or stands in for a secret.
   */
  fields: v.record(
    v.string(),
    v.object({ text: v.string(), same: v.optional(v.string()), inRow: v.optional(v.boolean()) }),
  ),
  /** Stored and usable bytes, as last reported by the operator. */
  used: v.optional(v.number()),
  usable: v.optional(v.number()),
  unread: v.array(Unread),
})
export type Settings = v.InferOutput<typeof Settings>

const TENANT = 'k8s:get:tenants.minio.min.io' as const

export const comparePages = { '/tenants/compare': [TENANT] } as const

/** Calls of the comparison of tenants. An extension. */
export const comparing = {
  settings: get('/api/v1/namespaces/:namespace/tenants/:tenant/settings', { allow: [TENANT], reply: Settings }),
}
