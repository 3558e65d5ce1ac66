import * as v from 'valibot'
import { get, post } from '../../../core/contract.ts'
import { list, most, text } from '../../../core/limits.ts'

/** A certificate that a tenant serves or trusts; of a secret with several in it there is one for each. */
export const Certificate = v.object({
  /** In decimals; empty where it cannot be read. */
  serialNumber: v.optional(v.string(), ''),
  /** Of its secret, by which it is removed. */
  name: v.string(),
  /** The subject's common name, then all names and addresses that it is for. */
  domains: v.optional(v.nullable(v.array(v.string()))),
  /** RFC 3339; empty where it cannot be read. */
  expiry: v.optional(v.string(), ''),
  /** Why it cannot be read. An extension. */
  problem: v.optional(v.string()),
  /**
   * Why its secret stays when the tenant no longer refers to it: this console did not make it, or cannot tell who uses
   * it. An extension, as what follows.
   */
  keeps: v.optional(v.picklist(['foreign', 'unknown'])),
  /** Other places that name the secret: `store spec.kes.kesSecret.name`, `Ingress web spec.tls[0].secretName`. */
  used_by: v.optional(v.array(v.string())),
})
export type Certificate = v.InferOutput<typeof Certificate>

/** Nothing stands for none: a client of old takes an empty list for one. */
const Certificates = v.optional(v.nullable(v.array(Certificate)))

/** How a tenant speaks TLS (console-api 14.6). */
export const Security = v.object({
  autoCert: v.optional(v.boolean(), false),
  customCertificates: v.object({ minio: Certificates, minioCAs: Certificates }),
})
export type Security = v.InferOutput<typeof Security>

/** PEM in base64; a chain with all between has some 10 kB. */
const Pem = v.pipe(text(256 * 1024), v.minLength(1, 'Field cannot be empty'), v.base64('Enter base64 of a PEM file'))

const secretNames = v.optional(v.nullable(list(text(most.name), 200)), [])

const Custom = v.object({
  /** Names that both lists lose, as older clients send them. */
  secretsToBeDeleted: secretNames,
  /** Names that one of the lists loses: the certificates that are served, or those that are trusted. An extension. */
  removed: v.optional(v.object({ minio: secretNames, minioCAs: secretNames })),
  minio: v.optional(v.nullable(list(v.object({ crt: Pem, key: Pem }), 50)), []),
  minioCAs: v.optional(v.nullable(list(Pem, 50)), []),
})

export const NewSecurity = v.object({ autoCert: v.boolean(), customCertificates: v.optional(v.nullable(Custom)) })
export type NewSecurity = v.InferOutput<typeof NewSecurity>

const path = '/api/v1/namespaces/:namespace/tenants/:tenant/security'

/**
 * The certificates of a tenant; what is saved counts once the operator has restarted its pods, which it does by itself.
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
