import type { Resource } from 'stowage/engines/kubernetes'
import type { NewTenant } from '../../create/payload.ts'
import { certificateOf, checkedKeyPair } from '../certificates.ts'
import { ownSecretLabels } from '../own-secrets.ts'
import type { Shape } from './shape.ts'
import { keyServerConfig, providerFiles } from './kes.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

type Options = { type?: string; immutable?: boolean }

/** Builders for the secrets of one tenant; `data` is base64. */
export const secretsFor = ({ name: tenant, namespace }: Pick<NewTenant, 'name' | 'namespace'>) => {
  const secret = (
    name: string,
    data: Readonly<Record<string, string>>,
    { type = 'Opaque', immutable = true }: Options = {},
  ): Resource => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `${tenant}-${name}`, namespace, labels: ownSecretLabels(tenant) },
    type,
    ...(immutable && { immutable }),
    data,
  })
  return {
    text: (name: string, texts: Readonly<Record<string, string>>, options?: Options) =>
      secret(name, Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, base64(value)])), options),
    files: secret,
    tls: (name: string, pair: { crt: string; key: string }) =>
      secret(name, { 'tls.crt': pair.crt, 'tls.key': pair.key }, { type: 'kubernetes.io/tls' }),
  }
}
type Secrets = ReturnType<typeof secretsFor>

/** Initial users of the tenant: access and secret keys, or names from a directory. */
export const userSecrets = ({ idp }: Pick<NewTenant, 'idp'>, { text }: Secrets) => {
  const users = idp?.active_directory
    ? (idp.active_directory.user_dns ?? []).map((dn) => ({ CONSOLE_ACCESS_KEY: dn }))
    : idp?.oidc
      ? []
      : (idp?.keys ?? []).map((pair) => ({ CONSOLE_ACCESS_KEY: pair.access_key, CONSOLE_SECRET_KEY: pair.secret_key }))
  return users.map((user, index) => text(`user-${index}`, user))
}

/** Certificates the tenant serves, and additional CAs it trusts. */
export const certificateSecrets = ({ tls: requested }: Pick<NewTenant, 'tls'>, { tls, files }: Secrets) => ({
  own: (requested?.minio ?? []).map((pair, index) =>
    tls(`external-server-certificate-${index}`, checkedKeyPair(pair, `tls.minio.${index}`)),
  ),
  authorities: (requested?.ca_certificates ?? []).map((crt, index) => {
    certificateOf(crt, `tls.ca_certificates.${index}`)
    return files(`ca-certificate-${index}`, { 'public.crt': crt.replace(/\s/g, '') }, { immutable: true })
  }),
})

/** Certificates for mutual TLS between the key server, its tenant, and its provider; `keyName` is the key to use. */
export const encryptionSecrets = (
  { encryption }: Pick<NewTenant, 'encryption'>,
  { text, tls, files }: Secrets,
  shape: Shape,
  keyName?: string,
) => {
  if (!encryption) return undefined
  const provider = providerFiles(encryption)
  return {
    client: encryption.client
      ? tls('external-client-certificate-kes-0', checkedKeyPair(encryption.client, 'encryption.client'))
      : undefined,
    server: encryption.server
      ? tls('secret-kes-external-cert-0', checkedKeyPair(encryption.server, 'encryption.server'))
      : undefined,
    provider: Object.keys(provider).length > 0 ? files('secret-kes-client-cert', provider) : undefined,
    configuration: text('secret-kes-configuration', {
      'server-config.yaml': keyServerConfig(encryption, shape, keyName),
    }),
  }
}

/** Credentials of an image registry. */
export const registrySecret = ({ image_registry: requested }: Pick<NewTenant, 'image_registry'>, { text }: Secrets) => {
  if (!requested) return undefined
  const { registry, username, password } = requested
  const auths = { [registry]: { username, password, auth: base64(`${username}:${password}`) } }
  return text(
    'regcred',
    { '.dockerconfigjson': JSON.stringify({ auths }) },
    { type: 'kubernetes.io/dockerconfigjson', immutable: false },
  )
}
