import { randomBytes } from 'node:crypto'
import { Failure } from '../../../../core/failure.ts'
import type { Resource } from '../../../../engines/kubernetes/client.ts'
import type { NewTenant } from '../../create/payload.ts'
import { writeConfigEnv } from '../../../../engines/kubernetes/config-env.ts'
import { scrapeAnnotations } from '../scraping.ts'
import { former } from './former.ts'
import { contextOf, poolsOf, said } from './pool.ts'
import { certificateSecrets, encryptionSecrets, registrySecret, secretsFor, userSecrets } from './secrets.ts'
import { type Root, settingsOf } from './settings.ts'
import type { Shape } from './shape.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'

/** A key of 32 letters that are alike in frequency. */
const randomKey = (length: number) => Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('')

const rootOf = ({ access_key: accessKey, secret_key: secretKey }: NewTenant): Root => {
  if (!accessKey !== !secretKey)
    throw new Failure(400, `${accessKey ? 'secret_key' : 'access_key'}: Name both keys of the owner, or none`)
  return { accessKey: accessKey || randomKey(16), secretKey: secretKey || randomKey(32) }
}

const nameOf = ({ metadata }: Resource) => metadata.name
const filled = (map: Readonly<Record<string, string>> | null | undefined) =>
  map && Object.keys(map).length > 0 ? map : undefined

const kesOf = ({ encryption }: NewTenant, secrets: ReturnType<typeof encryptionSecrets>) =>
  encryption && secrets
    ? {
        replicas: Number(encryption.replicas || '1'),
        image: encryption.image || undefined,
        kesSecret: { name: nameOf(secrets.configuration) },
        externalCertSecret: secrets.server && { name: nameOf(secrets.server), type: 'kubernetes.io/tls' },
        clientCertSecret: secrets.provider && { name: nameOf(secrets.provider), type: 'Opaque' },
        securityContext: contextOf(encryption.securityContext),
        labels: filled(encryption.labels),
        annotations: filled(encryption.annotations),
        nodeSelector: filled(encryption.node_selector),
      }
    : undefined

/**
 * All that a tenant is made of, in the order in which it is made: its secrets, then itself (operator 2.5, 2.6), as the
 * operator of this cluster wants it. Throws `Failure` 400 naming the field.
 */
export const planOf = (given: NewTenant, shape: Shape): { secrets: Resource[]; tenant: Resource } => {
  const { name, namespace, tls, encryption } = given
  const automatic = given.enable_tls ?? true
  if (encryption && !automatic && !tls?.minio?.length)
    throw new Failure(400, 'encryption: It needs TLS: have certificates made, or name one in tls.minio')
  const make = secretsFor(given)
  const pools = poolsOf(given.pools)
  const users = userSecrets(given, make)
  const certificates = certificateSecrets(given, make)
  const keys = encryptionSecrets(given, make)
  const registry = registrySecret(given, make)
  const configuration = make.text(
    'env-configuration',
    { 'config.env': writeConfigEnv(settingsOf(given, rootOf(given), shape.log)) },
    { immutable: false },
  )
  const deprecated = shape.credsSecret ? [make.text('secret', { accesskey: '', secretkey: '' })] : []
  const pull = given.image_pull_secret || (registry && nameOf(registry))
  const scrape = given.enable_prometheus ? scrapeAnnotations : undefined

  const spec = said({
    image: given.image || undefined,
    imagePullSecret: pull ? { name: pull } : undefined,
    configuration: { name: nameOf(configuration) },
    credsSecret: deprecated[0] && { name: nameOf(deprecated[0]) },
    mountPath: given.mounth_path || '/export',
    pools: scrape && !shape.poolsMetadata ? pools.map((pool) => ({ ...pool, annotations: scrape })) : pools,
    poolsMetadata: scrape && shape.poolsMetadata ? { annotations: scrape } : undefined,
    requestAutoCert: automatic,
    exposeServices: { minio: given.expose_minio ?? false, console: given.expose_console ?? false },
    users: users.length > 0 ? users.map((user) => ({ name: nameOf(user) })) : undefined,
    externalCertSecret:
      certificates.own.length > 0
        ? certificates.own.map((secret) => ({ name: nameOf(secret), type: 'kubernetes.io/tls' }))
        : undefined,
    externalCaCertSecret:
      certificates.authorities.length > 0
        ? certificates.authorities.map((secret) => ({ name: nameOf(secret), type: 'Opaque' }))
        : undefined,
    externalClientCertSecret: keys?.client && { name: nameOf(keys.client), type: 'kubernetes.io/tls' },
    kes: kesOf(given, keys),
    ...former(given, shape),
  })
  const both = [
    ...deprecated,
    ...users,
    ...certificates.own,
    keys?.client,
    keys?.server,
    keys?.provider,
    keys?.configuration,
    ...certificates.authorities,
    registry,
    configuration,
  ]
  return {
    secrets: both.filter((secret) => secret !== undefined),
    tenant: {
      apiVersion: 'minio.min.io/v2',
      kind: 'Tenant',
      metadata: {
        name,
        namespace,
        ...(filled(given.labels) && { labels: { ...given.labels } }),
        ...(filled(given.annotations) && { annotations: { ...given.annotations } }),
      },
      spec,
    },
  }
}
