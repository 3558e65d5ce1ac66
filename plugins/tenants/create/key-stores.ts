import type { WizardValues } from './steps.ts'

export type Provider = WizardValues['encryption']['provider']
type Field = keyof WizardValues['encryption'] & string

/**
 * Wizard field of each setting of a key store, by its path in requests and in the key server's configuration; `!` marks
 * secrets and paths to them, which are not copied.
 */
export const keyStoreFields: { readonly [Name in Provider]: Readonly<Record<string, Field | `${Field}!`>> } = {
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

/** Value inside nested objects, such as `approle.id`; `undefined` if any is missing. */
export const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce(
      (inner: unknown, name) =>
        typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
      value,
    )

type Nested = { [name: string]: unknown }

/** Nested objects with these values at their paths. */
export const nest = (values: readonly (readonly [path: string, value: unknown])[]) => {
  const all: Nested = {}
  for (const [path, value] of values) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    const inner = names.reduce((outer, name) => (outer[name] ??= {}) as Nested, all)
    inner[last] = value
  }
  return all
}
