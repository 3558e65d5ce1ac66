import type { Pod, Tenant, Volume } from '../../details/contract.ts'

/** A drive of a pod: the claim of a volume, and how it is. */
export type Drive = { name: string; status: string }
export type PlacedPod = { name: string; node: string; status: string; there: boolean; drives: Drive[] }
export type PlacedPool = { name: string; pods: PlacedPod[]; crowded: { node: string; pods: number }[] }

/** A claim is called after its template, its number and the pod that it is for. */
const claimOf = (pod: string) => new RegExp(`\\d-${pod.replace(/[^\w-]/g, '\\$&')}$`)

/** Which of these there are more than once, and how often. */
const repeated = (nodes: readonly string[]) => {
  const times = new Map<string, number>()
  for (const node of nodes) if (node) times.set(node, (times.get(node) ?? 0) + 1)
  return [...times].flatMap(([node, pods]) => (pods > 1 ? [{ node, pods }] : []))
}

/**
 * A tenant's pools with the pods that they ought to have, where each is, and its drives. `pods` and `volumes` are what
 * the cluster tells; without volumes the drives are not known.
 */
export const placed = (
  { name, pools }: Pick<Tenant, 'name' | 'pools'>,
  pods: readonly Pod[],
  volumes: readonly Volume[] | undefined,
): PlacedPool[] =>
  (pools ?? []).map(({ name: own, servers }, index) => {
    const pool = own || `pool-${index}`
    const all = Array.from({ length: servers }, (_, server): PlacedPod => {
      const called = `${name}-${pool}-${server}`
      const found = pods.find((pod) => pod.name === called)
      const claim = claimOf(called)
      const drives = (volumes ?? [])
        .filter((one) => claim.test(one.name))
        .map(({ name: drive, status }) => ({ name: drive, status }))
      return {
        name: called,
        node: found?.node ?? '',
        status: found?.status ?? '',
        there: found !== undefined,
        drives: drives.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true })),
      }
    })
    return { name: pool, pods: all, crowded: repeated(all.map(({ node }) => node)) }
  })
