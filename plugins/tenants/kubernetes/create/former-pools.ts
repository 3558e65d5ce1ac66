import { Failure } from '../../../../core/failure.ts'
import { type Client, kindAt, pathOf, type Resource } from '../../../../engines/kubernetes/client.ts'

const claims = kindAt('v1', 'persistentvolumeclaims')
const sets = kindAt('apps/v1', 'statefulsets')

const TENANT = 'v1.min.io/tenant'
const POOL = 'v1.min.io/pool'

/**
 * Finds what pools of a tenant left behind, by pool name: volume claims, and StatefulSets. A new pool of such a name
 * would take over the old volumes, whatever size it asks for. What the caller may not list is passed over.
 */
export const partsByPool = async (client: Client, { metadata }: Resource): Promise<Map<string, string[]>> => {
  const { name, namespace } = metadata
  const list = (kind: typeof claims) =>
    client.list(pathOf(kind, { namespace }), { labelSelector: `${TENANT}=${name}` }).catch((error: unknown) => {
      if (error instanceof Failure && [403, 404].includes(error.status)) return []
      throw error
    })
  const [volumes, workloads] = await Promise.all([list(claims), list(sets)])
  const found = new Map<string, string[]>()
  const add = (pool: string | undefined, part: string) => {
    if (pool) found.set(pool, [...(found.get(pool) ?? []), part])
  }
  for (const { metadata: claim } of volumes) {
    // a claim is named <template><number>-<tenant>-<pool>-<server>
    const [, named] = /^.*?\d*-(.+)-\d+$/.exec(claim.name.replace(`-${name}-`, '-')) ?? []
    add(claim.labels?.[POOL] ?? named, claim.name)
  }
  for (const { metadata: set } of workloads)
    add(set.labels?.[POOL] ?? (set.name.startsWith(`${name}-`) ? set.name.slice(name.length + 1) : undefined), set.name)
  return found
}
