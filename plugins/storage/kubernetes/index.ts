import * as v from 'valibot'
import { Failure } from 'stowage'
import { kindAt, poll, pathOf } from 'stowage/engines/kubernetes'
import type { StorageBackend } from '../backend.ts'
import { claimChangeOf, claimOf, OWNER } from './claims.ts'
import { directCsi, group as former } from './direct-csi.ts'
import { directPv, group as today } from './directpv.ts'
import { followDrives } from './follow.ts'
import type { Manager } from './drive-manager.ts'
import type { KubernetesAdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'

const kind = kindAt('v1', 'persistentvolumeclaims')
const tenants = { labelSelector: OWNER }

const Groups = v.object({
  groups: v.array(v.object({ name: v.string(), preferredVersion: v.object({ groupVersion: v.string() }) })),
})

const explainMissingManager = (error: unknown) =>
  error instanceof Failure && error.status === 404
    ? new Failure(404, messages.installDirectPv, {
        detail: messages.clusterHasNeitherNor(today, former),
      })
    : error

/**
 * Claims and drives of a cluster. Callers who cannot list claims cluster-wide get those of the namespaces they can
 * list.
 */
export default ({ client, watch, permissions, homeNamespaces }: KubernetesAdapterContext): StorageBackend => {
  const listed = async (namespace?: string) => {
    const { items, version } = await client.listWithVersion(pathOf(kind, { namespace }), tenants)
    return { claims: items.map(claimOf), version }
  }
  const listedIn = async (namespaces: readonly string[]) => {
    const lists = await Promise.all(namespaces.map(listed))
    return {
      claims: lists.flatMap(({ claims }) => claims),
      version: lists.length === 1 ? lists[0]?.version : undefined,
    }
  }

  /** Namespaces whose claims the caller may see; `undefined` for the whole cluster. */
  const permittedNamespaces = async () => {
    const right = 'k8s:list:persistentvolumeclaims'
    if ((await permissions()).may(right)) return undefined
    const permitted = await Promise.all(
      homeNamespaces.map(async (home) => ((await permissions(home)).may(right) ? [home] : [])),
    )
    return permitted.flat().length > 0 ? permitted.flat() : undefined
  }

  /** Falls back to DirectPV if neither is installed, so that callers without permission get a 403 and not a 404. */
  const manager = async (): Promise<Manager> => {
    const { groups } = v.parse(Groups, await client.get('/apis'))
    const versionOf = (name: string) => groups.find((group) => group.name === name)?.preferredVersion.groupVersion
    const [version, before] = [versionOf(today), versionOf(former)]
    return version || !before ? directPv(client, version ?? `${today}/v1beta1`) : directCsi(client, before)
  }

  const ofManager = async <T>(work: (of: Manager) => Promise<T>) => {
    try {
      return await work(await manager())
    } catch (error) {
      throw explainMissingManager(error)
    }
  }

  return {
    claims: async () => {
      const namespaces = await permittedNamespaces()
      return namespaces ? { ...(await listedIn(namespaces)), within: namespaces } : listed()
    },
    async *claimChanges(since, signal) {
      const [namespace, ...others] = (await permittedNamespaces()) ?? []
      if (others.length > 0)
        for await (const { claims } of poll(() => listedIn([namespace ?? '', ...others]), signal))
          yield { kind: 'all', claims }
      else
        for await (const change of watch(pathOf(kind, { namespace }), {
          signal,
          query: tenants,
          since,
        }))
          yield claimChangeOf(change)
    },
    drives: () => ofManager(async (of) => ({ manager: of.name, drives: await of.drives() })),
    async *driveChanges(signal) {
      try {
        yield* followDrives(watch, await manager(), signal)
      } catch (error) {
        throw explainMissingManager(error)
      }
    },
    volumes: () => ofManager((of) => of.volumes()),
    format: (drives, force) => ofManager((of) => of.format(drives, force)),
  }
}
