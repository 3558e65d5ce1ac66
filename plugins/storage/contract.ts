import * as v from 'valibot'
import { get, post, stream } from '../../core/contract.ts'
import { list, most, text } from '../../core/limits.ts'

const count = v.optional(v.number(), 0)
const word = v.optional(v.string(), '')

/** A claim of a tenant for a volume (console-api 15). */
export const Claim = v.object({
  name: v.string(),
  namespace: v.string(),
  /** `Bound`, `Pending` or `Lost`. */
  status: word,
  /** The volume that it got; empty while it has none. */
  volume: word,
  tenant: word,
  /** As the cluster writes it, `10Gi`; `0` while it has none. */
  capacity: v.optional(v.string(), '0'),
  storageClass: word,
  /** When it was made, RFC 3339. */
  age: word,
})
export type Claim = v.InferOutput<typeof Claim>

/** A drive of a node; sizes in bytes. */
export const Drive = v.object({
  /** `/dev/xvdb`. */
  drive: v.string(),
  node: v.string(),
  capacity: count,
  allocated: count,
  volumes: count,
  /** `Available`, `Ready`, `InUse` … with a `*` behind it where direct-csi has a message. */
  status: word,
  message: word,
  /** What file system it carries that is not the console's doing; formatting it takes force. An extension. */
  filesystem: v.optional(v.string()),
  /** Why it cannot be formatted, force or none. An extension. */
  refusal: v.optional(v.string()),
})
export type Drive = v.InferOutput<typeof Drive>

/** What has the drives: DirectPV, or direct-csi as it was called before. */
const ManagerName = v.picklist(['directpv', 'direct-csi'])
export type ManagerName = v.InferOutput<typeof ManagerName>

/** A volume on one of the drives; `capacity` in bytes. */
export const DriveVolume = v.object({ volume: v.string(), capacity: count, node: word, drive: word })
export type DriveVolume = v.InferOutput<typeof DriveVolume>

/** Why a drive was not formatted. */
export const FormatIssue = v.object({ node: v.string(), drive: v.string(), error: v.string() })
export type FormatIssue = v.InferOutput<typeof FormatIssue>

/** What becomes of the claims: all of them anew, one that is new or has changed, or one that is gone. */
export const ClaimChange = v.variant('kind', [
  v.object({ kind: v.literal('all'), claims: v.array(Claim) }),
  v.object({ kind: v.literal('set'), claim: Claim }),
  v.object({ kind: v.literal('gone'), claim: v.object({ name: v.string(), namespace: v.string() }) }),
])
export type ClaimChange = v.InferOutput<typeof ClaimChange>

const DriveAt = v.object({ node: v.string(), drive: v.string() })

/** What becomes of the drives: all of them anew, or those that are new or have changed and those that are gone. */
export const DriveChange = v.variant('kind', [
  v.object({ kind: v.literal('all'), drives: v.array(Drive) }),
  v.object({ kind: v.literal('some'), set: v.array(Drive), gone: v.array(DriveAt) }),
])
export type DriveChange = v.InferOutput<typeof DriveChange>

/** Whoever sees the tenants' claims has the pages; what of drives they may see is told on them. */
export const pages = {
  '/storage': ['k8s:list:persistentvolumeclaims'],
  '/storage/volumes': ['k8s:list:persistentvolumeclaims'],
  '/storage/drives': ['k8s:list:persistentvolumeclaims'],
} as const
export type Page = keyof typeof pages

/** A node and a drive of it: `node-1:/dev/xvdb`. */
const Place = v.pipe(
  text(most.name),
  v.regex(/^[^:]+:\/dev\/./, 'Name a node and its drive, such as "node-1:/dev/xvdb"'),
)

/**
 * What tenants have of the cluster's storage, and the drives that it comes from (console-api 15). Rights are those of
 * DirectPV; direct-csi has its own.
 */
export const storage = {
  claims: get('/api/v1/list-pvcs', {
    allow: ['k8s:list:persistentvolumeclaims'],
    reply: v.object({
      pvcs: v.optional(v.nullable(v.array(Claim))),
      version: v.optional(v.string()),
      /** Namespaces that were looked in, where the caller may not list all of them. An extension. */
      within: v.optional(v.array(v.string())),
    }),
  }),
  /** Keeps the claims true, from the state (`version`) on that somebody has them of. An extension. */
  claimChanges: stream('/ws/storage-volumes', {
    allow: ['k8s:list:persistentvolumeclaims'],
    query: v.object({ since: v.optional(text(most.word), '') }),
    message: ClaimChange,
  }),
  /** 404 where the cluster has neither DirectPV nor direct-csi. */
  drives: get('/api/v1/direct-csi/drives', {
    allow: ['k8s:list:directpvdrives.directpv.min.io', 'k8s:list:directpvnodes.directpv.min.io'],
    reply: v.object({ drives: v.optional(v.nullable(v.array(Drive))), manager: v.optional(ManagerName, 'direct-csi') }),
  }),
  /** Keeps the drives true: all of them come first. An extension. */
  driveChanges: stream('/ws/storage-drives', {
    allow: ['k8s:list:directpvdrives.directpv.min.io', 'k8s:list:directpvnodes.directpv.min.io'],
    message: DriveChange,
  }),
  volumes: get('/api/v1/direct-csi/volumes', {
    allow: ['k8s:list:directpvvolumes.directpv.min.io'],
    reply: v.object({ volumes: v.optional(v.nullable(v.array(DriveVolume))) }),
  }),
  /** What was not formatted comes with the reasons; null where all were. */
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
      drives: v.pipe(list(Place, 1000), v.minLength(1, 'at least one drive needs to be set')),
      force: v.boolean(),
    }),
    reply: v.object({ formatIssuesList: v.nullable(v.array(FormatIssue)) }),
  }),
}
