import type { DriveFault, Pod, Tenant, Volume } from '../../details/contract.ts'
import { poolName } from '../../pages/pool-name.ts'

/** Drive of a pod: its volume claim, the claim's status, and the fault of the drive itself. */
export type Drive = { name: string; status: string; fault: DriveFault | undefined }
/** Expected pod of a pool; `found` is the actual one, if it exists. */
export type PlacedPod = { name: string; found: Pod | undefined; drives: Drive[] }
export type PlacedPool = { name: string; pods: PlacedPod[]; crowded: { node: string; pods: number }[] }

/** Claims are named after their template, number and pod. */
const claimOf = (pod: string) => new RegExp(`\\d-${pod.replace(/[^\w-]/g, '\\$&')}$`)

/** Nodes that run more than one of the pods, with their number. */
const crowdedNodes = (nodes: readonly (string | undefined)[]) => {
  const times = new Map<string, number>()
  for (const node of nodes) if (node) times.set(node, (times.get(node) ?? 0) + 1)
  return [...times].flatMap(([node, pods]) => (pods > 1 ? [{ node, pods }] : []))
}

/**
 * Pools of a tenant with their expected pods, named by the StatefulSets, with node and drives. Without `volumes`, the
 * drives are unknown.
 */
export const placePods = (
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
          name: drive,
          status,
          fault: faults.find(({ volume }) => volume === drive),
        }))
      return {
        name,
        found: pods.find((pod) => pod.name === name),
        drives: drives.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true })),
      }
    })
    return { name: poolName(tenant, pool), pods: all, crowded: crowdedNodes(all.map(({ found }) => found?.node)) }
  })
