import { resolve } from 'node:path'
import { limits } from '../core/protocol/limits.ts'
import { StartError } from '../engines/start-error.ts'
import type { AddressStyle } from '../engines/s3/bucket-address.ts'
import { type Environment, parsed } from './environment.ts'
import type { Flags } from './flags.ts'
import * as values from './values.ts'
import {
  ldapNeedsMinioServer,
  idpNeedsMinioServer,
  idpUrlMissing,
  minioServerRequired,
  s3ServerConflicts,
  operatorModeConflicts,
  twoIdpCallbacks,
  rootCredentialTooLong,
  rootUserInvalid,
  rootPasswordMissing,
  rootUserMissing,
} from './messages.ts'

/** Settings of an identity provider (`CONSOLE_IDP_*`): its discovery address and this console's client registration. */
export type IdentityProvider = {
  url: URL
  clientId: string
  secret: string
  /** Redirect URI; by default derived from the address that each browser uses for the console. */
  callback: URL | undefined
  scopes: string[]
  userinfo: boolean
  /**
   * The storage server's identity provider that the token is for, if policies come from its role instead of a claim.
   */
  roleArn: string | undefined
}

/**
 * Settings that locate the cluster: a server address and its CA file, kubectl's configuration, or the pod's
 * environment.
 */
export type ClusterSettings = {
  server: URL | undefined
  authority: { name: string; path: string } | undefined
  kubeConfig: string | undefined
  service: URL | undefined
}

export type KeyPair = { accessKey: string; secretKey: string }

/** A cluster, and the folder for the console's own data; without a folder it is kept in memory. */
type ClusterStorage =
  | { cluster: 'demonstration'; folder: string }
  | { cluster: ClusterSettings; folder: string | undefined }

/** Any S3 server. It has no data folder: the console stores nothing but sessions. */
export type S3Storage = {
  engine: 's3'
  url: URL
  folder: string | undefined
  region: string | undefined
  style: AddressStyle
  /** Maximum length of a session in seconds. */
  sessionSeconds: number | undefined
}

/** The storage to manage: a folder of this machine, a storage server, or a cluster with tenants. */
export type Storage =
  | { engine: 'embedded'; folder: string; root: KeyPair | undefined }
  | S3Storage
  | {
      engine: 'minio'
      url: URL
      /** Folder of the console's own data; `undefined` keeps it in memory. */
      folder: string | undefined
      region: string | undefined
      stsSeconds: number | undefined
      ldap: boolean
      idp: IdentityProvider | undefined
    }
  | (ClusterStorage & {
      engine: 'kubernetes'
      /** DNS domain of the cluster. */
      domain: string | undefined
      /** Maximum length of a session in seconds. */
      sessionSeconds: number | undefined
      /** Addresses of tenants' services from outside the cluster, by `namespace/service`. */
      addresses: ReadonlyMap<string, URL>
      idp: IdentityProvider | undefined
    })

const rootKeyPair = (environment: Environment): KeyPair | undefined => {
  for (const owner of ['CONSOLE', 'MINIO'] as const) {
    const [user, password] = [environment(`${owner}_ROOT_USER`), environment(`${owner}_ROOT_PASSWORD`)]
    if (user === undefined && password === undefined) continue
    if (user === undefined) throw new StartError(rootUserMissing(owner))
    if (password === undefined) throw new StartError(rootPasswordMissing(owner))
    if (user.length < 3 || /[=,]|^\s|\s$/.test(user)) {
      throw new StartError(rootUserInvalid(owner))
    }
    if (password.length < 8) throw new StartError(`${owner}_ROOT_PASSWORD needs at least 8 characters`)
    for (const [name, text] of Object.entries({ USER: user, PASSWORD: password }))
      if (Buffer.byteLength(text) > limits.secret)
        throw new StartError(rootCredentialTooLong(owner, name, limits.secret))
    return { accessKey: user, secretKey: password }
  }
  return undefined
}

const identityProvider = (environment: Environment): IdentityProvider | undefined => {
  const dynamic = parsed(environment, 'CONSOLE_IDP_CALLBACK_DYNAMIC', values.onOff) ?? false
  const needed = [
    'CONSOLE_IDP_URL',
    'CONSOLE_IDP_CLIENT_ID',
    ...(dynamic ? [] : ['CONSOLE_IDP_CALLBACK' as const]),
  ] as const
  const missing = needed.filter((name) => environment(name) === undefined)
  const isConfigured = dynamic || missing.length < needed.length || environment('CONSOLE_IDP_SECRET') !== undefined
  const userinfo = parsed(environment, 'CONSOLE_IDP_USERINFO', values.onOff) ?? false
  if (!isConfigured) {
    if (environment('CONSOLE_IDP_ROLE_ARN')) throw new StartError(idpUrlMissing('CONSOLE_IDP_ROLE_ARN'))
    if (userinfo) throw new StartError(idpUrlMissing('CONSOLE_IDP_USERINFO'))
    return undefined
  }
  const subpath = parsed(environment, 'CONSOLE_SUBPATH', values.subpath) ?? ''
  const url = parsed(environment, 'CONSOLE_IDP_URL', values.url('any'))
  const callback = parsed(environment, 'CONSOLE_IDP_CALLBACK', values.callback(subpath))
  const clientId = environment('CONSOLE_IDP_CLIENT_ID')
  if (!url || !clientId || missing.length > 0)
    throw new StartError(`Single sign-on also needs ${missing.join(' and ')}`)
  if (dynamic && callback) throw new StartError(twoIdpCallbacks)
  const scopes = parsed(environment, 'CONSOLE_IDP_SCOPES', values.scopes) ?? ['openid', 'profile', 'email']
  return {
    url,
    clientId,
    callback,
    secret: environment('CONSOLE_IDP_SECRET') ?? '',
    scopes: [...new Set(['openid', ...scopes])],
    userinfo,
    roleArn: parsed(environment, 'CONSOLE_IDP_ROLE_ARN', values.roleArn),
  }
}

const sessionSeconds = (environment: Environment) =>
  parsed(environment, 'CONSOLE_STS_DURATION', values.sessionLength) ??
  parsed(environment, 'CONSOLE_STS_DURATION_SECONDS', values.sessionLength)

const clusterSettings = (environment: Environment, variables: NodeJS.ProcessEnv): ClusterSettings => {
  const authority = (['CONSOLE_KUBE_CA', 'CONSOLE_K8S_API_SERVER_TLS_ROOT_CA'] as const)
    .map((name) => ({ name, path: environment(name) ?? '' }))
    .find(({ path }) => path)
  const { KUBECONFIG: kubeConfig, KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = variables
  return {
    server:
      parsed(environment, 'CONSOLE_KUBE_SERVER', values.url('any')) ??
      parsed(environment, 'CONSOLE_K8S_API_SERVER', values.url('any')),
    authority,
    kubeConfig: kubeConfig || undefined,
    service: host ? new URL(`https://${host.includes(':') ? `[${host}]` : host}:${port}`) : undefined,
  }
}

const operator = (
  mode: 'on' | 'demo',
  data: string | undefined,
  environment: Environment,
  variables: NodeJS.ProcessEnv,
): Storage => {
  const ldap = parsed(environment, 'CONSOLE_LDAP_ENABLED', values.onOff) ?? false
  for (const [name, isSet] of [
    ['CONSOLE_MINIO_SERVER', environment('CONSOLE_MINIO_SERVER') !== undefined],
    ['CONSOLE_S3_SERVER', environment('CONSOLE_S3_SERVER') !== undefined],
    ['CONSOLE_LDAP_ENABLED', ldap],
  ] as const)
    if (isSet) throw new StartError(operatorModeConflicts(name))
  return {
    engine: 'kubernetes',
    ...(mode === 'demo'
      ? { cluster: 'demonstration', folder: resolve(data ?? 'data') }
      : { cluster: clusterSettings(environment, variables), folder: data && resolve(data) }),
    domain: variables.CLUSTER_DOMAIN || undefined,
    sessionSeconds: sessionSeconds(environment),
    addresses: parsed(environment, 'CONSOLE_TENANT_ADDRESSES', values.addresses) ?? new Map(),
    idp: identityProvider(environment),
  }
}

/** Settings of an S3 server. Throws `StartError` for settings that need the APIs of MinIO. */
const s3Storage = (url: URL, data: string | undefined, environment: Environment): S3Storage => {
  const ldap = parsed(environment, 'CONSOLE_LDAP_ENABLED', values.onOff) ?? false
  for (const [name, isSet] of [
    ['CONSOLE_MINIO_SERVER', environment('CONSOLE_MINIO_SERVER') !== undefined],
    ['CONSOLE_IDP_URL', environment('CONSOLE_IDP_URL') !== undefined],
    ['CONSOLE_LDAP_ENABLED', ldap],
  ] as const)
    if (isSet)
      throw new StartError(name === 'CONSOLE_MINIO_SERVER' ? s3ServerConflicts(name) : minioServerRequired(name))
  return {
    engine: 's3',
    url,
    folder: data && resolve(data),
    region: parsed(environment, 'CONSOLE_S3_REGION', values.region),
    style: parsed(environment, 'CONSOLE_S3_STYLE', values.oneOf(['path', 'virtual-host'])) ?? 'path',
    sessionSeconds: sessionSeconds(environment),
  }
}

/** Reads the settings of the storage or cluster. Throws `StartError` for invalid combinations. */
export const storageSettings = (flags: Flags, environment: Environment, variables: NodeJS.ProcessEnv): Storage => {
  const mode = parsed(environment, 'CONSOLE_OPERATOR_MODE', values.clusterMode) ?? 'off'
  if (mode !== 'off') return operator(mode, flags.data ?? environment('CONSOLE_DATA'), environment, variables)
  const data = flags.data ?? environment('CONSOLE_DATA')
  const s3 = parsed(environment, 'CONSOLE_S3_SERVER', values.url('origin'))
  if (s3) return s3Storage(s3, data, environment)
  const url = parsed(environment, 'CONSOLE_MINIO_SERVER', values.url('origin'))
  const idp = identityProvider(environment)
  const ldap = parsed(environment, 'CONSOLE_LDAP_ENABLED', values.onOff) ?? false
  if (url) {
    return {
      engine: 'minio',
      url,
      folder: data && resolve(data),
      region: parsed(environment, 'CONSOLE_MINIO_REGION', values.region),
      stsSeconds: sessionSeconds(environment),
      ldap,
      idp,
    }
  }
  if (idp) throw new StartError(idpNeedsMinioServer)
  if (ldap) throw new StartError(ldapNeedsMinioServer)
  return {
    engine: 'embedded',
    folder: resolve(data ?? 'data'),
    root: rootKeyPair(environment),
  }
}
