import * as v from 'valibot'
import { del, get, put, stream } from '../../../core/contract.ts'
import { most, text } from '../../../core/limits.ts'
import { imagePattern, Registry } from '../image.ts'

const count = v.optional(v.number(), 0)
const word = v.optional(v.string(), '')
const flag = v.optional(v.boolean(), false)

/** A pool of a tenant (console-api 14.7); sizes in bytes, of one volume. */
export const Pool = v.object({
  name: word,
  /** StatefulSet that runs its pods, which are named `<set>-<number>`. An extension. */
  stateful_set: word,
  servers: v.number(),
  volumes_per_server: v.number(),
  volume_configuration: v.object({ size: v.number(), storage_class_name: word }),
  /** What else its definition says, by the names of the fields. An extension. */
  fields: v.optional(v.array(v.string())),
})
export type Pool = v.InferOutput<typeof Pool>

/** Where a service of a tenant is reached from outside of the cluster. */
export const Exposure = v.object({
  /**
   * `pending` where an address is still to be assigned, `none` where everything was looked up and shows no address,
   * `unread` where the caller may not read all that could show one.
   */
  state: v.picklist(['found', 'pending', 'none', 'unread']),
  from: v.optional(v.picklist(['domain', 'setting', 'service', 'nodePort', 'ingress'])),
  url: v.optional(v.string()),
  /** Port on every node of the cluster. */
  port: v.optional(v.number()),
})
export type Exposure = v.InferOutput<typeof Exposure>

/** One tenant (console-api 14.3). */
export const Tenant = v.object({
  name: v.string(),
  namespace: v.string(),
  image: word,
  currentState: word,
  creation_date: word,
  deletion_date: v.optional(v.string()),
  total_size: count,
  pools: v.optional(v.nullable(v.array(Pool))),
  enable_prometheus: flag,
  endpoints: v.optional(v.object({ minio: word, console: word })),
  /** The same with where each address comes from, and what is known without one. An extension. */
  exposure: v.optional(v.object({ minio: Exposure, console: Exposure })),
  logEnabled: flag,
  monitoringEnabled: flag,
  encryptionEnabled: flag,
  minioTLS: flag,
  idpAdEnabled: flag,
  idpOidcEnabled: flag,
  /** What the operator of this cluster runs for no tenant any more. An extension. */
  unoffered: v.optional(v.array(v.picklist(['logEnabled', 'monitoringEnabled']))),
  /** The parity that is set for all of its pools, `EC:4`; empty where none is. An extension. */
  parity: v.optional(v.string()),
  status: v.object({
    write_quorum: count,
    drives_online: count,
    drives_offline: count,
    drives_healing: count,
    health_status: word,
    /** Why, as the operator says. An extension. */
    health_message: v.optional(v.string()),
  }),
  /** The licence that it carries, where that counts; capacity in TiB. */
  subnet_license: v.optional(
    v.object({
      organization: v.string(),
      storage_capacity: v.number(),
      expires_at: v.string(),
      plan: v.string(),
      email: word,
    }),
  ),
  /**
   * Whether the tenant's configuration could be read: what is not on without it may be on. `missing` where there is no
   * such secret. An extension.
   */
  configuration: v.optional(v.picklist(['read', 'withheld', 'missing']), 'read'),
})
export type Tenant = v.InferOutput<typeof Tenant>

/** A pod (console-api 14.8); times in seconds since 1970. */
export const Pod = v.object({
  name: v.string(),
  status: word,
  timeCreated: count,
  podIP: word,
  /** Of all its containers together. */
  restarts: count,
  node: word,
  /** State as `kubectl get pods` prints it: `CrashLoopBackOff`, `Init:Error`. An extension, as what follows. */
  reason: word,
  readyContainers: count,
  totalContainers: count,
  /** Why it does not run, as far as the cluster says. */
  failure: word,
  /** Its containers, those that serve first. */
  containers: v.optional(v.array(v.string()), []),
  /** Containers that run before the others, in their order. */
  initContainers: v.optional(v.array(v.string()), []),
})
export type Pod = v.InferOutput<typeof Pod>

/** What happened to a pod. */
export const PodEvent = v.object({ namespace: word, last_seen: count, event_type: word, reason: word, message: word })
export type PodEvent = v.InferOutput<typeof PodEvent>

/** A volume claim of a tenant (console-api 15). */
export const Volume = v.object({
  name: v.string(),
  namespace: word,
  status: word,
  capacity: word,
  /** The same in bytes; left out while the claim is not bound. An extension. */
  size: v.optional(v.number()),
  storageClass: word,
  volume: word,
  tenant: word,
  age: word,
})
export type Volume = v.InferOutput<typeof Volume>

/** How much of a tenant is used, in bytes. */
export const Usage = v.object({
  /** Objects as they are stored, without parity. */
  used: count,
  disk_used: count,
  /** Room for objects once parity is taken off, as the operator reported. An extension. */
  usable: v.optional(v.number()),
  /** Size of all drives together, as the tenant itself reports. An extension. */
  disk_total: v.optional(v.number()),
})
export type Usage = v.InferOutput<typeof Usage>

/** A drive that is not in order, by its volume claim. */
export const DriveFault = v.object({
  volume: v.string(),
  pod: v.string(),
  state: v.picklist(['offline', 'healing']),
  reason: word,
  /** In seconds since 1970, where an event tells it. */
  since: v.optional(v.number()),
})
export type DriveFault = v.InferOutput<typeof DriveFault>

/** Drives that are not in order, and the lookups that failed: without them there may be more. */
export const DriveFaults = v.object({
  faults: v.array(DriveFault),
  unread: v.optional(v.array(v.picklist(['tenant', 'events'])), []),
})
export type DriveFaults = v.InferOutput<typeof DriveFaults>

/** What of a tenant changes by itself. */
export const Part = v.picklist(['tenant', 'pods', 'volumes', 'events'])
export type Part = v.InferOutput<typeof Part>

/** An image as it is written for a cluster. */
export const Image = v.pipe(
  text(most.name),
  v.trim(),
  v.union([v.literal(''), v.pipe(v.string(), v.regex(imagePattern))], "Format must be of form: 'minio/minio:VERSION'"),
)

/** A secret with the label of a tenant. */
export const TenantSecret = v.object({
  name: v.string(),
  /** It is not this console's, or the caller cannot list who else uses it. */
  keeps: v.optional(v.picklist(['foreign', 'unknown'])),
  /** What else names it: `Ingress web spec.tls[0].secretName`. */
  used_by: v.optional(v.array(v.string())),
})
export type TenantSecret = v.InferOutput<typeof TenantSecret>

/** A tenant's YAML is some kilobytes. */
const yaml = text(64 * 1024)

const place = '/api/v1/namespaces/:namespace/tenants/:tenant' as const
const TENANT = 'tenants.minio.min.io' as const

/** Pages and the rights that they need. */
export const detailPages = { '/namespaces/:tenantNamespace/tenants/:tenantName': [`k8s:get:${TENANT}`] } as const

/** One tenant: what it is, its pods and volumes (console-api 14.1). */
export const details = {
  tenant: get(place, { allow: [`k8s:get:${TENANT}`], reply: Tenant }),
  /**
   * The secrets with the tenant's label. Deleting the tenant with its volumes deletes those that this console created
   * and that nothing else uses: no `keeps`, and no `used_by`. An extension.
   */
  secrets: get(`${place}/secrets`, {
    allow: [`k8s:get:${TENANT}`, 'k8s:list:secrets'],
    reply: v.object({ secrets: v.array(TenantSecret) }),
  }),
  remove: del(place, {
    allow: [`k8s:get:${TENANT}`, `k8s:delete:${TENANT}`],
    status: 204,
    body: v.optional(v.object({ delete_pvcs: v.optional(v.boolean(), false) })),
  }),
  update: put(place, {
    allow: [`k8s:get:${TENANT}`, `k8s:patch:${TENANT}`],
    status: 201,
    body: v.object({
      image: v.optional(Image, ''),
      /** A secret for this registry is created, and the tenant refers to it. */
      image_registry: v.optional(v.nullable(Registry)),
      image_pull_secret: v.optional(text(253), ''),
      enable_prometheus: v.optional(v.boolean()),
    }),
  }),
  usage: get(`${place}/usage`, { allow: [`k8s:get:${TENANT}`], reply: Usage }),
  /** The drives that are not in order, as far as they are known by name. An extension. */
  driveFaults: get(`${place}/drive-faults`, {
    allow: [`k8s:get:${TENANT}`],
    reply: DriveFaults,
  }),
  yaml: get(`${place}/yaml`, { allow: [`k8s:get:${TENANT}`], reply: v.object({ yaml: v.string() }) }),
  /** With `try` the cluster only checks it. The reply is the tenant as it is saved, or as it would be. */
  setYaml: put(`${place}/yaml`, {
    allow: [`k8s:get:${TENANT}`, `k8s:update:${TENANT}`],
    status: 201,
    body: v.object({ yaml, act: v.optional(v.picklist(['save', 'try']), 'save') }),
    reply: v.object({ yaml: v.string() }),
  }),
  pods: get(`${place}/pods`, { allow: ['k8s:list:pods'], reply: v.array(Pod) }),
  /** The last lines of a pod's log, as one text. */
  podLog: get(`${place}/pods/:pod`, { allow: ['k8s:get:pods', 'k8s:get:pods/log'], reply: v.string() }),
  removePod: del(`${place}/pods/:pod`, { allow: ['k8s:get:pods', 'k8s:delete:pods'], status: 204 }),
  podEvents: get(`${place}/pods/:pod/events`, { allow: ['k8s:get:pods', 'k8s:list:events'], reply: v.array(PodEvent) }),
  volumes: get(`${place}/pvcs`, {
    allow: ['k8s:list:persistentvolumeclaims'],
    reply: v.object({ pvcs: v.optional(v.nullable(v.array(Volume))) }),
  }),
  /**
   * Which of what belongs to a tenant is not as it was: each part that the caller may list comes once at first. An
   * extension.
   */
  partChanges: stream('/ws/tenant-parts', {
    allow: [`k8s:get:${TENANT}`],
    query: v.object({ namespace: text(most.bucket), tenant: text(253) }),
    message: v.object({ parts: v.array(Part) }),
  }),
  /** The lines of a container's log, and those that come. An extension. */
  log: stream('/ws/pod-log', {
    allow: ['k8s:get:pods', 'k8s:get:pods/log'],
    query: v.object({
      namespace: text(most.bucket),
      tenant: text(253),
      pod: text(253),
      container: v.optional(text(most.bucket), ''),
      tail: v.optional(v.pipe(text(most.word), v.regex(/^\d{1,5}$/, 'Enter a number of lines, 99,999 at most')), '500'),
      follow: v.optional(v.picklist(['yes', 'no']), 'yes'),
      previous: v.optional(v.picklist(['yes', 'no']), 'no'),
    }),
    message: v.object({ lines: v.array(v.string()) }),
  }),
}
