import type { InferInput } from 'valibot'
import * as v from 'valibot'
import { Failure } from 'stowage'
import { type Client, poolsOf, type Resource, parseQuantity } from 'stowage/engines/kubernetes'
import type { Unread } from '../../compare/contract.ts'
import type { Template } from '../../create/contract.ts'
import { LDAP, ldapSwitches, ldapVariables, OPENID, openIdVariables } from '../../create/identity-variables.ts'
import { isBlank, rowOf } from '../../create/row-texts.ts'
import { SecurityContext } from '../../create/security-context.ts'
import type { steps } from '../../create/steps.ts'
import { sizeUnits } from '../../sizes/units.ts'
import { type Configuration, configurationOf, isSecretVariable } from '../configuration.ts'
import { isScraped } from '../scraping.ts'
import { certificateKey } from '../security/certificate-key.ts'
import { managersOf, referencesOfCopy } from './clone.ts'
import { encryptionFrom, readConfiguration } from './template-kes.ts'
import { placementFrom } from './template-placement.ts'
import { recordsFrom } from './template-records.ts'
import { readSecrets } from './template-secrets.ts'
import * as messages from '../../messages.ts'

type Steps = { [Name in keyof typeof steps]: Partial<InferInput<(typeof steps)[Name]>> }

const word = v.fallback(v.string(), '')
const names = v.fallback(v.array(v.object({ name: v.string() })), [])
const Pool = v.looseObject({
  servers: v.fallback(v.number(), 4),
  volumesPerServer: v.fallback(v.number(), 1),
  resources: v.fallback(v.object({ requests: v.object({ memory: v.union([v.string(), v.number()]) }) }), {
    requests: { memory: 0 },
  }),
  securityContext: SecurityContext,
  annotations: v.fallback(v.record(v.string(), v.string()), {}),
})
const flags = { minio: false, console: false }
const Spec = v.looseObject({
  image: word,
  pools: v.pipe(v.array(Pool), v.minLength(1)),
  poolsMetadata: v.fallback(v.object({ annotations: v.record(v.string(), v.string()) }), { annotations: {} }),
  exposeServices: v.fallback(
    v.object({ minio: v.fallback(v.boolean(), false), console: v.fallback(v.boolean(), false) }),
    flags,
  ),
  requestAutoCert: v.fallback(v.boolean(), true),
  imagePullSecret: v.fallback(v.object({ name: word }), { name: '' }),
  externalCertSecret: names,
  externalCaCertSecret: v.fallback(v.array(v.object({ name: v.string(), type: word })), []),
  users: names,
  mountPath: word,
})

/** Size in the largest unit that is exact. */
const sizeOf = (total: number) => {
  const unit = [...sizeUnits].reverse().find((one) => total % 1024 ** (sizeUnits.indexOf(one) + 1) === 0) ?? 'Ki'
  return { size: String(total / 1024 ** (sizeUnits.indexOf(unit) + 1)), unit }
}

const setupFrom = (
  { servers, volumesPerServer: drives, resources }: v.InferOutput<typeof Pool>,
  { size, storageClass }: Pick<ReturnType<typeof poolsOf>[number], 'size' | 'storageClass'>,
  parity: string | undefined,
): Steps['setup'] => {
  const memory = Number(parseQuantity(resources.requests.memory) ?? 0n) / 1024 ** 3
  return {
    ...(storageClass && { storage_class: storageClass }),
    servers,
    drives,
    ...(size && sizeOf(servers * drives * Number(size))),
    ...(memory >= 2 && { memory }),
    ...(parity && { parity }),
  }
}

const wizardSettings = new Set([
  'MINIO_ROOT_USER',
  'MINIO_ROOT_PASSWORD',
  'MINIO_ACCESS_KEY',
  'MINIO_SECRET_KEY',
  'MINIO_STORAGE_CLASS_STANDARD',
  ...Object.values(openIdVariables).map((name) => OPENID + name),
  ...Object.values(ldapVariables).map((name) => LDAP + name),
])

/**
 * Settings of a tenant's configuration that the wizard does not know: `carried` goes into a copy, `left` has the names
 * of those that do not. Secrets are never copied, and a `config.env` cannot express every value.
 */
export const furtherSettings = ({ settings, stored }: Pick<Configuration, 'settings' | 'stored'>) => {
  const unknown = [...stored].filter((name) => !wizardSettings.has(name))
  const isOmitted = (name: string) => isSecretVariable(name) || /[\0\r\n"]/.test(settings.get(name) ?? '')
  return {
    carried: new Map(unknown.filter((name) => !isOmitted(name)).map((name) => [name, settings.get(name) ?? ''])),
    left: unknown.filter(isOmitted),
  }
}

/**
 * A tenant's settings by wizard field, the secrets to type again, other settings that are known not to be copied, the
 * names of its environment variables, and what could not be read. Contains no secrets.
 */
export const viewOf = async (
  client: Client,
  tenant: Resource,
  read: typeof readConfiguration = readConfiguration,
): Promise<{ template: Template; environment: string[]; unread: Unread[] }> => {
  const parsed = v.safeParse(Spec, tenant.spec)
  if (!parsed.success)
    throw new Failure(400, messages.poolsUnreadable, {
      detail: `spec.${v.getDotPath(parsed.issues[0]) ?? ''}: ${parsed.issues[0].message}`,
    })
  const spec = parsed.output
  const [first] = spec.pools
  const [{ settings, stored, read: state }, secrets] = await Promise.all([
    configurationOf(client, tenant),
    readSecrets(client, tenant),
  ])
  const reenter: string[] = []
  const notCopied: string[] = []
  const identityFrom = (variables: Readonly<Record<string, string>>, prefix: string, secret: string) =>
    Object.fromEntries(
      Object.entries(variables).flatMap(([field, name]): [string, string | boolean][] => {
        const value = settings.get(prefix + name)
        if (field in ldapSwitches) return [[field, value === 'on']]
        if (field !== secret) return value ? [[field, value]] : []
        if (value !== undefined) reenter.push(`identity.${field}`)
        return []
      }),
    )

  const identity = (): Steps['identity'] => {
    if (settings.get(`${LDAP}SERVER_ADDR`)) {
      // users from a directory have only a name
      const people = spec.users.flatMap(({ name }) => secrets.of(name)?.CONSOLE_ACCESS_KEY ?? [])
      return { kind: 'directory', ...identityFrom(ldapVariables, LDAP, 'lookup_bind_password'), user_dns: people }
    }
    if (settings.get(`${OPENID}CONFIG_URL`))
      return { kind: 'oidc', ...identityFrom(openIdVariables, OPENID, 'secret_id') }
    if (spec.users.length > 0) notCopied.push(messages.usersNotCopied)
    return { kind: 'keys' }
  }

  const images = (): Steps['images'] => {
    const kes = (tenant.spec as { kes?: { image?: string } }).kes?.image
    const registry = secrets.registry(spec.imagePullSecret.name)
    if (registry) reenter.push('images.password')
    return {
      ...(spec.image && { image: spec.image }),
      ...(kes && { kes }),
      ...recordsFrom(tenant).images,
      ...(registry && { own: true, ...registry }),
    }
  }

  const security = (): Steps['security'] => {
    const hasCertificates = spec.externalCertSecret.length > 0
    if (hasCertificates) reenter.push('security.pairs')
    const cas = spec.externalCaCertSecret
      .flatMap(({ name, type }) => secrets.of(name)?.[certificateKey('trusted', type)] ?? [])
      .map((pem) => rowOf(pem))
    return {
      tls: spec.requestAutoCert || hasCertificates,
      automatic: spec.requestAutoCert,
      custom: hasCertificates || cas.length > 0,
      cas: cas.filter((row) => !isBlank(row)),
    }
  }

  const context = first?.securityContext
  const [claim] = poolsOf(tenant)
  const { placement } = placementFrom(first ?? {})
  const encryption = await encryptionFrom(tenant, secrets, read)
  const steps: Steps = {
    setup: first && claim ? setupFrom(first, claim, settings.get('MINIO_STORAGE_CLASS_STANDARD')) : {},
    configure: {
      expose_minio: spec.exposeServices.minio,
      expose_console: spec.exposeServices.console,
      enable_prometheus: isScraped(tenant),
      ...(context && { custom: true, ...context }),
      ...recordsFrom(tenant).configure,
    },
    images: images(),
    placement,
    identity: identity(),
    security: security(),
    encryption: encryption.step,
  }
  reenter.push(...encryption.reenter)
  // variables of the manifest are copied with it
  const further = furtherSettings({ settings, stored })
  if (encryption.left.length > 0) notCopied.push(messages.keyServerSettingsNotCopied(encryption.left.join(', ')))
  if (further.left.length > 0) notCopied.push(messages.secretSettingsNotCopied(further.left.join(', ')))
  if (state === 'withheld') notCopied.push(messages.configurationNotReadable)
  if (state === 'missing') notCopied.push(messages.configurationMissing)
  if (secrets.withheld.length > 0) notCopied.push(messages.secretContentsNotReadable(secrets.withheld.join(', ')))
  return {
    template: { steps: steps as Template['steps'], reenter, left: notCopied },
    environment: [...settings.keys()].sort(),
    unread: [...(state === 'withheld' ? ['configuration' as const] : []), ...secrets.unread],
  }
}

/** A tenant's settings as a template, with what the copy will not have, or needs in its namespace. */
export const copyOf = async (client: Client, tenant: Resource): Promise<Template> => {
  const { template } = await viewOf(client, tenant)
  const managers = managersOf(tenant)
  const references = referencesOfCopy(tenant).map(({ kind, name, path }) => `${kind} ${name} (${path})`)
  return {
    ...template,
    left: [
      ...template.left,
      ...(managers.length > 0 ? [messages.managedLabelsNotCopied(managers.join(', '))] : []),
      ...(references.length > 0 ? [messages.referencedResourcesNotCopied(references.join(', '))] : []),
    ],
  }
}
