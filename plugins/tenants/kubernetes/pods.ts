import * as v from 'valibot'
import { Failure } from 'stowage'
import { kindAt, pathOf, KubernetesError, type Resource } from 'stowage/engines/kubernetes'
import type { DetailsBackend, LogOptions, PodKey } from '../details/backend.ts'
import type { Pod } from '../details/contract.ts'
import { podStateOf } from './pod-state.ts'
import type { KubernetesAdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'

const kinds = { pods: kindAt('v1', 'pods'), events: kindAt('v1', 'events') }

const TENANT = 'v1.min.io/tenant'

const optionalText = v.fallback(v.string(), '')
const named = v.fallback(v.array(v.object({ name: v.string() })), [])

const PodResource = v.object({
  spec: v.fallback(v.object({ nodeName: optionalText, containers: named, initContainers: named }), {
    nodeName: '',
    containers: [],
    initContainers: [],
  }),
  status: v.fallback(v.object({ phase: optionalText, podIP: optionalText }), { phase: '', podIP: '' }),
})

const secondsOf = (time: unknown) => Math.floor((Date.parse(String(time)) || 0) / 1000)

/** `status` is the phase, which older clients expect; `reason` and the counts follow kubectl. */
const podOf = (resource: Resource): Pod => {
  const { spec, status } = v.parse(PodResource, resource)
  const { name, creationTimestamp, deletionTimestamp } = resource.metadata
  const containers = spec.containers.map((container) => container.name)
  return {
    name,
    status: deletionTimestamp ? 'Terminating' : status.phase,
    timeCreated: secondsOf(creationTimestamp),
    podIP: status.podIP,
    node: spec.nodeName,
    ...podStateOf(resource),
    containers: [...containers].sort((a, b) => Number(b === 'minio') - Number(a === 'minio')),
    initContainers: spec.initContainers.map((container) => container.name),
  }
}

/** Time of an event; newer kinds of events store it in other fields. */
export const lastSeenAt = ({ lastTimestamp, series, eventTime, metadata }: Resource) =>
  secondsOf(
    lastTimestamp ??
      (series as { lastObservedTime?: string } | undefined)?.lastObservedTime ??
      eventTime ??
      metadata.creationTimestamp,
  )

/** Longest line, in characters; longer ones are split, so that endless lines cannot exhaust memory. */
const MAX_LINE = 64 * 1024

/** Splits a log into complete lines, in batches as they arrive. */
export async function* linesOf(body: AsyncIterable<Uint8Array>) {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (; rest.length > MAX_LINE; rest = rest.slice(MAX_LINE)) lines.push(rest.slice(0, MAX_LINE))
    for (let at = 0; at < lines.length; at += 500) yield { lines: lines.slice(at, at + 500) }
  }
  if (rest) yield { lines: [rest] }
}

/** Pods of a tenant, selected by their label. */
export const podsOn = ({
  client,
}: KubernetesAdapterContext): Pick<DetailsBackend, 'pods' | 'removePod' | 'events' | 'log'> => {
  const podAt = async ({ namespace, tenant, pod }: PodKey) => {
    const resource = await client.get(pathOf(kinds.pods, { namespace, name: pod }))
    if (resource.metadata.labels?.[TENANT] !== tenant)
      throw new Failure(404, 'not found', { detail: messages.podMissing(tenant, pod) })
    return resource
  }

  async function* log(at: PodKey, { container, tail, follow, previous }: LogOptions, signal: AbortSignal) {
    const pod = await podAt(at)
    // `limitBytes` would cut the newest lines
    const query = {
      container: container || podOf(pod).containers[0],
      tailLines: tail,
      follow: follow === 'yes',
      previous: previous === 'yes',
    }
    const body = await client
      .stream(pathOf(kinds.pods, { namespace: at.namespace, name: at.pod, sub: 'log' }), query, signal)
      .catch((error: unknown) => {
        if (!(error instanceof KubernetesError) || error.status !== 502) throw error
        throw new Failure(502, messages.nodeLogUnavailable(String((pod.spec as { nodeName?: string }).nodeName)), {
          detail: error.detail,
        })
      })
    yield* linesOf(body)
  }

  return {
    pods: async ({ namespace, tenant }) =>
      (await client.list(pathOf(kinds.pods, { namespace }), { labelSelector: `${TENANT}=${tenant}` })).map(podOf),

    removePod: async (at) => {
      const { metadata } = await podAt(at)
      await client.remove(pathOf(kinds.pods, { namespace: at.namespace, name: at.pod }), {
        preconditions: { uid: metadata.uid },
      })
    },

    events: async (at) => {
      const { metadata } = await podAt(at)
      const resources = await client.list(pathOf(kinds.events, { namespace: at.namespace }), {
        fieldSelector: `involvedObject.uid=${metadata.uid}`,
      })
      const podEvents = resources.map((event) => ({
        namespace: event.metadata.namespace ?? '',
        last_seen: lastSeenAt(event),
        event_type: String(event.type ?? ''),
        reason: String(event.reason ?? ''),
        message: String(event.message ?? ''),
      }))
      return podEvents.sort((a, b) => a.last_seen - b.last_seen)
    },

    log,
  }
}
