import * as v from 'valibot'
import { searchQuery, del, searchResult, get, limits, post, put, text } from 'stowage'
import * as messages from './messages.ts'

export const pages = {
  '/tiers': ['admin:ListTier'],
  '/tiers/add': ['admin:SetTier'],
  '/tiers/add/:service': ['admin:SetTier'],
} as const
export type Page = keyof typeof pages

/** Storage class names reserved by the storage server. */
const reserved = ['STANDARD', 'REDUCED_REDUNDANCY']

/** Name of a tier, as referenced by lifecycle rules (spec/2 section 5). */
export const TierName = v.pipe(
  v.string(),
  v.maxLength(limits.word, `Enter at most ${limits.word} characters`),
  v.regex(/^[A-Z0-9_-]+$/, messages.nameFormat),
  v.check((name) => !reserved.includes(name), messages.tierNameIsStorageClass),
)

/** Address of the remote storage. Must not contain credentials, because it is displayed. */
export const TierEndpoint = v.pipe(
  v.string(),
  v.maxBytes(limits.name, 'Enter at most 1,024 bytes'),
  v.regex(/^https?:\/\/[^/\s]/i, messages.endpointFormat),
  v.regex(/^[^@\p{Cc}]*$/u, messages.endpointHasCredentials),
)

export const TierBucket = v.pipe(text(limits.name), v.minLength(1, 'Field cannot be empty'))

/** Google credentials file: base64 of its JSON. */
export const TierCredentials = v.pipe(
  v.string(),
  v.maxLength(32 * 1024, messages.credentialsFileTooLarge),
  v.base64(messages.credentialsFileInvalid),
  v.minLength(1, messages.credentialsFileInvalid),
)

const Secret = v.pipe(text(limits.name), v.minLength(1, 'Field cannot be empty'))
const RemoteFields = {
  name: TierName,
  endpoint: TierEndpoint,
  bucket: TierBucket,
  prefix: v.optional(text(limits.key), ''),
  region: v.optional(text(limits.word), ''),
}

/** Request fields of each type. */
export const tierForms = {
  minio: v.object({ ...RemoteFields, accesskey: Secret, secretkey: Secret }),
  s3: v.object({
    ...RemoteFields,
    accesskey: Secret,
    secretkey: Secret,
    storageclass: v.optional(text(limits.word), ''),
  }),
  gcs: v.object({ ...RemoteFields, endpoint: v.optional(text(limits.name), ''), creds: TierCredentials }),
  azure: v.object({ ...RemoteFields, accountname: Secret, accountkey: Secret }),
} as const

export const NewTier = v.variant('type', [
  v.object({ type: v.literal('minio'), minio: tierForms.minio }),
  v.object({ type: v.literal('s3'), s3: tierForms.s3 }),
  v.object({ type: v.literal('gcs'), gcs: tierForms.gcs }),
  v.object({ type: v.literal('azure'), azure: tierForms.azure }),
])
export type NewTier = v.InferOutput<typeof NewTier>

const TierDetails = v.object({
  name: v.string(),
  endpoint: v.string(),
  bucket: v.string(),
  prefix: v.string(),
  region: v.string(),
  accesskey: v.optional(v.string()),
  accountname: v.optional(v.string()),
  storageclass: v.optional(v.string()),
  /** Never the secret itself. */
  secretkey: v.optional(v.literal('REDACTED')),
  accountkey: v.optional(v.literal('REDACTED')),
  creds: v.optional(v.literal('REDACTED')),
})

/** A tier; its details are nested under its type. Usage is as of the storage's last scan. */
export const Tier = v.object({
  type: v.picklist(['s3', 'gcs', 'azure', 'minio', 'unsupported']),
  s3: v.optional(TierDetails),
  gcs: v.optional(TierDetails),
  azure: v.optional(TierDetails),
  minio: v.optional(TierDetails),
  /** An extension: clients of the former console read the nested name. */
  name: v.string(),
  usage: v.optional(v.number()),
  objects: v.optional(v.number()),
  versions: v.optional(v.number()),
})
export type Tier = v.InferOutput<typeof Tier>

/** Whether the tier responds, and how long the test took. */
export const TierStatus = v.object({
  status: v.picklist(['online', 'offline', 'refused']),
  problem: v.optional(v.string()),
  durationMs: v.number(),
})
export type TierStatus = v.InferOutput<typeof TierStatus>

/** Remote storages that lifecycle rules move objects to (spec/2 sections 2 and 3, console-api 12). */
export const tiers = {
  list: get('/api/v1/admin/tiers', {
    allow: ['admin:ListTier'],
    reply: v.object({ items: v.nullish(v.array(Tier), []) }),
  }),
  add: post('/api/v1/admin/tiers', { allow: ['admin:SetTier'], status: 201, body: NewTier }),
  rotate: put('/api/v1/admin/tiers/:type/:name/credentials', {
    allow: ['admin:SetTier'],
    body: v.object({
      access_key: v.optional(text(limits.name)),
      secret_key: v.optional(text(limits.name)),
      creds: v.optional(TierCredentials),
    }),
  }),
  /** Extensions from here on. For the command palette. */
  find: get('/api/v1/find/tiers', { allow: ['admin:ListTier'], query: searchQuery, reply: searchResult(Tier) }),
  /** Writes, reads and deletes a small object on the remote storage. */
  verify: get('/api/v1/admin/tiers/:type/:name/status', { allow: ['admin:ListTier'], reply: TierStatus }),
  /**
   * Buckets with lifecycle rules that use the tier, as far as the caller may see them; `partial` if there may be more.
   */
  uses: get('/api/v1/admin/tiers/:type/:name/buckets', {
    allow: ['admin:ListTier'],
    reply: v.object({ buckets: v.array(v.string()), partial: v.optional(v.boolean(), false) }),
  }),
  remove: del('/api/v1/admin/tiers/:type/:name', { allow: ['admin:SetTier', 'admin:ListTier'] }),
}
