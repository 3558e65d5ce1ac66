import * as v from 'valibot'
import type { InferInput } from 'valibot'
import { readYaml, type Resource, YamlError } from 'stowage/engines/kubernetes'
import { SecurityContext } from '../../create/security-context.ts'
import type { steps } from '../../create/steps.ts'
import { leavesOf, pathText } from '../leaves.ts'
import type { TenantSecrets } from './template-secrets.ts'

type Step = Partial<InferInput<typeof steps.encryption>>
type Provider = NonNullable<Step['provider']>

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

/**
 * Mapping from each provider's configuration of the key server to wizard fields; `!` marks secrets and paths to them,
 * which are not copied.
 */
const fields: { readonly [Name in Provider]: Readonly<Record<string, keyof Step | `${keyof Step & string}!`>> } = {
  vault: {
    endpoint: 'endpoint',
    engine: 'engine',
    namespace: 'namespace',
    prefix: 'prefix',
    'approle.engine': 'role_engine',
    'approle.id': 'role_id!',
    'approle.secret': 'role_secret!',
    'approle.retry': 'retry',
    'status.ping': 'ping',
  },
  aws: {
    'secretsmanager.endpoint': 'endpoint',
    'secretsmanager.region': 'region',
    'secretsmanager.kmskey': 'kmskey',
    'secretsmanager.credentials.accesskey': 'accesskey!',
    'secretsmanager.credentials.secretkey': 'secretkey!',
    'secretsmanager.credentials.token': 'token!',
  },
  gemalto: {
    'keysecure.endpoint': 'endpoint',
    'keysecure.credentials.token': 'token!',
    'keysecure.credentials.domain': 'domain',
    'keysecure.credentials.retry': 'retry',
  },
  gcp: {
    'secretmanager.project_id': 'project_id',
    'secretmanager.endpoint': 'endpoint',
    'secretmanager.credentials.client_email': 'client_email',
    'secretmanager.credentials.client_id': 'client_id',
    'secretmanager.credentials.private_key_id': 'private_key_id!',
    'secretmanager.credentials.private_key': 'private_key!',
  },
  azure: {
    'keyvault.endpoint': 'endpoint',
    'keyvault.credentials.tenant_id': 'tenant_id',
    'keyvault.credentials.client_id': 'client_id',
    'keyvault.credentials.client_secret': 'client_secret!',
  },
}

const at = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce(
      (inner: unknown, name) =>
        typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
      value,
    )

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
  const providerFields = provider ? Object.keys(fields[provider]) : []
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
  const provider = (Object.keys(fields) as Provider[]).find((name) => name in stores)
  const step: Record<string, string | number> = {}
  const reenter: string[] = []
  for (const [path, field] of Object.entries(provider ? fields[provider] : {})) {
    const value = at(stores[provider ?? ''], path)
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
