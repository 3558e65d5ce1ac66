import { randomInt } from 'node:crypto'
import * as v from 'valibot'
import { Failure } from '../../../../core/failure.ts'
import { type Client, kindAt, pathOf } from '../../../../engines/kubernetes/client.ts'
import { tenantAt } from '../../../../engines/kubernetes/tenant.ts'
import type { SecurityBackend } from '../../security/backend.ts'
import type { Certificate } from '../../security/contract.ts'
import { certificatesOf, checkedPair, checkedPem } from './certificates.ts'

const secrets = kindAt('v1', 'secrets')

const References = v.fallback(v.array(v.object({ name: v.string(), type: v.fallback(v.string(), '') })), [])
const Spec = v.object({
  requestAutoCert: v.fallback(v.optional(v.boolean()), undefined),
  externalCertSecret: References,
  externalCaCertSecret: References,
})
const Tenant = v.object({ spec: Spec })
/** A tenant as it came, to be written back. */
const Whole = v.object({ spec: v.looseObject({}) })
const Data = v.fallback(v.object({ data: v.record(v.string(), v.string()) }), { data: {} })

type Reference = { name: string; type: string }

/** Under which key a secret of this type has its certificate (operator 4.8). */
const keyOf = (type: string) =>
  type === 'kubernetes.io/tls' || type.startsWith('cert-manager.io/') ? 'tls.crt' : 'public.crt'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const fresh = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')

/** The certificates of tenants, each in a secret that the tenant names. */
export const securityOf = ({ client }: { client: Client }): SecurityBackend => {
  const at = (namespace: string, name?: string) => pathOf(secrets, { namespace, name })

  const certificates = async (namespace: string, references: readonly Reference[]): Promise<Certificate[] | null> => {
    const found = await Promise.all(
      references.map(async ({ name, type }) => {
        try {
          const { data } = v.parse(Data, await client.get(at(namespace, name)))
          return certificatesOf(name, Buffer.from(data[keyOf(type)] ?? '', 'base64').toString())
        } catch (error) {
          if (!(error instanceof Failure) || error.status !== 404) throw error
          return [{ name, problem: 'There is no such secret', serialNumber: '', expiry: '' }]
        }
      }),
    )
    return found.length > 0 ? found.flat() : null
  }

  const forget = (namespace: string, names: readonly string[]) =>
    Promise.all(
      names.map((name) =>
        client.remove(at(namespace, name)).catch((error: unknown) => {
          // nothing names it any more: what is left of it does no harm
          if (!(error instanceof Failure)) throw error
        }),
      ),
    )

  return {
    security: async (namespace, tenant) => {
      const { spec } = v.parse(Tenant, await client.get(tenantAt(namespace, tenant)))
      const [minio, minioCAs] = await Promise.all([
        certificates(namespace, spec.externalCertSecret),
        certificates(namespace, spec.externalCaCertSecret),
      ])
      return { autoCert: spec.requestAutoCert ?? true, customCertificates: { minio, minioCAs } }
    },

    setSecurity: async (namespace, tenant, { autoCert, customCertificates }) => {
      const { secretsToBeDeleted, minio, minioCAs } = customCertificates ?? {}
      for (const [index, pair] of (minio ?? []).entries()) checkedPair(`customCertificates.minio.${index}`, pair)
      for (const [index, pem] of (minioCAs ?? []).entries()) checkedPem(`customCertificates.minioCAs.${index}`, pem)

      const resource = await client.get(tenantAt(namespace, tenant))
      const { spec } = v.parse(Tenant, resource)
      const dropped = new Set(secretsToBeDeleted ?? [])
      const { externalCertSecret: served, externalCaCertSecret: trusted, ...rest } = v.parse(Whole, resource).spec
      const keptOf = (references: unknown): Reference[] =>
        Array.isArray(references) ? references.filter((one: Reference) => !dropped.has(one.name)) : []
      const made: string[] = []

      const make = async (name: string, type: string, data: Record<string, string>): Promise<Reference> => {
        await client.create(at(namespace), {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { name, labels: { 'v1.min.io/tenant': tenant } },
          type,
          data,
        })
        made.push(name)
        return { name, type }
      }

      const prefix = `${tenant}-${fresh()}`
      const write = async () => {
        const externalCertSecret = keptOf(served)
        for (const [index, { crt, key }] of (minio ?? []).entries())
          externalCertSecret.push(
            await make(`${prefix}-external-certificates-${index}`, 'kubernetes.io/tls', {
              'tls.crt': crt,
              'tls.key': key,
            }),
          )
        const externalCaCertSecret = keptOf(trusted)
        for (const [index, pem] of (minioCAs ?? []).entries())
          externalCaCertSecret.push(await make(`${prefix}-ca-certificate-${index}`, 'Opaque', { 'public.crt': pem }))
        await client.replace(tenantAt(namespace, tenant), {
          ...resource,
          spec: {
            ...rest,
            requestAutoCert: autoCert,
            ...(externalCertSecret.length > 0 && { externalCertSecret }),
            ...(externalCaCertSecret.length > 0 && { externalCaCertSecret }),
          },
        })
      }
      try {
        await write()
      } catch (error) {
        await forget(namespace, made)
        throw error
      }
      // a name that the tenant does not have is somebody else's secret
      const own = [...spec.externalCertSecret, ...spec.externalCaCertSecret].map(({ name }) => name)
      await forget(
        namespace,
        [...new Set(own)].filter((name) => dropped.has(name)),
      )
    },
  }
}
