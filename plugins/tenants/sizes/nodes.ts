import { Failure } from 'stowage'
import * as messages from '../messages.ts'

/** Allocatable memory of a node in bytes, and its taints. */
export type Node = { memory: bigint | undefined; taints: readonly { key: string; effect: string }[] }

const controlPlaneTaints = ['node-role.kubernetes.io/master', 'node-role.kubernetes.io/control-plane']

/** Maximum number of bytes that each of `count` nodes can provide (operator 3.7); 0 if there are fewer nodes. */
export const bytesPerNode = (sizes: readonly bigint[], count: number): bigint => {
  const sorted = [...sizes].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  return count < 1 ? 0n : (sorted[sorted.length - count] ?? 0n)
}

/**
 * Maximum memory that each of this many nodes can give a tenant, in bytes. Throws `Failure` 507 if there are too few
 * nodes.
 */
export const memoryFor = (nodes: readonly Node[], count: number): bigint => {
  const free = (...effects: string[]) =>
    nodes.filter(({ taints }) => !taints.some(({ effect }) => effects.includes(effect)))
  const workers = nodes.filter(({ taints }) => !taints.some(({ key }) => controlPlaneTaints.includes(key))).length
  const schedulable = free('NoSchedule').length
  if (count < 4) throw new Failure(507, messages.tooFewNodesRequested)
  if (workers < count)
    throw new Failure(507, messages.notEnoughNodes, {
      detail: messages.nodesRequested(workers, count),
    })
  if (schedulable < count) {
    const why = workers === count ? messages.notEnoughSchedulableNodes : messages.tooManyNodesRequested
    throw new Failure(507, why, { detail: messages.schedulableNodes(schedulable, count) })
  }
  return bytesPerNode(
    free('NoSchedule', 'NoExecute').flatMap(({ memory }) => (memory === undefined ? [] : [memory])),
    count,
  )
}
