import * as v from 'valibot'
import { get, list, limits, post, text } from 'stowage'
import * as messages from '../messages.ts'

/** A certificate that a tenant serves or trusts. A secret with several certificates has one entry for each. */
export const Certificate = v.object({
  /** Decimal; empty if the certificate cannot be read. */
  serialNumber: v.optional(v.string(), ''),
  /** Name of its secret, which identifies it for removal. */
  name: v.string(),
  /** The subject's common name, then its subject alternative names. */
  domains: v.optional(v.nullable(v.array(v.string()))),
  /** RFC 3339; empty if it cannot be read. */
  expiry: v.optional(v.string(), ''),
  /** Why it cannot be read. An extension. */
  problem: v.optional(v.string()),
  /**
   * Why its secret is kept when the tenant no longer references it: this console did not create it, or cannot tell who
   * uses it. An extension, like the next field.
   */
  keeps: v.optional(v.picklist(['foreign', 'unknown'])),
  /** Other references to the secret: `store spec.kes.kesSecret.name`, `Ingress web spec.tls[0].secretName`. */
  used_by: v.optional(v.array(v.string())),
})
export type Certificate = v.InferOutput<typeof Certificate>

/** Absent or null if there are none: old clients misread an empty list. */
const Certificates = v.optional(v.nullable(v.array(Certificate)))

/** TLS settings of a tenant (console-api 14.6). */
export const Security = v.object({
  autoCert: v.optional(v.boolean(), false),
  customCertificates: v.object({ minio: Certificates, minioCAs: Certificates }),
})
export type Security = v.InferOutput<typeof Security>

/** PEM in base64; a chain with all intermediates is about 10 kB. */
const Pem = v.pipe(text(256 * 1024), v.minLength(1, 'Field cannot be empty'), v.base64(messages.base64PemRequired))

const secretNames = v.optional(v.nullable(list(text(limits.name), 200)), [])

const Custom = v.object({
  /** Names removed from both lists, sent by older clients. */
  secretsToBeDeleted: secretNames,
  /** Names removed from one list: served or trusted certificates. An extension. */
  removed: v.optional(v.object({ minio: secretNames, minioCAs: secretNames })),
  minio: v.optional(v.nullable(list(v.object({ crt: Pem, key: Pem }), 50)), []),
  minioCAs: v.optional(v.nullable(list(Pem, 50)), []),
})

/** Without `autoCert`, an extension, that setting stays as it is. */
export const NewSecurity = v.object({
  autoCert: v.optional(v.boolean()),
  customCertificates: v.optional(v.nullable(Custom)),
})
export type NewSecurity = v.InferOutput<typeof NewSecurity>

const path = '/api/v1/namespaces/:namespace/tenants/:tenant/security'

/**
 * Certificates of a tenant; changes take effect when the operator has restarted its pods, which it does automatically.
 */
export const security = {
  security: get(path, { allow: ['k8s:get:tenants.minio.min.io', 'k8s:get:secrets'], reply: Security }),
  setSecurity: post(path, {
    allow: [
      'k8s:get:tenants.minio.min.io',
      'k8s:patch:tenants.minio.min.io',
      'k8s:create:secrets',
      'k8s:delete:secrets',
    ],
    status: 204,
    body: NewSecurity,
  }),
}
