import type { ApiRequest } from '../api.ts'
import type { Resource } from '../client.ts'
import { ApiError } from './api-error.ts'

/** Log of a container: existing lines, and new ones as they are written. */
export type LogSource = (
  pod: Resource,
  container: string,
  run: 'this' | 'previous',
) => { lines: readonly string[]; next(index: number, signal: AbortSignal | undefined): Promise<string> }

type Pod = {
  spec?: { nodeName?: string; containers?: { name: string }[] }
  status?: { phase?: string; containerStatuses?: { name: string; restartCount?: number }[] }
}

type Node = { status?: { conditions?: { type: string; status: string }[] } }

const containerOf = (pod: Resource, containerName: string | undefined) => {
  const names = ((pod as Pod).spec?.containers ?? []).map(({ name }) => name)
  const { name } = pod.metadata
  if (containerName === undefined && names.length > 1)
    throw new ApiError(400, `a container name must be specified for pod ${name}, choose one of: [${names.join(' ')}]`)
  const container = names.find((one) => one === (containerName ?? names[0]))
  if (container === undefined) throw new ApiError(400, `container ${containerName} is not valid for pod ${name}`)
  return container
}

/** Whether the pod runs on a node that reports; only then its log can be read. */
const isReachable = (pod: Resource, nodeAt: (name: string) => Resource | undefined) => {
  const name = (pod as Pod).spec?.nodeName
  if (!name) return false
  const node: (Resource & Node) | undefined = nodeAt(name)
  if (!node) throw new ApiError(404, `nodes "${name}" not found`)
  const ready = (node.status?.conditions ?? []).find(({ type }) => type === 'Ready')
  if (ready && ready.status !== 'True')
    throw new ApiError(
      500,
      `Get "https://${name}:10250/containerLogs/${pod.metadata.namespace}/${pod.metadata.name}": dial tcp: connect: connection refused`,
    )
  return true
}

async function* noLines(): AsyncGenerator<Uint8Array> {}

/** The log of a pod as text: of one container, optionally of its previous run, of the last lines only, or followed. */
export const readLog = (
  pod: Resource,
  { query = {}, signal }: ApiRequest,
  source: LogSource,
  nodeAt: (name: string) => Resource | undefined,
): AsyncIterable<Uint8Array> => {
  const container = containerOf(pod, query.container as string | undefined)
  if (!isReachable(pod, nodeAt)) return noLines()
  const status = (pod as Pod).status
  const restarts = status?.containerStatuses?.find(({ name }) => name === container)?.restartCount ?? 0
  const previous = String(query.previous) === 'true'
  if (previous && restarts === 0)
    throw new ApiError(400, `previous terminated container "${container}" in pod "${pod.metadata.name}" not found`)
  if (status?.phase === 'Pending')
    throw new ApiError(
      400,
      `container "${container}" in pod "${pod.metadata.name}" is waiting to start: ContainerCreating`,
    )
  const { lines, next } = source(pod, container, previous ? 'previous' : 'this')
  const tail = query.tailLines === undefined ? lines.length : Number(query.tailLines)
  const text = lines.slice(Math.max(0, lines.length - tail)).map((one) => `${one}\n`)

  return (async function* () {
    const limit = query.limitBytes === undefined ? Number.POSITIVE_INFINITY : Number(query.limitBytes)
    const all = Buffer.from(text.join(''))
    if (all.length > 0) yield all.subarray(0, limit)
    for (let index = lines.length; String(query.follow) === 'true' && !previous && !signal?.aborted; index += 1) {
      const line = await next(index, signal).catch(() => undefined)
      if (line !== undefined) yield Buffer.from(`${line}\n`)
    }
  })()
}
