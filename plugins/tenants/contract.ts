import * as v from 'valibot'
import { get, stream } from '../../core/contract.ts'
import { most, text } from '../../core/limits.ts'
import { comparePages } from './compare/contract.ts'
import { pages as hopPages } from './hop/contract.ts'
import { detailPages } from './details/contract.ts'

const count = v.optional(v.number(), 0)

/** A tenant in a list (console-api 14.2); sizes in bytes. */
export const TenantItem = v.object({
  name: v.string(),
  namespace: v.string(),
  pool_count: count,
  instance_count: count,
  volume_count: count,
  total_size: count,
  creation_date: v.optional(v.string(), ''),
  /** While it is being deleted. */
  deletion_date: v.optional(v.string()),
  currentState: v.optional(v.string(), ''),
  /** `green`, `yellow` or `red` as the operator says; nothing where it has not said. */
  health_status: v.optional(v.string()),
  /** What it runs, `quay.io/minio/minio:RELEASE.…`. An extension, as what follows. */
  image: v.optional(v.string(), ''),
  /** What is stored, and what there is room for in all once parity is taken off, as the operator has found last. */
  used: v.optional(v.number()),
  usable: v.optional(v.number()),
  drives_online: v.optional(v.number()),
  /** What of the tenant cannot be read, in words; its figures leave that out. */
  problem: v.optional(v.string()),
})
export type TenantItem = v.InferOutput<typeof TenantItem>

const Tenants = v.object({
  tenants: v.optional(v.nullable(v.array(TenantItem))),
  total: count,
  /** Of what state of the cluster the list is; changes from then on can be followed. An extension. */
  version: v.optional(v.string()),
  /** Namespaces that were looked in, where the caller may not list all of them. An extension. */
  within: v.optional(v.array(v.string())),
})

/** What an older client may say; all tenants come either way. */
const paging = v.object({
  limit: v.optional(text(most.word), ''),
  offset: v.optional(text(most.word), ''),
  sort_by: v.optional(text(most.word), ''),
})

/** What becomes of the list: all of it anew, a tenant that is new or has changed, or one that is gone. */
export const TenantChange = v.variant('kind', [
  v.object({ kind: v.literal('all'), tenants: v.array(TenantItem) }),
  v.object({ kind: v.literal('set'), tenant: TenantItem }),
  v.object({ kind: v.literal('gone'), tenant: v.object({ name: v.string(), namespace: v.string() }) }),
])
export type TenantChange = v.InferOutput<typeof TenantChange>

/** Pages and the rights that they need (console-api 2.4). */
export const pages = {
  '/tenants': ['k8s:list:tenants.minio.min.io'],
  ...hopPages,
  ...comparePages,
  '/tenants/health': ['k8s:list:tenants.minio.min.io'],
  '/tenants/add': ['k8s:create:tenants.minio.min.io'],
  ...detailPages,
} as const

export type Page = keyof typeof pages

/** The tenants of a cluster (console-api 14.1). */
export const tenants = {
  list: get('/api/v1/tenants', { allow: ['k8s:list:tenants.minio.min.io'], query: paging, reply: Tenants }),
  listIn: get('/api/v1/namespaces/:namespace/tenants', {
    allow: ['k8s:list:tenants.minio.min.io'],
    query: paging,
    reply: Tenants,
  }),
  /** Keeps the list true, from the state on that somebody has it of. An extension. */
  changes: stream('/ws/tenants', {
    allow: ['k8s:list:tenants.minio.min.io'],
    query: v.object({ since: v.optional(text(most.word), '') }),
    message: TenantChange,
  }),
}
