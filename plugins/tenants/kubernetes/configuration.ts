import * as v from 'valibot'
import { Failure } from '../../../core/failure.ts'
import { type Client, kindAt, pathOf, type Resource } from '../../../engines/kubernetes/client.ts'
import { readConfigEnv } from '../../../engines/kubernetes/config-env.ts'

const secrets = kindAt('v1', 'secrets')

const Spec = v.object({
  spec: v.object({
    env: v.fallback(v.array(v.object({ name: v.string(), value: v.fallback(v.string(), '') })), []),
    configuration: v.fallback(v.object({ name: v.string() }), { name: '' }),
  }),
})

/**
 * What a tenant is set to, and whether its secret could be read; whoever may not read secrets still gets what is
 * written openly.
 */
export const configurationOf = async (
  client: Client,
  tenant: Resource,
): Promise<{ settings: ReadonlyMap<string, string>; read: 'read' | 'withheld' }> => {
  const known = v.safeParse(Spec, tenant)
  const { env = [], configuration } = known.success ? known.output.spec : {}
  const open = new Map(env.map(({ name, value }) => [name, value]))
  if (!configuration?.name) return { settings: open, read: 'read' }
  try {
    const secret = await client.get(pathOf(secrets, { namespace: tenant.metadata.namespace, name: configuration.name }))
    const text = (secret.data as Record<string, string> | undefined)?.['config.env'] ?? ''
    return { settings: new Map([...open, ...readConfigEnv(Buffer.from(text, 'base64').toString())]), read: 'read' }
  } catch (error) {
    if (!(error instanceof Failure) || ![403, 404].includes(error.status)) throw error
    return { settings: open, read: error.status === 404 ? 'read' : 'withheld' }
  }
}
