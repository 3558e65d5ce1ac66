import * as v from 'valibot'
import { get, post } from '../../core/contract.ts'
import { most, text } from '../../core/limits.ts'

/** A licence key is a signed text of some hundred bytes. */
const key = v.pipe(text(16 * 1024), v.trim())

/** What a licence says (console-api 13). */
export const License = v.object({
  /** Who asked for it. */
  email: v.optional(v.string(), ''),
  organization: v.string(),
  account_id: v.optional(v.number(), 0),
  /** In TiB. */
  storage_capacity: v.number(),
  /** As it stands in the key: `STANDARD`, `ENTERPRISE`. */
  plan: v.string(),
  /** RFC 3339. */
  expires_at: v.string(),
  /** Bytes that the tenants of the cluster have in all, where the caller may see that. An extension. */
  used: v.optional(v.number()),
})
export type License = v.InferOutput<typeof License>

/** Everyone who is signed in has the page (console-api 2.2, 2.4). */
export const pages = { '/license': [] } as const
export type Page = keyof typeof pages

const keeping = ['k8s:get:secrets', 'k8s:create:secrets', 'k8s:patch:secrets'] as const

/** The subscription's calls (console-api 13); all but the first are of operator mode. */
export const license = {
  /** 404 where there is no licence that counts; the detail says why. */
  info: get('/api/v1/subscription/info', { allow: 'signed-in', reply: License }),
  validate: post('/api/v1/subscription/validate', {
    allow: keeping,
    body: v.object({
      license: v.optional(key, ''),
      email: v.optional(text(most.name), ''),
      password: v.optional(text(most.secret), ''),
    }),
    reply: License,
  }),
  refresh: post('/api/v1/subscription/refresh', { allow: keeping, body: v.optional(v.object({})), reply: License }),
  activate: post('/api/v1/subscription/namespaces/:namespace/tenants/:tenant/activate', {
    allow: ['k8s:get:tenants.minio.min.io', 'k8s:get:secrets', 'k8s:patch:secrets'],
    status: 204,
    body: v.optional(v.object({})),
  }),
}
