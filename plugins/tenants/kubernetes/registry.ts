import { Failure } from 'stowage'
import { type Client, kindAt, pathOf } from 'stowage/engines/kubernetes'
import type { Registry } from '../image.ts'
import type { TenantKey } from '../details/backend.ts'
import { registrySecret, secretsFor } from './create/secrets.ts'
import { isOwnSecret } from './own-secrets.ts'
import * as messages from '../messages.ts'

const secrets = kindAt('v1', 'secrets')

/** Most names that are tried: `store-regcred`, `store-regcred-2`, … */
const NAMES = 20

/** Returns `undefined` for a failure with this status. */
const unless = async <Value>(status: number, work: Promise<Value>) =>
  work.catch((error: unknown) => {
    if (error instanceof Failure && error.status === status) return undefined
    throw error
  })

/**
 * Stores registry credentials in the tenant's own secret for them, and returns its name. A secret of another program,
 * or of an earlier version of this console, which did not mark its secrets, is left unchanged: the credentials go into
 * a new one with the next number. Throws `Failure` 409 if no name is left, or the secret changes meanwhile.
 */
export const storeRegistry = async (client: Client, { namespace, tenant }: TenantKey, registry: Registry) => {
  const secret = registrySecret({ image_registry: registry }, secretsFor({ name: tenant, namespace }))
  if (!secret) throw new TypeError('A registry makes a secret')
  for (let number = 1; number <= NAMES; number++) {
    const name = number === 1 ? secret.metadata.name : `${secret.metadata.name}-${number}`
    const at = pathOf(secrets, { namespace, name })
    const before = await unless(404, client.get(at))
    if (!before) {
      const numbered = { ...secret, metadata: { ...secret.metadata, name } }
      // another program may create one of that name first
      if (await unless(409, client.create(pathOf(secrets, { namespace }), numbered))) return name
    } else if (isOwnSecret(before, tenant) && before.type === secret.type) {
      // the version ensures that this is still the secret that was just read
      await client.patch(at, { metadata: { resourceVersion: before.metadata.resourceVersion }, data: secret.data })
      return name
    }
  }
  throw new Failure(409, messages.registrySecretNamesTaken(tenant, NAMES), {
    field: 'image_registry',
  })
}
