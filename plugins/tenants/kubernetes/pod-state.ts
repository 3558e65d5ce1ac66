import * as v from 'valibot'
import type { Resource } from 'stowage/engines/kubernetes'

const optionalText = v.fallback(v.string(), '')
const integer = v.fallback(v.number(), 0)
const flag = v.fallback(v.boolean(), false)
const list = <Entry extends v.GenericSchema>(entry: Entry) => v.fallback(v.array(entry), [])
const absent = { running: undefined, waiting: undefined, terminated: undefined }

const Terminated = v.fallback(
  v.optional(v.object({ reason: optionalText, signal: integer, exitCode: integer, message: optionalText })),
  undefined,
)

const Container = v.object({ name: optionalText, restartPolicy: optionalText })

const ContainerStatus = v.object({
  name: optionalText,
  ready: flag,
  started: flag,
  restartCount: integer,
  state: v.fallback(
    v.object({
      running: v.fallback(v.optional(v.object({})), undefined),
      waiting: v.fallback(v.optional(v.object({ reason: optionalText, message: optionalText })), undefined),
      terminated: Terminated,
    }),
    absent,
  ),
  lastState: v.fallback(v.object({ terminated: Terminated }), { terminated: undefined }),
})
type ContainerStatus = v.InferOutput<typeof ContainerStatus>

const noStatus = {
  phase: '',
  reason: '',
  message: '',
  conditions: [],
  initContainerStatuses: [],
  containerStatuses: [],
}

const Pod = v.object({
  spec: v.fallback(v.object({ containers: list(Container), initContainers: list(Container) }), {
    containers: [],
    initContainers: [],
  }),
  status: v.fallback(
    v.object({
      phase: optionalText,
      reason: optionalText,
      message: optionalText,
      conditions: list(
        v.object({ type: optionalText, status: optionalText, reason: optionalText, message: optionalText }),
      ),
      initContainerStatuses: list(ContainerStatus),
      containerStatuses: list(ContainerStatus),
    }),
    noStatus,
  ),
})

export type PodState = {
  /** STATUS as printed by `kubectl get pods`: `Running`, `CrashLoopBackOff`, `Init:Error`, `Terminating`. */
  reason: string
  /** Number of ready containers, including sidecars among the init containers. */
  readyContainers: number
  totalContainers: number
  restarts: number
  /** Why it does not run, if known: `minio ended with exit code 137, OOMKilled`. Otherwise empty. */
  failure: string
  /** First container that fails or is not ready, and the run whose log says why. */
  unready: { container: string; run: 'this' | 'previous' } | undefined
}

/** Length limit of a container's termination message, in characters. */
const MAX_FAILURE_LENGTH = 300

const endOf = ({ reason, signal, exitCode }: NonNullable<ContainerStatus['state']['terminated']>) =>
  reason || (signal ? `Signal:${signal}` : `ExitCode:${exitCode}`)

/** Why a container does not run: how it ended, or for one that waits to restart, how its previous run ended. */
const failureOf = ({ name, state: { waiting, terminated }, lastState }: ContainerStatus) => {
  const ended = terminated ?? (waiting ? lastState.terminated : undefined)
  if (!ended) return waiting?.message ?? ''
  if (ended.exitCode === 0 && !ended.signal && !waiting) return ''
  const how = ended.signal && !ended.exitCode ? `signal ${ended.signal}` : `exit code ${ended.exitCode}`
  // the kubelet uses `Error` for any unknown reason
  const reason = ['', 'Error'].includes(ended.reason) ? '' : `, ${ended.reason}`
  return `${name} ended with ${how}${reason}${ended.message && `: ${ended.message.trim()}`}`
}

/** A container that was started again explains in the log of its previous run why it ended. */
const runOf = ({ state, lastState }: ContainerStatus) =>
  lastState.terminated && !state.terminated ? 'previous' : 'this'

const sum = (statuses: readonly ContainerStatus[]) =>
  statuses.reduce((total, { restartCount }) => total + restartCount, 0)

/**
 * State of a pod by the rules of `kubectl get pods` (printPod in kubernetes/pkg/printers/internalversion/printers.go).
 * The phase alone stays `Running` while a container crashes next to one that runs.
 */
export const podStateOf = (resource: Resource): PodState => {
  const { spec, status } = v.parse(Pod, resource)
  const isTrue = (type: string) => status.conditions.some((one) => one.type === type && one.status === 'True')
  const sidecars = new Set(
    spec.initContainers.filter(({ restartPolicy }) => restartPolicy === 'Always').map(({ name }) => name),
  )
  const isStarted = (one: ContainerStatus) => sidecars.has(one.name) && one.started
  const isDone = ({ state: { terminated } }: ContainerStatus) => terminated !== undefined && terminated.exitCode === 0

  let reason = status.conditions.some((one) => one.type === 'PodScheduled' && one.reason === 'SchedulingGated')
    ? 'SchedulingGated'
    : status.reason || status.phase
  const blockedAt = status.initContainerStatuses.findIndex((one) => !isDone(one) && !isStarted(one))
  const blocked = status.initContainerStatuses[blockedAt]
  const startedInits = blocked ? status.initContainerStatuses.slice(0, blockedAt) : status.initContainerStatuses
  let readyContainers = startedInits.filter((one) => !isDone(one) && one.ready).length
  let restarts = sum(blocked ? [...startedInits, blocked] : startedInits)
  if (blocked) {
    const { terminated, waiting } = blocked.state
    if (terminated) reason = `Init:${endOf(terminated)}`
    else if (waiting?.reason && waiting.reason !== 'PodInitializing') reason = `Init:${waiting.reason}`
    else reason = `Init:${blockedAt}/${spec.initContainers.length}`
  }
  if (!blocked || isTrue('Initialized')) {
    restarts = sum([...startedInits, ...(blocked ? [blocked] : [])].filter(({ name }) => sidecars.has(name)))
    restarts += sum(status.containerStatuses)
    const running = status.containerStatuses.filter(
      ({ ready, state: { running, waiting, terminated } }) =>
        ready && running !== undefined && !waiting?.reason && !terminated,
    )
    readyContainers += running.length
    // kubectl iterates from the last to the first, so that the first container that does not run decides
    for (const { state } of status.containerStatuses.toReversed())
      if (state.waiting?.reason) reason = state.waiting.reason
      else if (state.terminated) reason = endOf(state.terminated)
    if (reason === 'Completed' && running.length > 0) reason = isTrue('Ready') ? 'Running' : 'NotReady'
  }
  if (resource.metadata.deletionTimestamp) {
    if (status.reason === 'NodeLost') reason = 'Unknown'
    else if (status.phase !== 'Failed' && status.phase !== 'Succeeded') reason = 'Terminating'
  }
  const unscheduled = status.conditions.find((one) => one.type === 'PodScheduled' && one.status === 'False')
  const statuses = [...status.initContainerStatuses, ...status.containerStatuses]
  const failing = statuses.find((one) => failureOf(one) !== '')
  const failure = (failing && failureOf(failing)) || unscheduled?.message || status.message
  const unready = failing ?? statuses.find((one) => !one.ready && !isDone(one))
  return {
    reason,
    readyContainers,
    totalContainers: spec.containers.length + sidecars.size,
    restarts,
    failure: failure.slice(0, MAX_FAILURE_LENGTH),
    unready: unready && { container: unready.name, run: runOf(unready) },
  }
}
