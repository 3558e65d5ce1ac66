import type { DriveFault, Pod, Tenant, Volume } from '../../details/contract.ts'
import { poolName } from '../../pages/pool-name.ts'

/** A drive of a pod: the claim of a volume, how it is bound, and what is wrong with the drive itself. */
export type Drive = { name: string; status: string; fault: DriveFault | undefined }
/** A pod that a pool ought to have; `found` is what the cluster reports of it, if it is there. */
export type PlacedPod = { name: string; found: Pod | undefined; drives: Drive[] }
export type PlacedPool = { name: string; pods: PlacedPod[]; crowded: { node: string; pods: number }[] }

/** A claim is called after its template, its number and the pod that it is for. */
const claimOf = (pod: string) => new RegExp(`\\d-${pod.replace(/[^\w-]/g, '\\$&')}$`)

/** Which of these there are more than once, and how often. */
const repeated = (nodes: readonly (string | undefined)[]) => {
  const times = new Map<string, number>()
  for (const node of nodes) if (node) times.set(node, (times.get(node) ?? 0) + 1)
  return [...times].flatMap(([node, pods]) => (pods > 1 ? [{ node, pods }] : []))
}

/**
 * A tenant's pools with the pods that they ought to have, by the names of their StatefulSets, where each is, and its
 * drives. Without `volumes` the drives are not known.
 */
export const placed = (
  { name: tenant, pools }: Pick<Tenant, 'name' | 'pools'>,
  pods: readonly Pod[],
  volumes: readonly Volume[] | undefined,
  faults: readonly DriveFault[] = [],
): PlacedPool[] =>
  (pools ?? []).map((pool) => {
    const all = Array.from({ length: pool.servers }, (_, server): PlacedPod => {
      const name = `${pool.stateful_set}-${server}`
      const claim = claimOf(name)
      const drives = (volumes ?? [])
        .filter((one) => claim.test(one.name))
        .map(({ name: drive, status }) => ({
          ...{ name: drive, status },
          fault: faults.find(({ volume }) => volume === drive),
        }))
      return {
        name,
        found: pods.find((pod) => pod.name === name),
        drives: drives.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true })),
      }
    })
    return { name: poolName(tenant, pool), pods: all, crowded: repeated(all.map(({ found }) => found?.node)) }
  })
