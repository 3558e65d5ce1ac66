import * as v from 'valibot'
import { get } from '../../../core/contract.ts'
import { Template } from '../create/contract.ts'
import { Tenant } from '../details/contract.ts'

const word = v.optional(v.string(), '')
const amounts = v.object({ cpu: word, memory: word })

/** What of a tenant lies in secrets that the caller may not read. */
export const Unread = v.picklist(['configuration', 'registry', 'users', 'certificates', 'encryption'])
export type Unread = v.InferOutput<typeof Unread>

/**
 * All that one tenant is set to, to be held against another one. No secret is in it: of those it says only that they
 * are set.
 */
export const Settings = v.object({
  tenant: Tenant,
  /** By the fields of the wizard, and which of those are set and secret: `identity.secret_id`. */
  steps: Template.entries.steps,
  secrets: v.array(v.string()),
  /**
   * Of each pool, in the order of the tenant's, what its pods ask for and may have, as the cluster writes it, and where
   * they run: `rules` where that is said in a way that the wizard has no fields for.
   */
  pools: v.array(
    v.object({ requests: amounts, limits: amounts, placement: Template.entries.steps.entries.placement, rules: word }),
  ),
  /** The names of what its servers are started with. */
  environment: v.array(v.string()),
  /**
   * Every field of its definition, by its path: `pools[0].runtimeClassName`. `same` is what is compared where that is
   * not the text: without the tenant's name, by which no two would be alike, or instead of a secret.
   */
  fields: v.record(
    v.string(),
    v.object({ text: v.string(), same: v.optional(v.string()), inRow: v.optional(v.boolean()) }),
  ),
  /** What is stored, and what there is room for, in bytes, as its operator has found last. */
  used: v.optional(v.number()),
  usable: v.optional(v.number()),
  unread: v.array(Unread),
})
export type Settings = v.InferOutput<typeof Settings>

const TENANT = 'k8s:get:tenants.minio.min.io' as const

/** The page and the right that it needs. */
export const comparePages = { '/tenants/compare': [TENANT] } as const

/** What it takes to compare tenants. An extension. */
export const comparing = {
  settings: get('/api/v1/namespaces/:namespace/tenants/:tenant/settings', { allow: [TENANT], reply: Settings }),
}
