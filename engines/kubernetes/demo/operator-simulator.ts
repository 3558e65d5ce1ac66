import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Resource } from '../client.ts'
import { unitsOf } from '../quantity.ts'
import { fiveLetters } from './admission.ts'
import type { ApiServer } from './api-server.ts'
import { certify } from './certificate.ts'
import { createFormatter } from './formatting.ts'
import type { Sort } from './store.ts'
import {
  certificatesOf,
  claimsOf,
  healthOf,
  marks,
  type Part,
  podsOf,
  poolName,
  servicesOf,
  type Tenant,
} from './tenant-parts.ts'

const core = (plural: string): Sort => ({ group: '', plural })
const sorts = {
  pods: core('pods'),
  claims: core('persistentvolumeclaims'),
  services: core('services'),
  secrets: core('secrets'),
  events: core('events'),
  quotas: core('resourcequotas'),
  nodes: core('nodes'),
}
const tenants: Sort = { group: 'minio.min.io', plural: 'tenants' }
const kindOf: Readonly<Record<string, string>> = {
  pods: 'Pod',
  persistentvolumeclaims: 'PersistentVolumeClaim',
  services: 'Service',
  secrets: 'Secret',
  events: 'Event',
}

const DAY = 86_400_000

type Pod = Resource & {
  spec: {
    nodeName?: string
    containers: { name: string; image: string }[]
    volumes?: { persistentVolumeClaim?: { claimName: string }; projected?: object }[]
  }
  status: { phase: string }
}

const stampOf = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')

/**
 * Simulates the controllers of a cluster in small steps: operator, scheduler, kubelets with drives, and garbage
 * collector. Each step depends only on the stored objects, so a restart continues where the previous run ended.
 */
export const createOperatorSimulator = ({ store, objects, kinds }: ApiServer, clock: () => number) => {
  const format = createFormatter(store, clock)

  const make = (sort: Sort, namespace: string | undefined, { metadata, ...rest }: Part) =>
    store.put(sort, {
      apiVersion: 'v1',
      kind: kindOf[sort.plural] ?? '',
      metadata: {
        ...metadata,
        ...(namespace && { namespace }),
        uid: randomUUID(),
        creationTimestamp: stampOf(clock()),
      },
      ...rest,
    } as Resource)

  /** Records a Kubernetes event of an object. */
  const recordEvent = (
    { kind, apiVersion, metadata }: Resource,
    reason: string,
    message: string,
    type: 'Normal' | 'Warning' = 'Normal',
  ) => {
    const { name, namespace, uid } = metadata
    const at = stampOf(clock())
    make(sorts.events, namespace, {
      metadata: { name: `${name}.${fiveLetters()}${fiveLetters()}` },
      involvedObject: { kind, apiVersion, name, namespace, uid },
      reason,
      message,
      type,
      count: 1,
      firstTimestamp: at,
      lastTimestamp: at,
      source: { component: kind === 'Tenant' ? 'minio-operator' : 'kubelet' },
    })
  }

  const workers = () =>
    store
      .all(sorts.nodes)
      .flatMap(({ metadata, spec }) =>
        (spec as { taints?: unknown[] } | undefined)?.taints?.length ? [] : [metadata.name],
      )

  /** Creates missing resources; returns whether there were any. */
  const ensure = (sort: Sort, namespace: string | undefined, parts: readonly Part[]) => {
    const missing = parts.filter(({ metadata }) => !store.one(sort, namespace, metadata.name))
    return missing.map((part) => make(sort, namespace, part))
  }

  const ensureSecret = ({ metadata, spec }: Tenant) => {
    const { name, namespace = '' } = metadata
    const called = `${name}-tls`
    if (spec.requestAutoCert === false || store.one(sorts.secrets, namespace, called)) return
    const { certificate, key } = certify(
      [`minio.${namespace}.svc.cluster.local`, `*.${name}-hl.${namespace}.svc.cluster.local`],
      { from: clock(), to: clock() + 365 * DAY },
    )
    const data = {
      'public.crt': Buffer.from(certificate).toString('base64'),
      'private.key': Buffer.from(key).toString('base64'),
    }
    const ownerReferences = [{ apiVersion: 'minio.min.io/v2', kind: 'Tenant', name, uid: metadata.uid }]
    make(sorts.secrets, namespace, { metadata: { name: called, ownerReferences }, type: 'Opaque', data })
  }

  const start = (pod: Pod) => {
    const containerStatuses = pod.spec.containers.map(({ name, image }) => ({
      name,
      image,
      ready: true,
      restartCount: 0,
      state: { running: { startedAt: stampOf(clock()) } },
    }))
    const octet = [...pod.metadata.name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_000, 7)
    const podIP = `10.244.${octet >> 8}.${octet & 255}`
    store.put(sorts.pods, {
      ...pod,
      status: {
        phase: 'Running',
        podIP,
        startTime: stampOf(clock()),
        conditions: [{ type: 'Ready', status: 'True' }],
        containerStatuses,
      },
    })
    recordEvent(pod, 'Started', 'Started container minio')
  }

  const state = (tenant: Tenant, currentState: string, rest: object = {}) => {
    const status = {
      ...(tenant.status as object | undefined),
      currentState,
      availableReplicas: 0,
      revision: 0,
      syncVersion: 'v6.0.0',
      certificates: {},
      ...rest,
    }
    if (isDeepStrictEqual(status, tenant.status)) return
    if ((tenant.status as { currentState?: string } | undefined)?.currentState !== currentState)
      recordEvent(tenant, 'Reconciled', currentState)
    store.put(tenants, { ...(store.one(tenants, tenant.metadata.namespace, tenant.metadata.name) ?? tenant), status })
  }

  const reconcile = (tenant: Tenant) => {
    const { namespace, name, annotations = {} } = tenant.metadata
    ensureSecret(tenant)
    if (ensure(sorts.services, namespace, servicesOf(tenant)).length > 0)
      return state(tenant, 'Provisioning MinIO Cluster IP Service')
    if (ensure(sorts.claims, namespace, claimsOf(tenant)).length > 0)
      return state(tenant, 'Provisioning MinIO Statefulset')
    const fresh = ensure(sorts.pods, namespace, podsOf(tenant, workers()))
    const heldReason = annotations[marks.pending]
    for (const pod of fresh) {
      if (heldReason) recordEvent(pod, 'FailedScheduling', heldReason, 'Warning')
      else
        recordEvent(
          pod,
          'Scheduled',
          `Successfully assigned ${namespace}/${pod.metadata.name} to ${(pod as Pod).spec.nodeName}`,
        )
    }
    const pods = store
      .all(sorts.pods, namespace)
      .filter(({ metadata }) => metadata.labels?.['v1.min.io/tenant'] === name) as Pod[]
    const waiting = pods.filter(({ status, metadata }) => status.phase === 'Pending' && !metadata.deletionTimestamp)
    if (fresh.length > 0 || waiting.length > 0) {
      if (fresh.length === 0 && !heldReason) for (const pod of waiting.slice(0, 2)) start(pod)
      return state(tenant, 'Waiting for Tenant to be healthy')
    }
    const older = pods.find(({ spec }) => tenant.spec.image && spec.containers[0]?.image !== tenant.spec.image)
    const certificates = certificatesOf(tenant).projected
    const behind =
      older ??
      pods.find(
        ({ spec }) => !isDeepStrictEqual(spec.volumes?.find(({ projected }) => projected)?.projected, certificates),
      )
    if (behind) {
      if (!behind.metadata.deletionTimestamp) remove(sorts.pods, behind)
      return state(tenant, older ? 'Updating MinIO Version' : 'Restarting MinIO')
    }
    if (pods.some(({ metadata }) => metadata.deletionTimestamp)) return
    state(tenant, 'Initialized', {
      ...healthOf(tenant),
      availableReplicas: pods.length,
      pools: tenant.spec.pools.map((pool, index) => ({
        ssName: `${name}-${poolName(pool, index)}`,
        state: 'PoolInitialized',
      })),
    })
  }

  const remove = (sort: Sort, object: Resource) => {
    const served = kinds().find(({ group, plural }) => group === sort.group && plural === sort.plural)
    if (served) objects.remove(served, object, {})
  }

  /** Ends terminating pods, releases volumes without a pod, and removes orphans. */
  const collect = () => {
    for (const pod of store.all(sorts.pods)) if (pod.metadata.deletionTimestamp) store.drop(sorts.pods, pod)
    const used = new Set(
      (store.all(sorts.pods) as Pod[]).flatMap(({ metadata, spec }) =>
        (spec.volumes ?? []).map((volume) => `${metadata.namespace}/${volume.persistentVolumeClaim?.claimName}`),
      ),
    )
    for (const claim of store.all(sorts.claims))
      if (claim.metadata.deletionTimestamp && !used.has(`${claim.metadata.namespace}/${claim.metadata.name}`))
        store.drop(sorts.claims, claim)
    const namespaces = new Set(store.all(core('namespaces')).map(({ metadata }) => metadata.name))
    const everything = store.sorts().flatMap((sort) => store.all(sort).map((object) => ({ sort, object })))
    const alive = new Set(everything.map(({ object }) => object.metadata.uid))
    for (const { sort, object } of everything) {
      const { ownerReferences = [], namespace } = object.metadata as {
        ownerReferences?: { uid: string }[]
        namespace?: string
      }
      const lost = ownerReferences.length > 0 && !ownerReferences.some(({ uid }) => alive.has(uid))
      if (namespace !== undefined && !namespaces.has(namespace)) store.drop(sort, object)
      else if (lost && !object.metadata.deletionTimestamp) remove(sort, object)
    }
  }

  /** Usage of a namespace's resource quota. */
  const count = (quota: Resource) => {
    const { hard = {} } = (quota.spec ?? {}) as { hard?: Record<string, string> }
    const claims = store.all(sorts.claims, quota.metadata.namespace) as (Resource & {
      spec: { storageClassName?: string; resources: { requests: { storage: string } } }
    })[]
    const used = Object.fromEntries(
      Object.keys(hard).map((name) => {
        const [of] = name.split('.storageclass.')
        const sum = claims
          .filter(({ spec }) => spec.storageClassName === of)
          .reduce((all, { spec }) => all + (unitsOf(spec.resources.requests.storage) ?? 0n), 0n)
        return [name, String(sum)]
      }),
    )
    const status = { hard, used }
    if (!isDeepStrictEqual(status, quota.status)) store.put(sorts.quotas, { ...quota, status })
  }

  return {
    tell: recordEvent,
    step: () => {
      collect()
      for (const tenant of store.all(tenants) as Tenant[]) reconcile(tenant)
      for (const quota of store.all(sorts.quotas)) count(quota)
      format()
    },
  }
}

export type OperatorSimulator = ReturnType<typeof createOperatorSimulator>
