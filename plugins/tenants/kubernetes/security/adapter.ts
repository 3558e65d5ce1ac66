import { randomInt } from 'node:crypto'
import * as v from 'valibot'
import { Failure } from 'stowage'
import { type Client, kindAt, pathOf, type Resource, tenantAt } from 'stowage/engines/kubernetes'
import type { SecurityBackend } from '../../security/backend.ts'
import type { Certificate } from '../../security/contract.ts'
import * as messages from '../../messages.ts'
import { certificateOf, checkedKeyPair } from '../certificates.ts'
import { create } from '../create/make.ts'
import { mayStillApply } from '../may-still-apply.ts'
import { isOwnSecret, ownSecretLabels } from '../own-secrets.ts'
import { patchTenant } from '../patch-tenant.ts'
import { type CertificateUse, certificateKey } from './certificate-key.ts'
import { certificatesOf } from './certificates.ts'
import { keepReason, referrersIn, usesOf, useText } from './secret-uses.ts'

const secrets = kindAt('v1', 'secrets')

const References = v.fallback(v.array(v.looseObject({ name: v.string(), type: v.fallback(v.string(), '') })), [])
const Spec = v.object({
  requestAutoCert: v.fallback(v.optional(v.boolean()), undefined),
  externalCertSecret: References,
  externalCaCertSecret: References,
})
const Tenant = v.object({ spec: Spec })
const Data = v.fallback(v.object({ data: v.record(v.string(), v.string()) }), { data: {} })

type Reference = { name: string; type: string }

const fields = { served: 'externalCertSecret', trusted: 'externalCaCertSecret' } as const

const letters = 'abcdefghijklmnopqrstuvwxyz'
const randomSuffix = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')

/** Certificates of tenants, each in a secret that the tenant references. */
export const securityOf = ({ client }: { client: Client }): SecurityBackend => {
  const at = (namespace: string, name?: string) => pathOf(secrets, { namespace, name })

  const secretOf = (namespace: string, name: string) =>
    client.get(at(namespace, name)).catch((error: unknown) => {
      if (error instanceof Failure && error.status === 404) return undefined
      throw error
    })

  const certificates = async (
    { metadata: { name: tenant, namespace = '' }, spec }: Resource,
    use: CertificateUse,
    referrers: readonly Resource[] | undefined,
  ): Promise<Certificate[] | null> => {
    const field = fields[use]
    const references = v.parse(Spec, spec)[field]
    const found = await Promise.all(
      references.map(async ({ name, type }, index) => {
        const secret = await secretOf(namespace, name)
        if (!secret) return [{ name, problem: messages.secretDoesNotExist, serialNumber: '', expiry: '' }]
        const { data } = v.parse(Data, secret)
        const reference = `spec.${field}[${index}].name`
        const others = usesOf(referrers ?? [], name).filter(
          (one) => one.kind !== 'Tenant' || one.name !== tenant || one.path !== reference,
        )
        const more = {
          ...keepReason(secret, tenant, referrers),
          ...(others.length > 0 && { used_by: others.map(useText) }),
        }
        const pem = Buffer.from(data[certificateKey(use, type)] ?? '', 'base64').toString()
        return certificatesOf(name, pem).map((one) => ({ ...one, ...more }))
      }),
    )
    return found.length > 0 ? found.flat() : null
  }

  /**
   * Deletes secrets created by a failed attempt, except those that the tenant references. Throws the error of the
   * attempt, which names the secrets if they are kept: the tenant cannot be read, or the cluster may still change it.
   */
  const undo = async (
    { namespace, tenant }: { namespace: string; tenant: string },
    names: readonly string[],
    error: unknown,
    mayBeUsed: boolean,
  ): Promise<never> => {
    if (names.length === 0) throw error
    const tenants = mayBeUsed
      ? undefined
      : await client.get(tenantAt(namespace, tenant)).then(
          (found) => [found],
          (unread: unknown) => (unread instanceof Failure && unread.status === 404 ? [] : undefined),
        )
    if (!tenants) {
      if (!(error instanceof Failure)) throw error
      const detail = [error.detail, messages.createdSecretsKept(names.join(', '))].filter(Boolean).join('. ')
      throw new Failure(error.status, error.message, { ...error, detail })
    }
    for (const name of names)
      if (usesOf(tenants, name).length === 0)
        await client.remove(at(namespace, name)).catch((problem: unknown) => {
          if (!(problem instanceof Failure)) throw problem
        })
    throw error
  }

  /** Deletes those secrets that this console created and that nothing in the namespace references any more. */
  const removeUnused = async (namespace: string, tenant: string, names: readonly string[]) => {
    if (names.length === 0) return
    const referrers = await referrersIn(client, namespace, tenant)
    if (!referrers) return
    for (const name of names) {
      const secret = usesOf(referrers, name).length === 0 ? await secretOf(namespace, name) : undefined
      if (secret && isOwnSecret(secret, tenant))
        await client.remove(at(namespace, name), { preconditions: { uid: secret.metadata.uid } })
    }
  }

  return {
    security: async (namespace, tenant) => {
      const [resource, referrers] = await Promise.all([
        client.get(tenantAt(namespace, tenant)),
        referrersIn(client, namespace, tenant),
      ])
      const [minio, minioCAs] = await Promise.all([
        certificates(resource, 'served', referrers),
        certificates(resource, 'trusted', referrers),
      ])
      const { requestAutoCert = true } = v.parse(Tenant, resource).spec
      return { autoCert: requestAutoCert, customCertificates: { minio, minioCAs } }
    },

    setSecurity: async (namespace, tenant, { autoCert, customCertificates }) => {
      const { secretsToBeDeleted, removed, minio, minioCAs } = customCertificates ?? {}
      const keyPairs = (minio ?? []).map((pair, index) => checkedKeyPair(pair, `customCertificates.minio.${index}`))
      for (const [index, pem] of (minioCAs ?? []).entries()) certificateOf(pem, `customCertificates.minioCAs.${index}`)

      const resource = await client.get(tenantAt(namespace, tenant))
      const { spec } = v.parse(Tenant, resource)
      const toRemove = {
        served: new Set([...(secretsToBeDeleted ?? []), ...(removed?.minio ?? [])]),
        trusted: new Set([...(secretsToBeDeleted ?? []), ...(removed?.minioCAs ?? [])]),
      }
      const created: string[] = []
      const make = async (name: string, type: string, data: Record<string, string>): Promise<Reference> => {
        await create(client, {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { name, namespace, labels: ownSecretLabels(tenant) },
          type,
          data,
        })
        created.push(name)
        return { name, type }
      }
      /** Patch operations for one of the lists; none if it is unchanged. */
      const changesOf = (use: CertificateUse, added: readonly Reference[]) => {
        const path = `/spec/${fields[use]}`
        const before = Reflect.get(resource.spec as object, fields[use]) as Reference[] | undefined
        const remaining = (before ?? []).filter(({ name }) => !toRemove[use].has(name))
        if (added.length === 0 && remaining.length === (before ?? []).length) return []
        const value = [...remaining, ...added]
        return value.length > 0 ? [{ op: 'add' as const, path, value }] : [{ op: 'remove' as const, path }]
      }

      const prefix = `${tenant}-${randomSuffix()}`
      let isPatchSent = false
      const write = async () => {
        const served: Reference[] = []
        for (const [index, { crt, key }] of keyPairs.entries())
          served.push(
            await make(`${prefix}-external-certificates-${index}`, 'kubernetes.io/tls', {
              'tls.crt': crt,
              'tls.key': key,
            }),
          )
        const trusted: Reference[] = []
        for (const [index, pem] of (minioCAs ?? []).entries())
          trusted.push(await make(`${prefix}-ca-certificate-${index}`, 'Opaque', { 'public.crt': pem }))
        isPatchSent = true
        await patchTenant(client, tenantAt(namespace, tenant), resource, [
          ...(autoCert === undefined || (spec.requestAutoCert ?? true) === autoCert
            ? []
            : [{ op: 'add' as const, path: '/spec/requestAutoCert', value: autoCert }]),
          ...changesOf('served', served),
          ...changesOf('trusted', trusted),
        ])
      }
      try {
        await write()
      } catch (error) {
        await undo({ namespace, tenant }, created, error, isPatchSent && mayStillApply(error))
      }
      const removedNames = (Object.keys(fields) as CertificateUse[]).flatMap((use) =>
        spec[fields[use]].flatMap(({ name }) => (toRemove[use].has(name) ? [name] : [])),
      )
      await removeUnused(namespace, tenant, [...new Set(removedNames)])
    },
  }
}
