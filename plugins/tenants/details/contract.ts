import * as v from 'valibot'
import { del, get, limits, put, stream, text } from 'stowage'
import { imagePattern, Registry } from '../image.ts'
import * as messages from '../messages.ts'
import { TenantSecret } from '../tenant-secret.ts'

const count = v.optional(v.number(), 0)
const optionalText = v.optional(v.string(), '')
const flag = v.optional(v.boolean(), false)

/** A pool of a tenant (console-api 14.7); sizes in bytes, per volume. */
export const Pool = v.object({
  name: optionalText,
  /** StatefulSet of its pods, which are named `<set>-<number>`. An extension. */
  stateful_set: optionalText,
  servers: v.number(),
  volumes_per_server: v.number(),
  volume_configuration: v.object({ size: v.number(), storage_class_name: optionalText }),
  /** Names of other fields in the pool's manifest. An extension. */
  fields: v.optional(v.array(v.string())),
})
export type Pool = v.InferOutput<typeof Pool>

/** Address of a tenant's service from outside the cluster. */
export const Exposure = v.object({
  /**
   * `pending` if the address is not assigned yet, `none` if everything was checked and has no address, `unread` if the
   * caller may not read everything that could have one.
   */
  state: v.picklist(['found', 'pending', 'none', 'unread']),
  from: v.optional(v.picklist(['domain', 'setting', 'service', 'nodePort', 'ingress'])),
  url: v.optional(v.string()),
  /** Node port. */
  port: v.optional(v.number()),
})
export type Exposure = v.InferOutput<typeof Exposure>

/** Details of a tenant (console-api 14.3). */
export const Tenant = v.object({
  name: v.string(),
  namespace: v.string(),
  image: optionalText,
  currentState: optionalText,
  creation_date: optionalText,
  deletion_date: v.optional(v.string()),
  total_size: count,
  pools: v.optional(v.nullable(v.array(Pool))),
  enable_prometheus: flag,
  endpoints: v.optional(v.object({ minio: optionalText, console: optionalText })),
  /** Addresses with their origin; without an address, the reason if known. An extension. */
  exposure: v.optional(v.object({ minio: Exposure, console: Exposure })),
  logEnabled: flag,
  monitoringEnabled: flag,
  encryptionEnabled: flag,
  minioTLS: flag,
  idpAdEnabled: flag,
  idpOidcEnabled: flag,
  /** Features enabled in the tenant that the cluster's operator no longer supports. An extension. */
  unoffered: v.optional(v.array(v.picklist(['logEnabled', 'monitoringEnabled']))),
  /** Parity configured for all pools, such as `EC:4`; empty if none. An extension. */
  parity: v.optional(v.string()),
  status: v.object({
    write_quorum: count,
    drives_online: count,
    drives_offline: count,
    drives_healing: count,
    health_status: optionalText,
    /** Reason reported by the operator. An extension. */
    health_message: v.optional(v.string()),
  }),
  /** License attached to the tenant, if it is valid; capacity in TiB. */
  subnet_license: v.optional(
    v.object({
      organization: v.string(),
      storage_capacity: v.number(),
      expires_at: v.string(),
      plan: v.string(),
      email: optionalText,
    }),
  ),
  /**
   * Whether the configuration secret could be read: without it, features that seem off may be on. `missing` if the
   * secret does not exist. An extension.
   */
  configuration: v.optional(v.picklist(['read', 'withheld', 'missing']), 'read'),
})
export type Tenant = v.InferOutput<typeof Tenant>

/** A pod (console-api 14.8); times in seconds since 1970. */
export const Pod = v.object({
  name: v.string(),
  status: optionalText,
  timeCreated: count,
  podIP: optionalText,
  /** Sum over all containers. */
  restarts: count,
  node: optionalText,
  /** Status as printed by `kubectl get pods`: `CrashLoopBackOff`, `Init:Error`. An extension, like the fields below. */
  reason: optionalText,
  readyContainers: count,
  totalContainers: count,
  /** Why it does not run, if the cluster reports it. */
  failure: optionalText,
  /** First container that fails or is not ready, and the run whose log says why. */
  unready: v.optional(v.object({ container: v.string(), run: v.picklist(['this', 'previous']) })),
  /** Containers, those that serve requests first. */
  containers: v.optional(v.array(v.string()), []),
  /** Init containers in order. */
  initContainers: v.optional(v.array(v.string()), []),
})
export type Pod = v.InferOutput<typeof Pod>

export const PodEvent = v.object({
  namespace: optionalText,
  last_seen: count,
  event_type: optionalText,
  reason: optionalText,
  message: optionalText,
})
export type PodEvent = v.InferOutput<typeof PodEvent>

/** Volume claim of a tenant (console-api 15). */
export const Volume = v.object({
  name: v.string(),
  namespace: optionalText,
  status: optionalText,
  capacity: optionalText,
  /** Capacity in bytes; absent while the claim is not bound. An extension. */
  size: v.optional(v.number()),
  storageClass: optionalText,
  volume: optionalText,
  tenant: optionalText,
  age: optionalText,
})
export type Volume = v.InferOutput<typeof Volume>

/** Usage of a tenant, in bytes. */
export const Usage = v.object({
  /** Stored objects, without parity. */
  used: count,
  disk_used: count,
  /** Usable capacity without parity, as reported by the operator. An extension. */
  usable: v.optional(v.number()),
  /** Total size of all drives, as reported by the tenant. An extension. */
  disk_total: v.optional(v.number()),
})
export type Usage = v.InferOutput<typeof Usage>

/** A failed drive, identified by its volume claim. */
export const DriveFault = v.object({
  volume: v.string(),
  pod: v.string(),
  /** Where the pod mounts it, as in its log: `/export3`. */
  path: optionalText,
  state: v.picklist(['offline', 'healing']),
  reason: optionalText,
  /** In seconds since 1970, if known from an event. */
  since: v.optional(v.number()),
})
export type DriveFault = v.InferOutput<typeof DriveFault>

/**
 * Failed drives and the clock, as reported by the tenant, and the lookups that failed: without them there may be more.
 */
export const DriveFaults = v.object({
  faults: v.array(DriveFault),
  /** Seconds by which the clock of the server that answered is ahead of the console's; missing if it is unknown. */
  skew: v.optional(v.number()),
  unread: v.optional(v.array(v.picklist(['tenant', 'events'])), []),
})
export type DriveFaults = v.InferOutput<typeof DriveFaults>

/** Parts of a tenant that change without user action. */
export const Part = v.picklist(['tenant', 'pods', 'volumes', 'events'])
export type Part = v.InferOutput<typeof Part>

/** Container image reference. */
export const Image = v.pipe(
  text(limits.name),
  v.trim(),
  v.union([v.literal(''), v.pipe(v.string(), v.regex(imagePattern))], messages.imageFormat),
)

/** Name of a container; empty for the main one. */
const container = v.optional(text(limits.bucket), '')

/** Maximum size of a manifest in bytes; they are a few kilobytes. */
export const MAX_YAML = 64 * 1024

const yaml = text(MAX_YAML)

const tenantPath = '/api/v1/namespaces/:namespace/tenants/:tenant' as const
const TENANT = 'tenants.minio.min.io' as const

export const detailPages = { '/namespaces/:tenantNamespace/tenants/:tenantName': [`k8s:get:${TENANT}`] } as const

/** Details of one tenant, its pods and volumes (console-api 14.1). */
export const details = {
  tenant: get(tenantPath, { allow: [`k8s:get:${TENANT}`], reply: Tenant }),
  /**
   * Secrets labeled with the tenant. Deleting the tenant with its volumes deletes those with neither `keeps` nor
   * `used_by`: created by this console and not used elsewhere. An extension.
   */
  secrets: get(`${tenantPath}/secrets`, {
    allow: [`k8s:get:${TENANT}`, 'k8s:list:secrets'],
    reply: v.object({ secrets: v.array(TenantSecret) }),
  }),
  /**
   * With `delete_pvcs`, the caller also needs `deletecollection` of persistent volume claims, and `delete` of the
   * secrets that are deleted; without these permissions nothing is deleted.
   */
  remove: del(tenantPath, {
    allow: [`k8s:get:${TENANT}`, `k8s:delete:${TENANT}`],
    status: 204,
    body: v.optional(v.object({ delete_pvcs: v.optional(v.boolean(), false) })),
  }),
  update: put(tenantPath, {
    allow: [`k8s:get:${TENANT}`, `k8s:patch:${TENANT}`],
    status: 201,
    body: v.object({
      image: v.optional(Image, ''),
      /** Stores these credentials in a secret of the tenant, and references it in the tenant. */
      image_registry: v.optional(v.nullable(Registry)),
      image_pull_secret: v.optional(text(253), ''),
      enable_prometheus: v.optional(v.boolean()),
    }),
    /** The secret that the credentials of `image_registry` are stored in. An extension. */
    reply: v.object({ image_pull_secret: v.optional(v.string()) }),
  }),
  usage: get(`${tenantPath}/usage`, { allow: [`k8s:get:${TENANT}`], reply: Usage }),
  /** Failed drives, as far as they are known by name, and the clock of the tenant. An extension. */
  driveFaults: get(`${tenantPath}/drive-faults`, {
    allow: [`k8s:get:${TENANT}`],
    reply: DriveFaults,
  }),
  /**
   * The tenant's manifest and its `resourceVersion`. `fields` are the types of all fields of `spec` that the operator
   * supports, by path (`spec.pools[].servers`), and missing if the cluster does not tell. An extension.
   */
  yaml: get(`${tenantPath}/yaml`, {
    allow: [`k8s:get:${TENANT}`],
    reply: v.object({
      yaml: v.string(),
      version: v.optional(v.string()),
      fields: v.optional(v.record(v.string(), v.string())),
    }),
  }),
  /**
   * With `try`, the cluster only validates it. `version` is the one that was edited, an extension; without it, the
   * `resourceVersion` in the manifest is. The reply is the resulting manifest.
   */
  setYaml: put(`${tenantPath}/yaml`, {
    allow: [`k8s:get:${TENANT}`, `k8s:update:${TENANT}`],
    status: 201,
    body: v.object({
      yaml,
      version: v.optional(text(limits.name)),
      act: v.optional(v.picklist(['save', 'try']), 'save'),
    }),
    reply: v.object({ yaml: v.string() }),
  }),
  pods: get(`${tenantPath}/pods`, { allow: ['k8s:list:pods'], reply: v.array(Pod) }),
  /** The last lines of a container's log as one text, by default 10,000 of the main container. */
  podLog: get(`${tenantPath}/pods/:pod`, {
    allow: ['k8s:get:pods', 'k8s:get:pods/log'],
    /** An extension. */
    query: v.object({
      container,
      previous: v.optional(v.picklist(['yes', 'no']), 'no'),
      tail: v.optional(v.pipe(text(limits.word), v.regex(/^\d{1,4}$/, messages.enterFewerLines))),
    }),
    reply: v.string(),
  }),
  removePod: del(`${tenantPath}/pods/:pod`, { allow: ['k8s:get:pods', 'k8s:delete:pods'], status: 204 }),
  podEvents: get(`${tenantPath}/pods/:pod/events`, {
    allow: ['k8s:get:pods', 'k8s:list:events'],
    reply: v.array(PodEvent),
  }),
  volumes: get(`${tenantPath}/pvcs`, {
    allow: ['k8s:list:persistentvolumeclaims'],
    reply: v.object({ pvcs: v.optional(v.nullable(v.array(Volume))) }),
  }),
  /** Streams which parts of the tenant changed; starts with all parts the caller may list. An extension. */
  partChanges: stream('/ws/tenant-parts', {
    allow: [`k8s:get:${TENANT}`],
    query: v.object({ namespace: text(limits.bucket), tenant: text(253) }),
    message: v.object({ parts: v.array(Part) }),
  }),
  /** Streams existing and new lines of a container's log. An extension. */
  log: stream('/ws/pod-log', {
    allow: ['k8s:get:pods', 'k8s:get:pods/log'],
    query: v.object({
      namespace: text(limits.bucket),
      tenant: text(253),
      pod: text(253),
      container,
      tail: v.optional(v.pipe(text(limits.word), v.regex(/^\d{1,5}$/, messages.enterNumberOfLines)), '500'),
      follow: v.optional(v.picklist(['yes', 'no']), 'yes'),
      previous: v.optional(v.picklist(['yes', 'no']), 'no'),
    }),
    message: v.object({ lines: v.array(v.string()) }),
  }),
}
