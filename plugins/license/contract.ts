import * as v from 'valibot'
import { get, limits, post, text } from 'stowage'

/** A license key is a signed text of a few hundred bytes. */
const key = v.pipe(text(16 * 1024), v.trim())

/** Contents of a license (console-api 13). */
export const License = v.object({
  /** Email address of the licensee. */
  email: v.optional(v.string(), ''),
  organization: v.string(),
  account_id: v.optional(v.number(), 0),
  /** In TiB. */
  storage_capacity: v.number(),
  /** As written in the key: `STANDARD`, `ENTERPRISE`. */
  plan: v.string(),
  /** RFC 3339. */
  expires_at: v.string(),
  /** Total bytes stored by the cluster's tenants, if the caller may see them. An extension. */
  used: v.optional(v.number()),
})
export type License = v.InferOutput<typeof License>

/** Contents of a key. */
export type LicenseClaims = Omit<License, 'used'>

/** Service `license` for other plugins: verifies and reads a key. Throws `Failure` 404 with the reason. */
export type LicenseService = { read(key: string): LicenseClaims }

/** Available to every signed-in user (console-api 2.2, 2.4). */
export const pages = { '/license': [] } as const
export type Page = keyof typeof pages

const storing = ['k8s:get:secrets', 'k8s:create:secrets', 'k8s:patch:secrets'] as const

/** Subscription calls (console-api 13); all but the first belong to operator mode. */
export const license = {
  /** 404 if there is no valid license; the detail says why. */
  info: get('/api/v1/subscription/info', { allow: 'signed-in', reply: License }),
  validate: post('/api/v1/subscription/validate', {
    allow: storing,
    body: v.object({
      license: v.optional(key, ''),
      email: v.optional(text(limits.name), ''),
      password: v.optional(text(limits.secret), ''),
    }),
    reply: License,
  }),
  refresh: post('/api/v1/subscription/refresh', { allow: storing, body: v.optional(v.object({})), reply: License }),
  activate: post('/api/v1/subscription/namespaces/:namespace/tenants/:tenant/activate', {
    allow: ['k8s:get:tenants.minio.min.io', 'k8s:get:secrets', 'k8s:patch:secrets'],
    status: 204,
    body: v.optional(v.object({})),
  }),
}
