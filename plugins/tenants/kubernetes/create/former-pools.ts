import { Failure } from 'stowage'
import { type Client, kindAt, pathOf, type Resource } from 'stowage/engines/kubernetes'

const claims = kindAt('v1', 'persistentvolumeclaims')
const sets = kindAt('apps/v1', 'statefulsets')

const TENANT = 'v1.min.io/tenant'
const POOL = 'v1.min.io/pool'

type FormerTenant = { name: string; namespace?: string | undefined }

const labeled = (client: Client, kind: typeof claims, { namespace, name }: FormerTenant) =>
  client.list(pathOf(kind, { namespace }), { labelSelector: `${TENANT}=${name}` })

const byPool = (parts: readonly Resource[], poolOf: (part: string) => string | undefined) => {
  const claims = new Map<string, string[]>()
  for (const { metadata } of parts) {
    const pool = metadata.labels?.[POOL] ?? poolOf(metadata.name)
    if (pool) claims.set(pool, [...(claims.get(pool) ?? []), metadata.name])
  }
  return claims
}

/** Finds the volume claims of a tenant by pool name. The tenant or the pool may no longer exist. */
export const volumesByPool = async (client: Client, tenant: FormerTenant) =>
  // claims are named <template><number>-<tenant>-<pool>-<server>
  byPool(
    await labeled(client, claims, tenant),
    (claim) => /^.*?\d*-(.+)-\d+$/.exec(claim.replace(`-${tenant.name}-`, '-'))?.[1],
  )

/**
 * Finds volume claims and StatefulSets that removed pools of a tenant left behind, by pool name. A new pool of such a
 * name would reuse the old volumes, regardless of the requested size. Skips what the caller may not list.
 */
export const partsByPool = async (client: Client, { metadata: tenant }: Resource): Promise<Map<string, string[]>> => {
  const unlessRefused = <T>(parts: Promise<T>, otherwise: T) =>
    parts.catch((error: unknown) => {
      if (error instanceof Failure && [403, 404].includes(error.status)) return otherwise
      throw error
    })
  const setOf = (name: string) => (name.startsWith(`${tenant.name}-`) ? name.slice(tenant.name.length + 1) : undefined)
  const [volumes, workloads] = await Promise.all([
    unlessRefused(volumesByPool(client, tenant), new Map<string, string[]>()),
    unlessRefused(labeled(client, sets, tenant), []),
  ])
  const found = new Map(volumes)
  for (const [pool, parts] of byPool(workloads, setOf)) found.set(pool, [...(found.get(pool) ?? []), ...parts])
  return found
}
