import * as v from 'valibot'
import { type Client, kindAt, pathOf, readConfigEnv, type Resource } from 'stowage/engines/kubernetes'

const secrets = kindAt('v1', 'secrets')

const Spec = v.looseObject({
  spec: v.looseObject({
    env: v.fallback(v.array(v.looseObject({ name: v.string(), value: v.fallback(v.string(), '') })), []),
    credsSecret: v.fallback(v.optional(v.looseObject({ name: v.string() })), undefined),
    configuration: v.fallback(v.optional(v.looseObject({ name: v.string() })), undefined),
  }),
})

const Secret = v.looseObject({ data: v.fallback(v.record(v.string(), v.string()), {}) })

const text = (base64: string | undefined) =>
  base64 === undefined ? undefined : Buffer.from(base64, 'base64').toString()

/**
 * Root credentials of a tenant: from its configuration secret, else its variables, else its former credentials secret.
 */
export const rootKeyPairOf = async (client: Client, tenant: Resource) => {
  const { spec } = v.parse(Spec, tenant)
  const { namespace } = tenant.metadata
  const read = async (name: string | undefined) =>
    name ? v.parse(Secret, await client.get(pathOf(secrets, { namespace, name }))).data : {}
  const [creds, configuration] = await Promise.all([read(spec.credsSecret?.name), read(spec.configuration?.name)])
  const set = new Map([
    ...spec.env.map(({ name, value }): [string, string] => [name, value]),
    ...readConfigEnv(text(configuration['config.env']) ?? ''),
  ])
  const one = (names: readonly string[], own: string | undefined) =>
    names.map((name) => set.get(name)).find(Boolean) ?? own ?? ''
  return {
    accessKey: one(['MINIO_ROOT_USER', 'MINIO_ACCESS_KEY'], text(creds.accesskey)),
    secretKey: one(['MINIO_ROOT_PASSWORD', 'MINIO_SECRET_KEY'], text(creds.secretkey)),
  }
}
