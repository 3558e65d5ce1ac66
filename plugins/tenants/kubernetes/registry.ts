import { Failure } from 'stowage'
import { type Client, kindAt, pathOf } from 'stowage/engines/kubernetes'
import type { Registry } from '../image.ts'
import type { TenantPlace } from '../details/backend.ts'
import { registrySecret, secretsFor } from './create/secrets.ts'
import { isOwnSecret } from './own-secrets.ts'

const secrets = kindAt('v1', 'secrets')

/**
 * Stores registry credentials in the tenant's own secret for them, and returns its name. Throws `Failure` 409 if a
 * secret of that name has another owner.
 */
export const storeRegistry = async (client: Client, { namespace, tenant }: TenantPlace, registry: Registry) => {
  const secret = registrySecret({ image_registry: registry }, secretsFor({ name: tenant, namespace }))
  if (!secret) throw new TypeError('A registry makes a secret')
  const { name } = secret.metadata
  const at = pathOf(secrets, { namespace, name })
  const before = await client.get(at).catch((error: unknown) => {
    if (error instanceof Failure && error.status === 404) return undefined
    throw error
  })
  if (!before) await client.create(pathOf(secrets, { namespace }), secret)
  else if (!isOwnSecret(before, tenant) || before.type !== secret.type)
    throw new Failure(409, `image_registry: a secret "${name}" already exists that this console did not create`, {
      field: 'image_registry',
    })
  else await client.patch(at, { data: secret.data })
  return name
}
