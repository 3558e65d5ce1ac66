import * as v from 'valibot'
import { Failure } from 'stowage'
import { type Client, kindAt, pathOf, readConfigEnv, type Resource } from 'stowage/engines/kubernetes'

const secrets = kindAt('v1', 'secrets')

const Variable = v.object({
  name: v.string(),
  value: v.fallback(v.string(), ''),
  valueFrom: v.fallback(v.optional(v.looseObject({})), undefined),
})
const Spec = v.object({
  spec: v.object({
    env: v.fallback(v.array(Variable), []),
    configuration: v.fallback(v.object({ name: v.string() }), { name: '' }),
  }),
})

/** Whether an environment variable holds a secret, by its name. */
export const isSecretVariable = (name: unknown) =>
  typeof name === 'string' && /PASSWORD|PASSWD|SECRET|TOKEN|PRIVATE|CREDENTIAL|_KEY\b/i.test(name)

/** Settings of a tenant, and whether its configuration secret could be read. */
export type Configuration = {
  /** Environment variables by name; empty if the value comes from `valueFrom`. */
  settings: ReadonlyMap<string, string>
  /** Variables with `valueFrom`, from a secret or config map: set, with an unknown value. */
  elsewhere: ReadonlySet<string>
  /** Variables of the configuration secret. */
  stored: ReadonlySet<string>
  /** `missing` if the tenant names a secret that does not exist: its contents are unknown as well. */
  read: 'read' | 'withheld' | 'missing'
}

/**
 * Reads the settings of a tenant from its manifest and configuration secret. If the secret is missing or not readable
 * by the caller, only those of the manifest.
 */
export const configurationOf = async (client: Client, tenant: Resource): Promise<Configuration> => {
  const parsed = v.safeParse(Spec, tenant)
  const { env = [], configuration } = parsed.success ? parsed.output.spec : {}
  const open = new Map(env.map(({ name, value }) => [name, value]))
  const referenced = env.filter(({ valueFrom }) => valueFrom !== undefined).map(({ name }) => name)
  if (!configuration?.name) return { settings: open, elsewhere: new Set(referenced), stored: new Set(), read: 'read' }
  try {
    const secret = await client.get(pathOf(secrets, { namespace: tenant.metadata.namespace, name: configuration.name }))
    const text = (secret.data as Record<string, string> | undefined)?.['config.env'] ?? ''
    const written = readConfigEnv(Buffer.from(text, 'base64').toString())
    return {
      settings: new Map([...open, ...written]),
      elsewhere: new Set(referenced.filter((name) => !written.has(name))),
      stored: new Set(written.keys()),
      read: 'read',
    }
  } catch (error) {
    if (!(error instanceof Failure) || ![403, 404].includes(error.status)) throw error
    const read = error.status === 404 ? 'missing' : 'withheld'
    return { settings: open, elsewhere: new Set(referenced), stored: new Set(), read }
  }
}
