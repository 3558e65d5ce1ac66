import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Resource } from '../client.ts'
import { parseQuantity } from '../quantity.ts'
import { randomSuffix } from './admission.ts'
import type { ApiServer } from './api-server.ts'
import { createCertificate } from './certificate.ts'
import { createDirectPvSimulator } from './directpv-simulator.ts'
import type { GroupResource } from './store.ts'
import {
  certificatesOf,
  claimsOf,
  healthOf,
  demoAnnotations,
  type NewResource,
  podsOf,
  poolName,
  servicesOf,
  type Tenant,
} from './tenant-resources.ts'

const coreResource = (plural: string): GroupResource => ({ group: '', plural })
const resources = {
  pods: coreResource('pods'),
  claims: coreResource('persistentvolumeclaims'),
  services: coreResource('services'),
  secrets: coreResource('secrets'),
  events: coreResource('events'),
  quotas: coreResource('resourcequotas'),
  nodes: coreResource('nodes'),
}
const tenants: GroupResource = { group: 'minio.min.io', plural: 'tenants' }
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

const timestamp = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')

/**
 * Simulates the controllers of a cluster in small steps: operator, scheduler, kubelets with drives, and garbage
 * collector. Each step depends only on the stored objects, so a restart continues where the previous run ended.
 */
export const createOperatorSimulator = ({ store, objects, kinds }: ApiServer, clock: () => number) => {
  const format = createDirectPvSimulator(store, clock)

  const create = (resource: GroupResource, namespace: string | undefined, { metadata, ...rest }: NewResource) =>
    store.put(resource, {
      apiVersion: 'v1',
      kind: kindOf[resource.plural] ?? '',
      metadata: {
        ...metadata,
        ...(namespace && { namespace }),
        uid: randomUUID(),
        creationTimestamp: timestamp(clock()),
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
    const at = timestamp(clock())
    create(resources.events, namespace, {
      metadata: { name: `${name}.${randomSuffix()}${randomSuffix()}` },
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
      .list(resources.nodes)
      .flatMap(({ metadata, spec }) =>
        (spec as { taints?: unknown[] } | undefined)?.taints?.length ? [] : [metadata.name],
      )

  /** Creates missing resources; returns whether there were any. */
  const ensure = (resource: GroupResource, namespace: string | undefined, parts: readonly NewResource[]) => {
    const missing = parts.filter(({ metadata }) => !store.get(resource, namespace, metadata.name))
    return missing.map((part) => create(resource, namespace, part))
  }

  const ensureSecret = ({ metadata, spec }: Tenant) => {
    const { name, namespace = '' } = metadata
    const secretName = `${name}-tls`
    if (spec.requestAutoCert === false || store.get(resources.secrets, namespace, secretName)) return
    const { certificate, key } = createCertificate(
      [`minio.${namespace}.svc.cluster.local`, `*.${name}-hl.${namespace}.svc.cluster.local`],
      { from: clock(), to: clock() + 365 * DAY },
    )
    const data = {
      'public.crt': Buffer.from(certificate).toString('base64'),
      'private.key': Buffer.from(key).toString('base64'),
    }
    const ownerReferences = [{ apiVersion: 'minio.min.io/v2', kind: 'Tenant', name, uid: metadata.uid }]
    create(resources.secrets, namespace, { metadata: { name: secretName, ownerReferences }, type: 'Opaque', data })
  }

  const start = (pod: Pod) => {
    const containerStatuses = pod.spec.containers.map(({ name, image }) => ({
      name,
      image,
      ready: true,
      restartCount: 0,
      state: { running: { startedAt: timestamp(clock()) } },
    }))
    const octet = [...pod.metadata.name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_000, 7)
    const podIP = `10.244.${octet >> 8}.${octet & 255}`
    store.put(resources.pods, {
      ...pod,
      status: {
        phase: 'Running',
        podIP,
        startTime: timestamp(clock()),
        conditions: [{ type: 'Ready', status: 'True' }],
        containerStatuses,
      },
    })
    recordEvent(pod, 'Started', 'Started container minio')
  }

  const setState = (tenant: Tenant, currentState: string, rest: object = {}) => {
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
    store.put(tenants, { ...(store.get(tenants, tenant.metadata.namespace, tenant.metadata.name) ?? tenant), status })
  }

  const reconcile = (tenant: Tenant) => {
    const { namespace, name, annotations = {} } = tenant.metadata
    ensureSecret(tenant)
    if (ensure(resources.services, namespace, servicesOf(tenant)).length > 0)
      return setState(tenant, 'Provisioning MinIO Cluster IP Service')
    if (ensure(resources.claims, namespace, claimsOf(tenant)).length > 0)
      return setState(tenant, 'Provisioning MinIO Statefulset')
    const newPods = ensure(resources.pods, namespace, podsOf(tenant, workers()))
    const pendingReason = annotations[demoAnnotations.pending]
    for (const pod of newPods) {
      if (pendingReason) recordEvent(pod, 'FailedScheduling', pendingReason, 'Warning')
      else
        recordEvent(
          pod,
          'Scheduled',
          `Successfully assigned ${namespace}/${pod.metadata.name} to ${(pod as Pod).spec.nodeName}`,
        )
    }
    const pods = store
      .list(resources.pods, namespace)
      .filter(({ metadata }) => metadata.labels?.['v1.min.io/tenant'] === name) as Pod[]
    const waiting = pods.filter(({ status, metadata }) => status.phase === 'Pending' && !metadata.deletionTimestamp)
    if (newPods.length > 0 || waiting.length > 0) {
      if (newPods.length === 0 && !pendingReason) for (const pod of waiting.slice(0, 2)) start(pod)
      return setState(tenant, 'Waiting for Tenant to be healthy')
    }
    const outdatedPod = pods.find(({ spec }) => tenant.spec.image && spec.containers[0]?.image !== tenant.spec.image)
    const certificates = certificatesOf(tenant).projected
    const podToReplace =
      outdatedPod ??
      pods.find(
        ({ spec }) => !isDeepStrictEqual(spec.volumes?.find(({ projected }) => projected)?.projected, certificates),
      )
    if (podToReplace) {
      if (!podToReplace.metadata.deletionTimestamp) remove(resources.pods, podToReplace)
      return setState(tenant, outdatedPod ? 'Updating MinIO Version' : 'Restarting MinIO')
    }
    if (pods.some(({ metadata }) => metadata.deletionTimestamp)) return
    setState(tenant, 'Initialized', {
      ...healthOf(tenant),
      availableReplicas: pods.length,
      pools: tenant.spec.pools.map((pool, index) => ({
        ssName: `${name}-${poolName(pool, index)}`,
        state: 'PoolInitialized',
      })),
    })
  }

  const remove = (resource: GroupResource, object: Resource) => {
    const served = kinds().find(({ group, plural }) => group === resource.group && plural === resource.plural)
    if (served) objects.remove(served, object, {})
  }

  /** Ends terminating pods, releases volumes without a pod, and removes orphans. */
  const collectGarbage = () => {
    for (const pod of store.list(resources.pods)) if (pod.metadata.deletionTimestamp) store.delete(resources.pods, pod)
    const used = new Set(
      (store.list(resources.pods) as Pod[]).flatMap(({ metadata, spec }) =>
        (spec.volumes ?? []).map((volume) => `${metadata.namespace}/${volume.persistentVolumeClaim?.claimName}`),
      ),
    )
    for (const claim of store.list(resources.claims))
      if (claim.metadata.deletionTimestamp && !used.has(`${claim.metadata.namespace}/${claim.metadata.name}`))
        store.delete(resources.claims, claim)
    const namespaces = new Set(store.list(coreResource('namespaces')).map(({ metadata }) => metadata.name))
    const allObjects = store
      .resources()
      .flatMap((resource) => store.list(resource).map((object) => ({ resource, object })))
    const existingUids = new Set(allObjects.map(({ object }) => object.metadata.uid))
    for (const { resource, object } of allObjects) {
      const { ownerReferences = [], namespace } = object.metadata as {
        ownerReferences?: { uid: string }[]
        namespace?: string
      }
      const isOrphan = ownerReferences.length > 0 && !ownerReferences.some(({ uid }) => existingUids.has(uid))
      if (namespace !== undefined && !namespaces.has(namespace)) store.delete(resource, object)
      else if (isOrphan && !object.metadata.deletionTimestamp) remove(resource, object)
    }
  }

  /** Usage of a namespace's resource quota. */
  const updateQuota = (quota: Resource) => {
    const { hard = {} } = (quota.spec ?? {}) as { hard?: Record<string, string> }
    const claims = store.list(resources.claims, quota.metadata.namespace) as (Resource & {
      spec: { storageClassName?: string; resources: { requests: { storage: string } } }
    })[]
    const used = Object.fromEntries(
      Object.keys(hard).map((name) => {
        const [of] = name.split('.storageclass.')
        const sum = claims
          .filter(({ spec }) => spec.storageClassName === of)
          .reduce((all, { spec }) => all + (parseQuantity(spec.resources.requests.storage) ?? 0n), 0n)
        return [name, String(sum)]
      }),
    )
    const status = { hard, used }
    if (!isDeepStrictEqual(status, quota.status)) store.put(resources.quotas, { ...quota, status })
  }

  return {
    recordEvent,
    step: () => {
      collectGarbage()
      for (const tenant of store.list(tenants) as Tenant[]) reconcile(tenant)
      for (const quota of store.list(resources.quotas)) updateQuota(quota)
      format()
    },
  }
}

export type OperatorSimulator = ReturnType<typeof createOperatorSimulator>
