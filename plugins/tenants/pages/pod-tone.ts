import type { Pod } from '../details/contract.ts'

type PodState = Pick<Pod, 'reason' | 'readyContainers' | 'totalContainers'>

const settled = ['Completed', 'Succeeded']
/** States that a pod passes through by itself. */
const passing = ['Pending', 'Terminating', 'ContainerCreating', 'PodInitializing', 'NotReady', 'SchedulingGated']

/** Whether all containers of a pod that runs serve requests. */
export const isReady = ({ reason, readyContainers, totalContainers }: PodState) =>
  reason === 'Running' && readyContainers === totalContainers

/** Tone of a pod's state, the same in every list. */
export const podTone = (pod: PodState) => {
  const { reason } = pod
  if (settled.includes(reason) || isReady(pod)) return 'ok'
  if (reason === '' || reason === 'Unknown') return 'unknown'
  if (reason === 'Running' || passing.includes(reason) || /^Init:\d/.test(reason)) return 'warning'
  return 'danger'
}

/** State of a pod in words: `Running, 1 of 2 ready` where it runs and not all of its containers are ready. */
export const podStateText = (pod: PodState) => {
  const { reason, readyContainers, totalContainers } = pod
  if (reason !== 'Running' || isReady(pod)) return reason || 'Unknown'
  return `Running, ${readyContainers} of ${totalContainers} ready`
}
