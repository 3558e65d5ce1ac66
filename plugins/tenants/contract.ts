import * as v from 'valibot'
import { get, limits, stream, text } from 'stowage'
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
  /** Set while it is being deleted. */
  deletion_date: v.optional(v.string()),
  currentState: v.optional(v.string(), ''),
  /** `green`, `yellow` or `red` as reported by the operator; absent if not reported. */
  health_status: v.optional(v.string()),
  /** Container image, `quay.io/minio/minio:RELEASE.…`. An extension, like the fields below. */
  image: v.optional(v.string(), ''),
  /** Stored bytes, and usable capacity without parity, as last reported by the operator. */
  used: v.optional(v.number()),
  usable: v.optional(v.number()),
  drives_online: v.optional(v.number()),
  /** Parts of the tenant that cannot be read; its totals omit them. */
  problem: v.optional(v.string()),
})
export type TenantItem = v.InferOutput<typeof TenantItem>

const Tenants = v.object({
  tenants: v.optional(v.nullable(v.array(TenantItem))),
  total: count,
  /** Resource version of the list, from which changes can be followed. An extension. */
  version: v.optional(v.string()),
  /** Namespaces that were listed, if the caller may not list all of them. An extension. */
  within: v.optional(v.array(v.string())),
})

/** Accepted from older clients; the reply always contains all tenants. */
const paging = v.object({
  limit: v.optional(text(limits.word), ''),
  offset: v.optional(text(limits.word), ''),
  sort_by: v.optional(text(limits.word), ''),
})

/** Change of the list: the complete list, one tenant added or changed, or one removed. */
export const TenantChange = v.variant('kind', [
  v.object({ kind: v.literal('all'), tenants: v.array(TenantItem) }),
  v.object({ kind: v.literal('set'), tenant: TenantItem }),
  v.object({ kind: v.literal('deleted'), tenant: v.object({ name: v.string(), namespace: v.string() }) }),
])
export type TenantChange = v.InferOutput<typeof TenantChange>

/** Pages and the permissions they require (console-api 2.4). */
export const pages = {
  '/tenants': ['k8s:list:tenants.minio.min.io'],
  ...hopPages,
  ...comparePages,
  '/tenants/health': ['k8s:list:tenants.minio.min.io'],
  '/tenants/add': ['k8s:create:tenants.minio.min.io'],
  ...detailPages,
} as const

export type Page = keyof typeof pages

/** Tenants of a cluster (console-api 14.1). */
export const tenants = {
  list: get('/api/v1/tenants', { allow: ['k8s:list:tenants.minio.min.io'], query: paging, reply: Tenants }),
  listIn: get('/api/v1/namespaces/:namespace/tenants', {
    allow: ['k8s:list:tenants.minio.min.io'],
    query: paging,
    reply: Tenants,
  }),
  /** Streams changes of the list after `version`. An extension. */
  changes: stream('/ws/tenants', {
    allow: ['k8s:list:tenants.minio.min.io'],
    query: v.object({ since: v.optional(text(limits.word), '') }),
    message: TenantChange,
  }),
}
