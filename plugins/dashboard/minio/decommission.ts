import * as v from 'valibot'
import type { MinioAdapterContext } from 'stowage/server'
import { fallbackOn } from 'stowage/engines/s3'
import type { Decommission } from '../outlook.ts'
import { type SetDrive, type UsableSpace, usableSpace } from './erasure-sets.ts'

const flag = v.optional(v.boolean(), false)

/** Pools in the order of the server's command line; one that was never decommissioned started in year 1. */
const Pools = v.array(
  v.object({
    decommissionInfo: v.nullish(
      v.object({ startTime: v.optional(v.string(), '0001-'), complete: flag, failed: flag, canceled: flag }),
    ),
  }),
)
type DecommissionInfo = NonNullable<v.InferOutput<typeof Pools>[number]['decommissionInfo']>

const stateOf = ({ startTime, complete, failed, canceled }: DecommissionInfo): Decommission | undefined => {
  if (complete) return 'complete'
  if (failed) return 'failed'
  if (canceled) return 'canceled'
  return startTime.startsWith('0001-') ? undefined : 'running'
}

/** Pools, by their index, for which a decommission was started. The server writes no new objects to them. */
export type Decommissions = ReadonlyMap<number, Decommission>

/** Reads which pools are or were decommissioned; empty on servers that were not started with ranges of drives. */
export const readDecommissions = async ({ admin }: Pick<MinioAdapterContext, 'admin'>): Promise<Decommissions> => {
  const list = admin.read(Pools, { method: 'GET', name: 'pools/list', needs: 'admin:ServerInfo' })
  const pools = await fallbackOn(list, ['NotImplemented'], [])
  return new Map(
    pools.flatMap(({ decommissionInfo }, index) => {
      const state = decommissionInfo && stateOf(decommissionInfo)
      return state ? [[index, state] as const] : []
    }),
  )
}

const sum = (...spaces: readonly (UsableSpace | undefined)[]) => ({
  capacity: spaces.reduce((total, space) => total + (space?.capacity ?? 0), 0),
  used: spaces.reduce((total, space) => total + (space?.used ?? 0), 0),
})

/**
 * Space for objects in the pools that take new ones, and the space to leave out of the server's own totals. What a
 * decommission still has to move counts as used. `space` is undefined where it is unknown, see `usableSpace`.
 */
export const spaceInUse = (drives: readonly SetDrive[], parity: number, decommissions: Decommissions) => {
  const inState = (...states: readonly (Decommission | undefined)[]) =>
    usableSpace(
      drives.filter(({ pool_index }) => states.includes(decommissions.get(pool_index))),
      parity,
    )
  const active = inState(undefined)
  const toMove = inState('running', 'failed')
  const left = inState('complete', 'canceled')
  return {
    space: active && { capacity: active.capacity, used: sum(active, toMove).used },
    excluded: { capacity: sum(toMove, left).capacity, used: sum(left).used, drives: drives.length },
  }
}
