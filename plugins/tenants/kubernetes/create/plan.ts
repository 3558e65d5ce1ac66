import { randomBytes } from 'node:crypto'
import { Failure } from 'stowage'
import { type Resource, writeConfigEnv } from 'stowage/engines/kubernetes'
import type { NewTenant } from '../../create/payload.ts'
import { isSecretVariable } from '../configuration.ts'
import { scrapeAnnotations } from '../scraping.ts'
import { former } from './former.ts'
import { contextOf, poolsOf, omitNullish } from './pool.ts'
import { certificateSecrets, encryptionSecrets, registrySecret, secretsFor, userSecrets } from './secrets.ts'
import { type Root, settingsOf } from './settings.ts'
import type { Shape } from './shape.ts'
import * as messages from '../../messages.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'

/** Random key from 32 letters, so that each is equally likely. */
const randomKey = (length: number) => Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('')

const rootOf = ({
  access_key: accessKey,
  secret_key: secretKey,
}: Pick<NewTenant, 'access_key' | 'secret_key'>): Root => {
  if (!accessKey !== !secretKey)
    throw new Failure(400, messages.rootKeysRequired(accessKey ? 'secret_key' : 'access_key'), {
      field: accessKey ? 'secret_key' : 'access_key',
    })
  return { accessKey: accessKey || randomKey(16), secretKey: secretKey || randomKey(32) }
}

const nameOf = ({ metadata }: Resource) => metadata.name
const nonEmpty = (map: Readonly<Record<string, string>> | null | undefined) =>
  map && Object.keys(map).length > 0 ? map : undefined

type Input = Pick<
  NewTenant,
  | 'name'
  | 'namespace'
  | 'access_key'
  | 'secret_key'
  | 'enable_console'
  | 'erasureCodingParity'
  | 'idp'
  | 'tls'
  | 'encryption'
  | 'image_registry'
  | 'image_pull_secret'
>

const typed = (secret: Resource, type: string) => ({ name: nameOf(secret), type })
const nonEmptyList = <T>(list: readonly T[]) => (list.length > 0 ? list : undefined)

type Settings = ReadonlyMap<string, string>

/** The settings as a file in a secret. */
const inFile = (settings: Settings, { text }: ReturnType<typeof secretsFor>) => ({
  configuration: text('env-configuration', { 'config.env': writeConfigEnv(settings) }, { immutable: false }),
  env: [],
})

/** The settings as variables of the manifest, for operator 4.0. Root is in the tenant's `credsSecret`. */
const inManifest = (settings: Settings, { text }: ReturnType<typeof secretsFor>) => {
  const variables = [...settings].filter(([name]) => !/^MINIO_ROOT_(USER|PASSWORD)$/.test(name))
  const hidden = variables.filter(([name]) => isSecretVariable(name))
  const secret =
    hidden.length > 0 ? text('env-configuration', Object.fromEntries(hidden), { immutable: false }) : undefined
  return {
    configuration: secret,
    env: variables.map(([name, value]) =>
      secret && isSecretVariable(name)
        ? { name, valueFrom: { secretKeyRef: { name: nameOf(secret), key: name } } }
        : { name, value },
    ),
  }
}

/**
 * Secrets of a tenant in the order of creation, and the spec fields that reference them. Settings in `further` are
 * those of a copied tenant, on which the request is laid. Throws `Failure` 400 with the field.
 */
export const secretsOf = (request: Input, shape: Shape, keyName?: string, further: Settings = new Map()) => {
  const make = secretsFor(request)
  const users = userSecrets(request, make)
  const certificates = certificateSecrets(request, make)
  const keys = encryptionSecrets(request, make, shape, keyName)
  const registry = registrySecret(request, make)
  const root = rootOf(request)
  const settings = new Map([['MINIO_BROWSER', 'on'], ...further, ...settingsOf(request, root, shape.log)])
  const { configuration, env } = shape.configuration ? inFile(settings, make) : inManifest(settings, make)
  const deprecated = shape.credsSecret
    ? make.text(
        'secret',
        shape.configuration
          ? { accesskey: '', secretkey: '' }
          : { accesskey: root.accessKey, secretkey: root.secretKey },
      )
    : undefined
  const pull = request.image_pull_secret || (registry && nameOf(registry))
  const all = [
    deprecated,
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
    secrets: all.filter((secret) => secret !== undefined),
    fields: omitNullish({
      imagePullSecret: pull ? { name: pull } : undefined,
      ...(shape.configuration && configuration && { configuration: { name: nameOf(configuration) } }),
      env: nonEmptyList(env),
      credsSecret: deprecated && { name: nameOf(deprecated) },
      users: nonEmptyList(users.map((user) => ({ name: nameOf(user) }))),
      externalCertSecret: nonEmptyList(certificates.own.map((secret) => typed(secret, 'kubernetes.io/tls'))),
      externalCaCertSecret: nonEmptyList(certificates.authorities.map((secret) => typed(secret, 'Opaque'))),
      externalClientCertSecret: keys?.client && typed(keys.client, 'kubernetes.io/tls'),
      kes: keys && {
        kesSecret: { name: nameOf(keys.configuration) },
        externalCertSecret: keys.server && typed(keys.server, 'kubernetes.io/tls'),
        clientCertSecret: keys.provider && typed(keys.provider, 'Opaque'),
      },
    }),
  }
}

/** Fields of the key server other than its secrets. */
export const keyServerFields = ({ encryption }: Pick<NewTenant, 'encryption'>) =>
  encryption
    ? omitNullish({
        replicas: encryption.replicas ? Number(encryption.replicas) : undefined,
        image: encryption.image || undefined,
        securityContext: contextOf(encryption.securityContext),
        labels: nonEmpty(encryption.labels),
        annotations: nonEmpty(encryption.annotations),
        nodeSelector: nonEmpty(encryption.node_selector),
      })
    : undefined

/** Throws `Failure` 400 if a key server is requested without TLS. */
export const checkTls = ({ encryption, tls }: Pick<NewTenant, 'encryption' | 'tls'>, automatic: boolean) => {
  if (encryption && !automatic && !tls?.minio?.length)
    throw new Failure(400, messages.encryptionNeedsTls, {
      field: 'encryption',
    })
}

/**
 * All resources of a tenant in the order of creation: its secrets, then itself (operator 2.5, 2.6), in the format of
 * the cluster's operator. Throws `Failure` 400 with the field.
 */
export const planOf = (request: NewTenant, shape: Shape): { secrets: Resource[]; tenant: Resource } => {
  const { name, namespace, encryption } = request
  const automatic = request.enable_tls ?? true
  checkTls(request, automatic)
  const pools = poolsOf(request.pools)
  const { secrets, fields } = secretsOf(request, shape)
  const scrape = request.enable_prometheus ? scrapeAnnotations : undefined
  const { imagePullSecret, configuration, credsSecret, kes, ...others } = fields
  const spec = omitNullish({
    image: request.image || undefined,
    imagePullSecret,
    configuration,
    credsSecret,
    mountPath: request.mounth_path || '/export',
    pools: scrape && !shape.poolsMetadata ? pools.map((pool) => ({ ...pool, annotations: scrape })) : pools,
    poolsMetadata: scrape && shape.poolsMetadata ? { annotations: scrape } : undefined,
    requestAutoCert: automatic,
    exposeServices: { minio: request.expose_minio ?? false, console: request.expose_console ?? false },
    ...others,
    kes: encryption && { replicas: 1, ...keyServerFields(request), ...kes },
    ...former(request, shape),
  })
  const metadata: Resource['metadata'] = {
    name,
    namespace,
    ...(nonEmpty(request.labels) && { labels: { ...request.labels } }),
    ...(nonEmpty(request.annotations) && { annotations: { ...request.annotations } }),
  }
  return { secrets, tenant: { apiVersion: 'minio.min.io/v2', kind: 'Tenant', metadata, spec } }
}
