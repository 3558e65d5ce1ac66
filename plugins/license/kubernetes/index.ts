import * as v from 'valibot'
import { Failure } from 'stowage'
import { kindAt, pathOf, type Resource, sizeOf, tenantAt, tenantKind, withConfigEnv } from 'stowage/engines/kubernetes'
import {
  type KubernetesBackgroundContext,
  type KubernetesAdapterContext,
  type Background,
  createServices,
} from 'stowage/server'
import type { LicenseBackend } from '../backend.ts'
import { readLicense } from '../backend/license-key.ts'
import { vendorKey } from '../backend/public-key.ts'
import type { LicenseConfig } from '../config.ts'
import type { LicenseService } from '../contract.ts'
import { noService } from '../no-service.ts'
import * as messages from '../messages.ts'

/** Where the cluster's license is stored: a secret in the console's own namespace (operator 6.1). */
const [SECRET, KEY, VARIABLE, FILE] = ['subnet-license', 'CONSOLE_SUBNET_LICENSE', 'MINIO_SUBNET_LICENSE', 'config.env']

const secrets = kindAt('v1', 'secrets')

const Data = v.fallback(v.object({ data: v.record(v.string(), v.string()) }), { data: {} })

const Configured = v.fallback(v.object({ spec: v.object({ configuration: v.object({ name: v.string() }) }) }), {
  spec: { configuration: { name: '' } },
})
const Env = v.fallback(v.object({ spec: v.object({ env: v.array(v.looseObject({ name: v.string() })) }) }), {
  spec: { env: [] },
})

const base64 = (text: string) => Buffer.from(text).toString('base64')
const dataOf = (secret: Resource, key: string) =>
  Buffer.from(v.parse(Data, secret).data[key] ?? '', 'base64').toString()

const isMissing = (error: unknown) => error instanceof Failure && error.status === 404

/** Resolves to `undefined` if the object does not exist. */
const ifExists = <T>(work: Promise<T>) =>
  work.catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })

/** Offers other plugins to read licenses, such as those of tenants. */
export const background = (
  { sharedInstances, clock }: KubernetesBackgroundContext,
  { publicKey = vendorKey }: LicenseConfig,
): Background => {
  sharedInstances(createServices).offer<LicenseService>('license', {
    read: (key) => readLicense(key, publicKey, 'license not found', clock()),
  })
  return { stop: async () => {} }
}

/** The cluster's license, read and written with the caller's own token. */
export default (
  { client, namespace, clock }: KubernetesAdapterContext,
  { publicKey = vendorKey }: LicenseConfig,
): LicenseBackend => {
  const secretPath = pathOf(secrets, { namespace, name: SECRET })

  const readKey = async () => {
    const secret = await ifExists(client.get(secretPath))
    const text = secret && dataOf(secret, KEY)
    if (!text) throw new Failure(404, 'license not found')
    return text
  }

  /** Total usage of all tenants; `undefined` if the caller may not list all of them. */
  const totalUsage = async () => {
    try {
      const tenants = await client.list(pathOf(tenantKind))
      return Number(tenants.reduce((sum, tenant) => sum + sizeOf(tenant), 0n))
    } catch (error) {
      if (error instanceof Failure && [403, 404].includes(error.status)) return undefined
      throw error
    }
  }

  const withUse = async (text: string, message: string) => {
    const details = readLicense(text, publicKey, message, clock())
    const all = await totalUsage()
    return { ...details, ...(all !== undefined && { used: all }) }
  }

  const storeKey = async (text: string) => {
    const secret = await ifExists(client.get(secretPath))
    if (secret) return client.patch(secretPath, { data: { [KEY]: base64(text) } })
    return client.create(pathOf(secrets, { namespace }), {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: SECRET },
      type: 'Opaque',
      data: { [KEY]: base64(text) },
    })
  }

  return {
    info: async () => withUse(await readKey(), 'license not found'),

    activate: async (key) => {
      const verified = await withUse(key, 'invalid license key')
      await storeKey(key)
      return verified
    },

    renew: async () => {
      await readKey()
      throw new Failure(503, noService, { detail: messages.activateNewKey })
    },

    attach: async (at, name) => {
      const text = await readKey()
      readLicense(text, publicKey, 'license not found', clock())
      const tenant = await client.get(tenantAt(at, name))
      const configuration = v.parse(Configured, tenant).spec.configuration.name
      if (configuration) {
        const path = pathOf(secrets, { namespace: at, name: configuration })
        const secret = await client.get(path)
        const config = withConfigEnv(dataOf(secret, FILE), VARIABLE, text, 'License')
        return void (await client.patch(path, {
          metadata: { resourceVersion: secret.metadata.resourceVersion },
          data: { [FILE]: base64(config) },
        }))
      }
      const others = v.parse(Env, tenant).spec.env.filter((entry) => entry.name !== VARIABLE)
      await client.patch(tenantAt(at, name), {
        metadata: { resourceVersion: tenant.metadata.resourceVersion },
        spec: { env: [...others, { name: VARIABLE, value: text }] },
      })
    },
  }
}
