import * as v from 'valibot'
import { Failure, parseJson } from 'stowage'
import { type Client, kindAt, pathOf, type Resource } from 'stowage/engines/kubernetes'

const kind = kindAt('v1', 'secrets')
const Data = v.fallback(v.record(v.string(), v.string()), {})
const named = v.fallback(v.optional(v.object({ name: v.string() })), undefined)
const list = v.fallback(v.array(v.object({ name: v.string() })), [])
const Named = v.object({
  imagePullSecret: named,
  users: list,
  externalCaCertSecret: list,
  kes: v.fallback(v.object({ kesSecret: named, clientCertSecret: named }), {}),
})
const Registries = v.object({ auths: v.record(v.string(), v.looseObject({ username: v.fallback(v.string(), '') })) })

/** Reads secrets of a tenant that also contain non-secret values; those the caller may not read are `withheld`. */
export const readSecrets = async (client: Client, { metadata: { namespace }, spec }: Resource) => {
  const { imagePullSecret, users, externalCaCertSecret, kes } = v.parse(Named, spec)
  const parts = {
    registry: [imagePullSecret],
    users,
    certificates: externalCaCertSecret,
    encryption: [kes.kesSecret, kes.clientCertSecret],
  }
  const names = Object.values(parts).flatMap((some) => some.flatMap((one) => (one ? [one.name] : [])))
  const withheld: string[] = []
  const read = async (name: string): Promise<[string, Record<string, string>][]> => {
    try {
      const data = v.parse(Data, (await client.get(pathOf(kind, { namespace, name }))).data)
      return [
        [
          name,
          Object.fromEntries(
            Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]),
          ),
        ],
      ]
    } catch (error) {
      if (!(error instanceof Failure) || ![403, 404].includes(error.status)) throw error
      if (error.status === 403) withheld.push(name)
      return []
    }
  }
  const found = new Map((await Promise.all([...new Set(names)].map(read))).flat())
  const of = (name: string | undefined) => found.get(name ?? '')
  return {
    of,
    withheld,
    /** Parts that could not be read. */
    unread: (Object.keys(parts) as (keyof typeof parts)[]).filter((part) =>
      parts[part].some((one) => one && withheld.includes(one.name)),
    ),
    kes: { configuration: of(kes.kesSecret?.name)?.['server-config.yaml'], provider: of(kes.clientCertSecret?.name) },
    /** Registry and user name of the pull secret. */
    registry: (name: string) => {
      const read = v.safeParse(Registries, parseJson(of(name)?.['.dockerconfigjson'] ?? ''))
      const [only] = read.success ? Object.entries(read.output.auths) : []
      return only && { registry: only[0], username: only[1].username }
    },
  }
}
export type TenantSecrets = Awaited<ReturnType<typeof readSecrets>>
