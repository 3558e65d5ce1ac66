import { Failure } from 'stowage'
import type { Encryption } from '../../create/payload.ts'
import { keyStoreFields, nest, type Provider, valueAt } from '../../create/key-stores.ts'
import { certificateOf, decoded, identityOf } from '../certificates.ts'
import { writeYaml } from 'stowage/engines/kubernetes'
import type { Shape } from './shape.ts'
import * as messages from '../../messages.ts'

/** Omits empty values, recursively. */
const filled = (value: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, entry]): [string, unknown][] => {
      if (entry === undefined || entry === null || entry === '') return []
      if (typeof entry !== 'object' || Array.isArray(entry)) return [[name, entry]]
      const inner = filled(entry as Record<string, unknown>)
      return Object.keys(inner).length > 0 ? [[name, inner]] : []
    }),
  )

const seconds = (count: number) => (count ? `${count}s` : undefined)
const mounted = (file: string) => `/tmp/kes/${file}`

const tlsPaths: Partial<Record<Provider, string>> = { vault: 'tls', gemalto: 'keysecure.tls' }

/** Files for TLS with the key store, by their field in a request. */
const tlsFiles = { key: 'client.key', crt: 'client.crt', ca: 'ca.crt' }

/**
 * The one key store that is configured, in the format of the key server (operator 2.7). Throws `Failure` 400 for none
 * and for several.
 */
const storeOf = (encryption: Encryption) => {
  const [provider, ...others] = (Object.keys(keyStoreFields) as Provider[]).filter((name) => encryption[name])
  if (!provider || others.length > 0) throw new Failure(400, messages.nameKeyStore, { field: 'encryption' })
  const settings = encryption[provider]
  const values = Object.keys(keyStoreFields[provider]).map((path) => {
    const value = valueAt(settings, path)
    return [path, typeof value === 'number' ? seconds(value) : value] as const
  })
  const tls = tlsPaths[provider]
  const files = Object.entries(tls ? tlsFiles : {}).map(
    ([name, file]) =>
      [`${tls}.${name === 'crt' ? 'cert' : name}`, valueAt(settings, `${tls}.${name}`) && mounted(file)] as const,
  )
  return filled({ [provider]: nest([...values, ...files]) })
}

/** Base64 files for the key server's mutual TLS with its provider; `ca.crt` is the CA it trusts there. */
export const providerFiles = ({ vault, gemalto }: Encryption): Record<string, string> => {
  const { key, crt, ca } = vault?.tls ?? {}
  const authority = ca || gemalto?.keysecure.tls?.ca
  if (!key !== !crt)
    throw new Failure(400, messages.vaultCertificateAndKeyRequired(key ? 'crt' : 'key'), {
      field: `encryption.vault.tls.${key ? 'crt' : 'key'}`,
    })
  const fieldPath = vault ? 'encryption.vault.tls' : 'encryption.gemalto.keysecure.tls'
  if (crt) certificateOf(crt, `${fieldPath}.crt`)
  if (key) decoded(key, `${fieldPath}.key`)
  if (authority) certificateOf(authority, `${fieldPath}.ca`)
  return {
    ...(crt && { 'client.crt': crt }),
    ...(key && { 'client.key': key }),
    ...(authority && { 'ca.crt': authority }),
  }
}

/** Whether an image reads the former format; without an image, whether the operator's default image does. */
const readsFormerFormat = (image: string | null | undefined, { log: isFormerOperator }: Pick<Shape, 'log'>) =>
  image ? /:v0\.(\d|1\d|2[01])\.\d/.test(image) : isFormerOperator

/** Key used by the operator if a tenant names none. */
const KEY = 'my-minio-key'

/**
 * The key server's `server-config.yaml`. Disables its admin identity, and allows the tenant only the key operations it
 * needs. Strings are quoted, because secrets may contain YAML syntax.
 */
export const keyServerConfig = (encryption: Encryption, shape: Pick<Shape, 'log'>, keyName = KEY) => {
  const identity = encryption.client
    ? identityOf(certificateOf(encryption.client.crt, 'encryption.client.crt'))
    : '${MINIO_KES_IDENTITY}'
  const former = readsFormerFormat(encryption.image, shape)
  const common = {
    address: '0.0.0.0:7373',
    ...(former ? { root: 'disabled' } : { admin: { identity: '_' } }),
    tls: { key: '/tmp/kes/server.key', cert: '/tmp/kes/server.crt' },
    policy: former
      ? {
          'default-policy': {
            paths: [`/v1/key/create/${keyName}`, `/v1/key/generate/${keyName}`, `/v1/key/decrypt/${keyName}`],
            identities: [identity],
          },
        }
      : {
          'default-policy': {
            allow: ['/v1/api', '/v1/key/create/*', '/v1/key/generate/*', '/v1/key/decrypt/*', '/v1/key/bulk/decrypt/*'],
            identities: [identity],
          },
        },
    cache: { expiry: { any: '5m0s', unused: '20s' } },
    log: { error: 'on', audit: 'off' },
  }
  return writeYaml({ ...common, [former ? 'keys' : 'keystore']: storeOf(encryption) }, { quoted: 'all' })
}
