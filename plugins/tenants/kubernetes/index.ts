import { Failure } from 'stowage'
import { type Change, poll, pathOf } from 'stowage/engines/kubernetes'
import type { TenantList, TenantsBackend } from '../backend.ts'
import type { TenantChange } from '../contract.ts'
import { compareOn } from './compare/adapter.ts'
import { hopOf } from './hop/adapter.ts'
import { createOn } from './create/adapter.ts'
import { detailsOn } from './details.ts'
import { healthOn } from './health/adapter.ts'
import { itemOf } from './item.ts'
import { tenantKind } from './kind.ts'
import { securityOf } from './security/adapter.ts'
import { timelineOn } from './timeline.ts'
import type { KubernetesAdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'

/** If no operator is installed, the cluster does not know the tenant resource and responds with 404. */
const explainMissingOperator = (error: unknown) =>
  error instanceof Failure && error.status === 404
    ? new Failure(404, messages.operatorNotInstalled, {
        detail: messages.tenantCrdMissing,
      })
    : error

const changeOf = (change: Change): TenantChange => {
  if (change.kind === 'all') return { kind: 'all', tenants: change.items.map(itemOf) }
  if (change.kind === 'set') return { kind: 'set', tenant: itemOf(change.item) }
  const { name, namespace = '' } = change.item.metadata
  return { kind: 'deleted', tenant: { name, namespace } }
}

/** Tenants of a cluster. Callers who cannot list tenants cluster-wide get those of the namespaces they can list. */
export default (caller: KubernetesAdapterContext): TenantsBackend => {
  const { client, permissions, homeNamespaces } = caller
  const at = (namespace?: string) => pathOf(tenantKind, { namespace })

  const listed = async (namespace?: string): Promise<TenantList> => {
    const { items, version } = await client.listWithVersion(at(namespace))
    return { tenants: items.map(itemOf), version }
  }

  /** Namespaces whose tenants the caller may list; `undefined` for the whole cluster. */
  const permittedNamespaces = async () => {
    if ((await permissions()).may('k8s:list:tenants.minio.min.io')) return undefined
    const namespaces = await Promise.all(
      homeNamespaces.map(async (home) =>
        (await permissions(home)).may('k8s:list:tenants.minio.min.io') ? [home] : [],
      ),
    )
    return namespaces.flat().length > 0 ? namespaces.flat() : undefined
  }

  const listSome = async (namespaces: readonly string[]): Promise<TenantList> => {
    const lists = await Promise.all(namespaces.map(listed))
    return {
      tenants: lists.flatMap(({ tenants }) => tenants),
      version: lists.length === 1 ? lists[0]?.version : undefined,
    }
  }

  /** All tenant resources the caller may list. */
  const resources = async () => {
    try {
      const namespaces = await permittedNamespaces()
      return namespaces
        ? (await Promise.all(namespaces.map((namespace) => client.list(at(namespace))))).flat()
        : await client.list(at())
    } catch (error) {
      throw explainMissingOperator(error)
    }
  }

  return {
    ...hopOf(caller),
    ...compareOn(caller),
    ...createOn(caller),
    ...detailsOn(caller),
    ...healthOn(caller, resources),
    ...securityOf(caller),
    ...timelineOn(caller),

    list: async (namespace) => {
      try {
        const namespaces = namespace === undefined ? await permittedNamespaces() : [namespace]
        if (!namespaces) return await listed()
        const list = await listSome(namespaces)
        return namespace === undefined ? { ...list, within: namespaces } : list
      } catch (error) {
        throw explainMissingOperator(error)
      }
    },

    async *changes(since, signal) {
      const [namespace, ...others] = (await permittedNamespaces()) ?? []
      try {
        if (others.length > 0)
          for await (const { tenants } of poll(() => listSome([namespace ?? '', ...others]), signal))
            yield { kind: 'all', tenants }
        else for await (const change of caller.watch(at(namespace), { signal, since })) yield changeOf(change)
      } catch (error) {
        throw explainMissingOperator(error)
      }
    },
  }
}
