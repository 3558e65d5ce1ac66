import * as v from 'valibot'
import type { InferInput } from 'valibot'
import { readYaml, type Resource, YamlError } from 'stowage/engines/kubernetes'
import { keyStoreFields, type Provider, valueAt } from '../../create/key-stores.ts'
import { SecurityContext } from '../../create/security-context.ts'
import type { steps } from '../../create/steps.ts'
import { leavesOf, pathText } from '../leaves.ts'
import type { TenantSecrets } from './template-secrets.ts'

type Step = Partial<InferInput<typeof steps.encryption>>

const Kes = v.fallback(
  v.optional(
    v.looseObject({
      replicas: v.fallback(v.number(), 1),
      externalCertSecret: v.optional(v.unknown()),
      securityContext: SecurityContext,
    }),
  ),
  undefined,
)
const texts = v.fallback(v.record(v.string(), v.unknown()), {})
const Stores = v.fallback(v.record(v.string(), texts), {})
const Configuration = v.fallback(v.object({ keystore: v.optional(Stores), keys: v.optional(Stores) }), {})

/** Parses a key server's configuration, which is written by the tenant's owner and may contain anything. */
export const readConfiguration = (text: string): Promise<unknown> =>
  readYaml(text).catch((error: unknown) => {
    if (error instanceof YamlError) return undefined
    throw error
  })

/** Parts of the key server's configuration that the console always writes itself. */
const written =
  /^(version|address|root|(admin|tls|cache|log)\b.*|policy\.default-policy\b.*|(keystore|keys)\.\w+(\.\w+)?\.tls\.\w+)$/

/** Paths of key server settings without a wizard field; their values may be secret. */
const unknownOf = (configuration: unknown, provider: Provider | undefined) => {
  const providerFields = provider ? Object.keys(keyStoreFields[provider]) : []
  return Array.from(leavesOf(configuration), ({ steps }) => pathText(steps)).filter((path) => {
    const [, store, field] = /^(?:keystore|keys)\.(\w+)\.(.+)$/.exec(path) ?? []
    return path !== '' && !written.test(path) && !(store === provider && providerFields.includes(field ?? ''))
  })
}

/** Values of the Encryption step from a tenant's key server, the secrets to type again, and the settings not copied. */
export const encryptionFrom = async (
  { spec }: Resource,
  { kes: files }: TenantSecrets,
  read: typeof readConfiguration,
): Promise<{ step: Step; reenter: string[]; left: string[] }> => {
  const kes = v.parse(Kes, (spec as { kes?: unknown }).kes)
  if (!kes) return { step: {}, reenter: [], left: [] }
  const configuration = files.configuration ? await read(files.configuration) : undefined
  const { keystore, keys } = v.parse(Configuration, configuration)
  const stores = keystore ?? keys ?? {}
  const provider = (Object.keys(keyStoreFields) as Provider[]).find((name) => name in stores)
  const step: Record<string, string | number> = {}
  const reenter: string[] = []
  for (const [path, field] of Object.entries(provider ? keyStoreFields[provider] : {})) {
    const value = valueAt(stores[provider ?? ''], path)
    if (value === undefined || value === '') continue
    if (field.endsWith('!')) reenter.push(field.slice(0, -1))
    else step[field] = field === 'retry' || field === 'ping' ? Number.parseInt(String(value), 10) || 0 : String(value)
  }
  const ca = files.provider?.['ca.crt']
  if (files.provider?.['client.crt']) reenter.push('mtls_crt', 'mtls_key')
  if (kes.externalCertSecret) reenter.push('server_crt', 'server_key')
  if ((spec as { externalClientCertSecret?: unknown }).externalClientCertSecret)
    reenter.push('client_crt', 'client_key')
  return {
    step: {
      on: true,
      ...(provider && { provider }),
      ...step,
      ...(ca && { ca }),
      replicas: kes.replicas,
      ...kes.securityContext,
    },
    reenter: reenter.map((field) => `encryption.${field}`),
    left: configuration === undefined ? [] : unknownOf(configuration, provider),
  }
}
