import * as v from 'valibot'
import { type Action, Failure } from 'stowage'
import { type KubernetesAdapterContext, pMap } from 'stowage/server'
import { kindAt, pathOf, type Resource } from 'stowage/engines/kubernetes'
import type { HealthBackend } from '../../health/backend.ts'
import type { TenantHealth } from '../../health/contract.ts'
import { itemOf } from '../item.ts'
import { podStateOf } from '../pod-state.ts'
import { tenantAt } from '../kind.ts'
import { expirationsOf, readExpirations } from './certificates.ts'

const pods = kindAt('v1', 'pods')
const TENANT = 'v1.min.io/tenant'

/** Concurrent requests to the cluster. */
const limited = { concurrency: 8 }

const integer = v.fallback(v.optional(v.number()), undefined)
const Status = v.fallback(
  v.object({ status: v.object({ drivesOffline: integer, drivesHealing: integer, drivesOnline: integer }) }),
  { status: {} },
)

const podSummaryOf = (resource: Resource) => {
  const { reason: status, restarts, readyContainers, totalContainers, failure } = podStateOf(resource)
  return { name: resource.metadata.name, status, restarts, readyContainers, totalContainers, failure }
}

/** Whether a pod runs with all containers ready and has never restarted; completed pods count as well. */
const isHealthy = ({ status, restarts, readyContainers, totalContainers }: ReturnType<typeof podSummaryOf>) =>
  restarts === 0 &&
  (['Completed', 'Succeeded'].includes(status) || (status === 'Running' && readyContainers === totalContainers))

const keyOf = (namespace: string | undefined, name: string | undefined) => `${namespace}/${name}`

const drivesOf = (tenant: Resource): TenantHealth['drives'] => {
  const { drivesOnline, drivesOffline, drivesHealing } = v.parse(Status, tenant).status
  return drivesOnline === undefined && drivesOffline === undefined
    ? undefined
    : { offline: drivesOffline ?? 0, healing: drivesHealing ?? 0 }
}

/** Health of the tenants that `listed` returns; each part only if the cluster permits the caller to read it. */
export const healthOn = (
  { client, permissions }: KubernetesAdapterContext,
  listed: () => Promise<Resource[]>,
): HealthBackend => {
  /** Namespaces in which the caller may perform an action. */
  const allowed = async (action: Action, namespaces: readonly string[]): Promise<readonly string[]> => {
    if ((await permissions()).may(action)) return namespaces
    const may = await pMap(namespaces, async (namespace) => (await permissions(namespace)).may(action), limited)
    return namespaces.filter((_, index) => may[index])
  }

  /** Unhealthy pods with the key of their tenant; `undefined` if the cluster refuses the list after all. */
  const podsIn = async (namespace: string) => {
    const unhealthyPods: [key: string, pod: ReturnType<typeof podSummaryOf>][] = []
    try {
      for await (const pod of client.each(pathOf(pods, { namespace }), { labelSelector: TENANT })) {
        const summary = podSummaryOf(pod)
        if (!isHealthy(summary))
          unhealthyPods.push([keyOf(pod.metadata.namespace, pod.metadata.labels?.[TENANT]), summary])
      }
      return unhealthyPods
    } catch (error) {
      if (error instanceof Failure && error.status === 403) return undefined
      throw error
    }
  }

  /**
   * Returns a lookup of a tenant's unhealthy pods, which is `undefined` if the caller may not list pods. Pages of one
   * list are read sequentially, lists of several namespaces concurrently.
   */
  const readUnhealthyPods = async (namespaces: readonly string[]) => {
    const allowedNamespaces = await allowed('k8s:list:pods', namespaces)
    const lists = await pMap(allowedNamespaces, podsIn, limited)
    const readable = new Set(allowedNamespaces.filter((_, index) => lists[index]))
    const podsByTenant = new Map<string, ReturnType<typeof podSummaryOf>[]>()
    for (const [key, pod] of lists.flatMap((list) => list ?? []))
      podsByTenant.set(key, [...(podsByTenant.get(key) ?? []), pod])
    return ({ namespace = '', name }: Resource['metadata']) =>
      readable.has(namespace) ? (podsByTenant.get(keyOf(namespace, name)) ?? []) : undefined
  }

  const readCertificates = async (tenants: readonly Resource[], namespaces: readonly string[]) => {
    const allowedNamespaces = new Set(await allowed('k8s:get:secrets', namespaces))
    const read = async (tenant: Resource) =>
      allowedNamespaces.has(tenant.metadata.namespace ?? '') ? expirationsOf(client, tenant) : undefined
    return pMap(tenants, read, limited)
  }

  return {
    expirations: async (namespace, name) => readExpirations(client, await client.get(tenantAt(namespace, name))),
    health: async (parts) => {
      const tenants = await listed()
      if (parts === 'own') return tenants.map((resource) => ({ tenant: itemOf(resource), drives: drivesOf(resource) }))
      const namespaces = [...new Set(tenants.map(({ metadata }) => metadata.namespace ?? ''))]
      const [podsOf, certificates] = await Promise.all([
        readUnhealthyPods(namespaces),
        readCertificates(tenants, namespaces),
      ])
      return tenants.map((resource, index) => ({
        tenant: itemOf(resource),
        drives: drivesOf(resource),
        certificates: certificates[index],
        pods: podsOf(resource.metadata),
      }))
    },
  }
}
