import type { Pod } from '../details/contract.ts'

type PodState = Pick<Pod, 'reason' | 'readyContainers' | 'totalContainers'>

const settled = ['Completed', 'Succeeded']
/** Temporary states of a pod. */
const passing = ['Pending', 'Terminating', 'ContainerCreating', 'PodInitializing', 'NotReady', 'SchedulingGated']

/** Whether all containers of a running pod are ready. */
const isReady = ({ reason, readyContainers, totalContainers }: PodState) =>
  reason === 'Running' && readyContainers === totalContainers

/** Tone of a pod's state, the same in every list. */
export const podTone = (pod: PodState) => {
  const { reason } = pod
  if (settled.includes(reason) || isReady(pod)) return 'ok'
  if (reason === '' || reason === 'Unknown') return 'unknown'
  if (reason === 'Running' || passing.includes(reason) || /^Init:\d/.test(reason)) return 'warning'
  return 'danger'
}

/** State of a pod as text: `Running, 1 of 2 ready` if not all of its containers are ready. */
export const podStateText = (pod: PodState) => {
  const { reason, readyContainers, totalContainers } = pod
  if (reason !== 'Running' || isReady(pod)) return reason || 'Unknown'
  return `Running, ${readyContainers} of ${totalContainers} ready`
}
