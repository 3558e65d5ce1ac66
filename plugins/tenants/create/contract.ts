import * as v from 'valibot'
import { get, list, post, text } from 'stowage'
import { TenantSecret } from '../tenant-secret.ts'
import { AddedPool, ClonedTenant, NamespaceName, NewTenant } from './payload.ts'

const integer = (least: number) =>
  v.pipe(
    text(10),
    v.regex(/^\d+$/, 'Enter a whole number'),
    v.transform(Number),
    v.minValue(least, `Enter at least ${least}`),
  )

/**
 * One resource of a tenant whose creation stopped: still there with its uid, removed again, failed, or not attempted.
 */
export const Part = v.object({
  kind: v.string(),
  name: v.string(),
  uid: v.optional(v.string()),
  state: v.picklist(['exists', 'removed', 'failed', 'waiting']),
})
export type Part = v.InferOutput<typeof Part>

/** A created tenant: its credentials, or that an identity provider manages its users. */
export const Created = v.object({
  console: v.nullable(v.array(v.object({ access_key: v.string(), secret_key: v.string() }))),
  externalIDP: v.optional(v.boolean()),
  /** Set for a dry run: the manifests of all resources, without the contents of secrets. An extension. */
  yaml: v.optional(v.string()),
  /** Why creation stopped, if the request asked for details by part. An extension. */
  stopped: v.optional(v.object({ message: v.string(), detail: v.optional(v.string()), parts: v.array(Part) })),
  /** Set for the dry run of a copy: every field of the manifest that differs from the original. */
  differences: v.optional(
    v.array(v.object({ path: v.string(), before: v.optional(v.string()), after: v.optional(v.string()) })),
  ),
  /**
   * Set for the dry run of a copy: resources that its manifest refers to and that do not exist in its namespace, or
   * that the caller may not see.
   */
  needs: v.optional(
    v.array(
      v.object({
        kind: v.picklist(['Secret', 'ConfigMap', 'PersistentVolumeClaim', 'ServiceAccount']),
        name: v.string(),
        paths: v.array(v.string()),
        state: v.picklist(['missing', 'unknown']),
      }),
    ),
  ),
})
export type Created = v.InferOutput<typeof Created>

/**
 * Resource quota of a namespace, with one element per resource, in bytes. Elements of a storage class are named
 * `<class>.storageclass.storage.k8s.io/requests.storage`.
 */
const Quota = v.object({
  name: v.optional(v.string(), ''),
  elements: v.nullish(
    v.array(v.object({ name: v.string(), hard: v.optional(v.number()), used: v.optional(v.number()) })),
    [],
  ),
})

/** Features that the cluster's operator supports for tenants. */
export const Offers = v.object({ logSearch: v.boolean(), prometheus: v.boolean() })
export type Offers = v.InferOutput<typeof Offers>

const tenantPath = '/api/v1/namespaces/:namespace/tenants/:tenant'

/** `dryRun=yes` validates on the cluster and creates nothing. An extension. */
const Attempt = v.object({
  dryRun: v.optional(v.literal('yes')),
  /** If a step fails, the reply describes all parts; what was created before is removed or kept. An extension. */
  stopped: v.optional(v.picklist(['removed', 'preserved'])),
})

const TENANTS = 'tenants.minio.min.io'
const toCreate = [
  `k8s:create:${TENANTS}`,
  `k8s:list:${TENANTS}`,
  ...(['k8s:create:secrets', 'k8s:list:secrets', 'k8s:delete:secrets'] as const),
] as const

const drafts = v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.array(v.string())])), {})

/** Values of a tenant by step and field of the wizard; never secrets. */
export const Template = v.object({
  steps: v.object({
    setup: drafts,
    configure: drafts,
    images: drafts,
    placement: drafts,
    identity: drafts,
    security: drafts,
    encryption: drafts,
  }),
  /** Secrets that have to be typed again, such as `identity.secret_id`. */
  reenter: v.array(v.string()),
  /** Other settings that are not copied, one sentence each. */
  left: v.array(v.string()),
})
export type Template = v.InferOutput<typeof Template>

/** Calls to create a tenant, or add a pool to one (console-api 14). */
export const creating = {
  create: post('/api/v1/tenants', {
    allow: toCreate,
    query: Attempt,
    body: NewTenant,
    reply: Created,
  }),
  /**
   * Creates a copy of a tenant, which is read with the caller's permissions. Permissions to create apply to the
   * namespace of the new tenant. An extension.
   */
  clone: post(`${tenantPath}/clone`, {
    allow: [`k8s:get:${TENANTS}`, ...toCreate],
    query: Attempt,
    body: ClonedTenant,
    reply: Created,
  }),
  /**
   * Removes secrets of a failed attempt or an earlier tenant, while the tenant does not exist: those that this console
   * created and that are not used elsewhere. `left` are those that still exist. An extension.
   */
  cleanUp: post(`${tenantPath}/remains`, {
    allow: ['k8s:list:tenants.minio.min.io', 'k8s:list:secrets', 'k8s:delete:secrets'],
    body: v.object({ uids: v.pipe(list(text(64), 256), v.minLength(1, 'Name at least one')) }),
    reply: v.object({ left: v.array(TenantSecret) }),
  }),
  /**
   * Volume claims by pool name; the tenant may no longer exist. A new pool of such a name attaches them. An extension.
   */
  remains: get(`${tenantPath}/remains`, {
    allow: ['k8s:list:persistentvolumeclaims'],
    reply: v.object({ pools: v.array(v.object({ name: v.string(), volumes: v.array(v.string()) })) }),
  }),
  /** A tenant's settings, to create another one from. An extension. */
  template: get(`${tenantPath}/template`, { allow: ['k8s:get:tenants.minio.min.io'], reply: Template }),
  addPool: post('/api/v1/namespaces/:namespace/tenants/:tenant/pools', {
    allow: ['k8s:get:tenants.minio.min.io', 'k8s:patch:tenants.minio.min.io'],
    status: 201,
    body: AddedPool,
  }),
  createNamespace: post('/api/v1/namespace', {
    allow: ['k8s:create:namespaces'],
    status: 201,
    body: v.object({ name: NamespaceName }),
  }),
  quota: get('/api/v1/namespaces/:namespace/resourcequotas/:name', {
    allow: ['k8s:get:resourcequotas', 'k8s:get:namespaces', 'k8s:list:storageclasses.storage.k8s.io'],
    reply: Quota,
  }),
  memory: get('/api/v1/cluster/max-allocatable-memory', {
    allow: ['k8s:list:nodes'],
    query: v.object({ num_nodes: integer(1) }),
    reply: v.object({ max_memory: v.optional(v.number(), 0) }),
  }),
  parity: get('/api/v1/get-parity/:nodes/:disks', { allow: 'signed-in', reply: v.array(v.string()) }),
  labels: get('/api/v1/nodes/labels', { allow: ['k8s:list:nodes'], reply: v.record(v.string(), v.array(v.string())) }),
  /** An extension. */
  offers: get('/api/v1/cluster/tenant-offers', { allow: 'signed-in', reply: Offers }),
}
