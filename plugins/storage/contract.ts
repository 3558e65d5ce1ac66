import * as v from 'valibot'
import { get, list, limits, post, stream, text } from 'stowage'
import * as messages from './messages.ts'

const count = v.optional(v.number(), 0)
const optionalText = v.optional(v.string(), '')

/** Persistent volume claim of a tenant (console-api 15). */
export const Claim = v.object({
  name: v.string(),
  namespace: v.string(),
  /** `Bound`, `Pending` or `Lost`. */
  status: optionalText,
  /** Name of the bound volume; empty while unbound. */
  volume: optionalText,
  tenant: optionalText,
  /** Kubernetes quantity such as `10Gi`; `0` while unbound. */
  capacity: v.optional(v.string(), '0'),
  storageClass: optionalText,
  /** Creation time, RFC 3339. */
  age: optionalText,
})
export type Claim = v.InferOutput<typeof Claim>

/** Drive of a node; sizes in bytes. */
export const Drive = v.object({
  /** `/dev/xvdb`. */
  drive: v.string(),
  node: v.string(),
  capacity: count,
  allocated: count,
  volumes: count,
  /** `Available`, `Ready`, `InUse` … with a trailing `*` if direct-csi has a message. */
  status: optionalText,
  message: optionalText,
  /** File system not created by the drive manager; formatting it requires force. An extension. */
  filesystem: v.optional(v.string()),
  /** Why the drive cannot be formatted, even with force. An extension. */
  refusal: v.optional(v.string()),
})
export type Drive = v.InferOutput<typeof Drive>

/** The drive manager: DirectPV, or its former name direct-csi. */
const ManagerName = v.picklist(['directpv', 'direct-csi'])
export type ManagerName = v.InferOutput<typeof ManagerName>

/** Volume on one of the drives; `capacity` in bytes. */
export const DriveVolume = v.object({ volume: v.string(), capacity: count, node: optionalText, drive: optionalText })
export type DriveVolume = v.InferOutput<typeof DriveVolume>

export const FormatIssue = v.object({ node: v.string(), drive: v.string(), error: v.string() })
export type FormatIssue = v.InferOutput<typeof FormatIssue>

/** Change of the claims: the complete list, one claim added or changed, or one removed. */
export const ClaimChange = v.variant('kind', [
  v.object({ kind: v.literal('all'), claims: v.array(Claim) }),
  v.object({ kind: v.literal('set'), claim: Claim }),
  v.object({ kind: v.literal('deleted'), claim: v.object({ name: v.string(), namespace: v.string() }) }),
])
export type ClaimChange = v.InferOutput<typeof ClaimChange>

const DriveAt = v.object({ node: v.string(), drive: v.string() })

/** Change of the drives: the complete list, or the drives added or changed and those removed. */
export const DriveChange = v.variant('kind', [
  v.object({ kind: v.literal('all'), drives: v.array(Drive) }),
  v.object({ kind: v.literal('some'), set: v.array(Drive), removed: v.array(DriveAt) }),
])
export type DriveChange = v.InferOutput<typeof DriveChange>

/** Anyone who can see tenants' claims may open the pages; missing drive permissions are explained on the page. */
export const pages = {
  '/storage': ['k8s:list:persistentvolumeclaims'],
  '/storage/volumes': ['k8s:list:persistentvolumeclaims'],
  '/storage/drives': ['k8s:list:persistentvolumeclaims'],
} as const
export type Page = keyof typeof pages

/** Node and drive: `node-1:/dev/xvdb`. */
const DriveName = v.pipe(text(limits.name), v.regex(/^[^:]+:\/dev\/./, messages.driveNameFormat))

/**
 * Volumes of tenants and the drives behind them (console-api 15). The permissions are those of DirectPV; direct-csi has
 * its own.
 */
export const storage = {
  claims: get('/api/v1/list-pvcs', {
    allow: ['k8s:list:persistentvolumeclaims'],
    reply: v.object({
      pvcs: v.optional(v.nullable(v.array(Claim))),
      version: v.optional(v.string()),
      /** Namespaces that were listed, if the caller may not list all of them. An extension. */
      within: v.optional(v.array(v.string())),
    }),
  }),
  /** Streams changes of the claims after `version`. An extension. */
  claimChanges: stream('/ws/storage-volumes', {
    allow: ['k8s:list:persistentvolumeclaims'],
    query: v.object({ since: v.optional(text(limits.word), '') }),
    message: ClaimChange,
  }),
  /** 404 if the cluster has neither DirectPV nor direct-csi. */
  drives: get('/api/v1/direct-csi/drives', {
    allow: ['k8s:list:directpvdrives.directpv.min.io', 'k8s:list:directpvnodes.directpv.min.io'],
    reply: v.object({ drives: v.optional(v.nullable(v.array(Drive))), manager: v.optional(ManagerName, 'direct-csi') }),
  }),
  /** Streams all drives first, then their changes. An extension. */
  driveChanges: stream('/ws/storage-drives', {
    allow: ['k8s:list:directpvdrives.directpv.min.io', 'k8s:list:directpvnodes.directpv.min.io'],
    message: DriveChange,
  }),
  volumes: get('/api/v1/direct-csi/volumes', {
    allow: ['k8s:list:directpvvolumes.directpv.min.io'],
    reply: v.object({ volumes: v.optional(v.nullable(v.array(DriveVolume))) }),
  }),
  /** Replies with the drives that were not formatted and why; null if all were. */
  format: post('/api/v1/direct-csi/drives/format', {
    allow: [
      'k8s:list:directpvdrives.directpv.min.io',
      'k8s:list:directpvnodes.directpv.min.io',
      'k8s:create:directpvinitrequests.directpv.min.io',
      'k8s:list:directpvinitrequests.directpv.min.io',
      'k8s:deletecollection:directpvinitrequests.directpv.min.io',
    ],
    status: 200,
    body: v.object({
      drives: v.pipe(list(DriveName, 1000), v.minLength(1, messages.driveRequired)),
      force: v.boolean(),
    }),
    reply: v.object({ formatIssuesList: v.nullable(v.array(FormatIssue)) }),
  }),
}
