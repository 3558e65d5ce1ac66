import { ldapVariables, openIdVariables } from '../../create/identity-variables.ts'
import { keyStoreFields, nest, type Provider } from '../../create/key-stores.ts'
import type { NewTenant } from '../../create/payload.ts'
import { paritiesOf, parityOf, setSizeOf, erasureOf, toleranceOf } from '../../sizes/erasure.ts'
import { distributionOf } from '../../sizes/distribution.ts'
import { memoryOf } from '../../sizes/memory.ts'
import { contextFrom } from '../../create/security-context.ts'
import type { Offers } from '../../create/contract.ts'
import type { WizardValues } from '../../create/steps.ts'
import { affinityOf } from '../affinity.ts'

/** `btoa` takes a string with one character per byte. */
const base64 = (pem = '') =>
  btoa(Array.from(new TextEncoder().encode(pem), (byte) => String.fromCharCode(byte)).join(''))

/** Sizes in bytes that result from the first step, and why they do not fit. */
export const allocationOf = (setup: Partial<WizardValues['setup']>, most: number | undefined) => {
  const { servers = NaN, drives = NaN, size = '', unit = 'Gi', memory = NaN, parity = '' } = setup
  const distribution = distributionOf({ size, unit, servers, drives })
  const set = setSizeOf([{ servers, drives }])
  const choices = set.size === undefined ? [] : paritiesOf(set.size)
  const erasure = distribution.error
    ? undefined
    : erasureOf({ choices, volumes: distribution.volumes, volumeSize: distribution.volumeSize, servers })
  const chosen = erasure?.factors.find(({ choice }) => choice === parity)
  const requestedMemory =
    most === undefined ? undefined : memoryOf({ requested: memory, capacity: Number(erasure?.raw ?? 0n), most })
  return {
    distribution,
    choices,
    erasure,
    chosen,
    memory: requestedMemory,
    tolerance:
      set.size === undefined || !chosen
        ? undefined
        : toleranceOf({ servers, size: set.size, parity: parityOf(parity) }),
    problem: distribution.error || set.error || requestedMemory?.error || undefined,
  }
}
export type Allocation = ReturnType<typeof allocationOf>

const pick = (from: object, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, (from as Record<string, unknown>)[name]]))

const identityOf = (from: WizardValues['identity']) => {
  if (from.kind === 'keys') return { keys: from.keys ?? [] }
  if (from.kind === 'oidc') return { oidc: pick(from, Object.keys(openIdVariables)) }
  return { active_directory: pick(from, [...Object.keys(ldapVariables), 'user_dns']) }
}

type Ids = { runAsUser: number; runAsGroup: number; fsGroup: number; runAsNonRoot: boolean }
const contextOf = ({ runAsUser, runAsGroup, fsGroup, runAsNonRoot }: Ids) => ({
  runAsUser: String(runAsUser),
  runAsGroup: String(runAsGroup),
  fsGroup: String(fsGroup),
  runAsNonRoot,
})

/** Log search and Prometheus, for operators that support them: images, and other settings if customized. */
const recordsOf = (
  { configure: c, images }: Pick<WizardValues, 'configure' | 'images'>,
  { logSearch, prometheus }: Offers,
): Pick<NewTenant, 'logSearchConfiguration' | 'prometheusConfiguration'> => {
  const customized = (name: 'log' | 'prometheus') =>
    c[name] && {
      storageClass: c[`${name}_class`],
      storageSize: c[`${name}_size`],
      securityContext: contextOf(contextFrom(name, c)),
    }
  return {
    ...(logSearch && {
      logSearchConfiguration: {
        image: images.log_search ?? '',
        postgres_image: images.postgres ?? '',
        postgres_init_image: images.postgres_init ?? '',
        ...customized('log'),
        ...(c.log && { postgres_securityContext: contextOf(contextFrom('postgres', c)) }),
      },
    }),
    ...(prometheus && {
      prometheusConfiguration: {
        image: images.prometheus ?? '',
        sidecar_image: images.prometheus_sidecar ?? '',
        init_image: images.prometheus_init ?? '',
        ...customized('prometheus'),
      },
    }),
  }
}

const encryptionOf = (from: WizardValues['encryption'], image = '') => {
  if (!from.on) return null
  const { provider, server_crt, server_key, client_crt, client_key, mtls_crt, mtls_key } = from
  const ca = base64(from.ca)
  const trusted = ca && { ca }
  const mutual = { ...trusted, ...(mtls_crt && { crt: base64(mtls_crt) }), ...(mtls_key && { key: base64(mtls_key) }) }
  const tls: Partial<Record<Provider, [path: string, value: unknown]>> = {
    vault: ['tls', Object.keys(mutual).length > 0 ? mutual : null],
    gemalto: ['keysecure.tls', trusted || null],
  }
  const fields = Object.entries(keyStoreFields[provider]).map(
    ([path, field]) => [path, from[field.replace('!', '') as keyof typeof from]] as const,
  )
  return {
    replicas: String(from.replicas),
    image,
    securityContext: contextOf(from),
    ...(server_crt && server_key && { server: { crt: base64(server_crt), key: base64(server_key) } }),
    ...(client_crt && client_key && { client: { crt: base64(client_crt), key: base64(client_key) } }),
    [provider]: nest([...fields, ...(tls[provider] ? [tls[provider]] : [])]),
  }
}

/** Request for all steps (spec/3 3), with the sizes from the first one. */
export const requestOf = (values: WizardValues, { distribution, memory }: Allocation, offers: Offers): NewTenant => {
  const { setup, configure, images, placement, identity, security, encryption } = values
  const hasCertificates = security.tls && security.custom
  return {
    name: setup.name,
    namespace: setup.namespace,
    image: images.image ?? '',
    image_registry: images.own
      ? { registry: images.registry ?? '', username: images.username ?? '', password: images.password ?? '' }
      : null,
    enable_tls: security.tls && security.automatic,
    enable_console: true,
    enable_prometheus: configure.enable_prometheus,
    expose_minio: configure.expose_minio,
    expose_console: configure.expose_console,
    erasureCodingParity: Number(setup.parity.split(':')[1]),
    pools: [
      {
        name: 'pool-0',
        servers: setup.servers,
        volumes_per_server: setup.drives,
        volume_configuration: { size: distribution.volumeSize, storage_class_name: setup.storage_class },
        resources:
          memory && !memory.error ? { requests: { memory: memory.request }, limits: { memory: memory.limit } } : null,
        affinity: affinityOf(setup.name, 'pool-0', placement),
        securityContext: configure.custom ? contextOf(configure) : null,
      },
    ],
    tls: {
      minio: hasCertificates ? security.pairs.map(([crt, key]) => ({ crt: base64(crt), key: base64(key) })) : [],
      ca_certificates: hasCertificates ? security.cas.map(([ca]) => base64(ca)) : [],
    },
    // the same tables name what is read from a tenant, so the forms have checked what a request requires
    idp: identityOf(identity) as NewTenant['idp'],
    encryption: encryptionOf(encryption, images.kes) as NewTenant['encryption'],
    ...recordsOf(values, offers),
  }
}
