import * as v from 'valibot'
import { Failure } from 'stowage'
import { type Client, kindAt, pathOf, type Resource, parseQuantity } from 'stowage/engines/kubernetes'
import type { CreateBackend } from '../../create/backend.ts'
import type { Created } from '../../create/contract.ts'
import type { NewTenant } from '../../create/payload.ts'
import { memoryFor } from '../../sizes/nodes.ts'
import { nextPool } from '../../sizes/pools.ts'
import { UNLIMITED_QUOTA, classSuffix } from '../../sizes/quota.ts'
import { configurationOf } from '../configuration.ts'
import { tenantAt } from '../kind.ts'
import { patchTenant } from '../patch-tenant.ts'
import { cloneOf, differencesOf } from './clone.ts'
import { partsByPool, volumesByPool } from './former-pools.ts'
import { cleanUp, createAll, assertNoConflicts, yamlOf, Stopped, dryRunAll } from './make.ts'
import { missingReferencesOf } from './needs.ts'
import { planOf } from './plan.ts'
import { poolLike, poolOf, sizeProblem } from './pool.ts'
import { askShape, type Shape } from './shape.ts'
import { copyOf, furtherSettings } from './template.ts'
import type { KubernetesAdapterContext } from 'stowage/server'
import * as messages from '../../messages.ts'

const namespaces = kindAt('v1', 'namespaces')
const quotas = kindAt('v1', 'resourcequotas')
const nodes = kindAt('v1', 'nodes')
const classes = kindAt('storage.k8s.io/v1', 'storageclasses')

const amounts = v.fallback(v.record(v.string(), v.unknown()), {})
const Quota = v.object({
  spec: v.fallback(v.object({ hard: amounts }), { hard: {} }),
  status: v.fallback(v.optional(v.object({ hard: amounts, used: amounts })), undefined),
})
const Node = v.object({
  spec: v.fallback(v.object({ taints: v.fallback(v.array(v.object({ key: v.string(), effect: v.string() })), []) }), {
    taints: [],
  }),
  status: v.fallback(v.object({ allocatable: amounts }), { allocatable: {} }),
})
const Pools = v.object({ spec: v.object({ pools: v.array(v.looseObject({ name: v.optional(v.string()) })) }) })

const missing = (error: unknown) => error instanceof Failure && error.status === 404

/** Features supported by the cluster's operator, cached for five minutes. */
export const createShapes = () => {
  let cached: { shape: Shape; until: number } | undefined
  return async (client: Client, now: number) => {
    if (!cached || now >= cached.until) cached = { shape: await askShape(client), until: now + 300_000 }
    return cached.shape
  }
}

const read = (units: unknown) => Number(parseQuantity(units) ?? 0n)

/** Elements of a quota. A new quota has no status yet, so its usage counts as zero. */
const linesOf = (quota: Resource) => {
  const { spec, status } = v.parse(Quota, quota)
  const isNew = Object.keys(status?.hard ?? {}).length === 0
  const { hard, used } = isNew || !status ? { hard: spec.hard, used: undefined } : status
  const elements = Object.keys(hard).flatMap((key) =>
    used && !(key in used) ? [] : [{ name: key, hard: read(hard[key]), used: read(used?.[key] ?? 0) }],
  )
  return { name: quota.metadata.name, elements }
}

/** Creates tenants and pools in a cluster. */
export const createOn = ({ client, sharedInstances, clock }: KubernetesAdapterContext): CreateBackend => {
  const shapes = sharedInstances(createShapes)

  const quotaOf = async (namespace: string, name: string): Promise<Resource | undefined> =>
    client.get(pathOf(quotas, { namespace, name })).catch((error: unknown) => {
      if (missing(error)) return undefined
      throw error
    })

  /** Creates all resources, the tenant last; with `dryRun`, the cluster only validates them. */
  const attempt = async (
    request: Pick<NewTenant, 'idp' | 'over'>,
    objects: readonly Resource[],
    { dryRun, stopped }: { dryRun: boolean; stopped: 'removed' | 'preserved' | undefined },
  ): Promise<Created & { tried?: Resource }> => {
    const tenant = objects.at(-1)
    if (!tenant) throw new TypeError('There is nothing to create')
    let tried: Resource | undefined
    try {
      const before = await assertNoConflicts(client, tenant, request.over ?? [])
      if (dryRun) tried = await dryRunAll(client, objects, before)
      else await createAll(client, objects, { keep: stopped === 'preserved', before })
    } catch (error) {
      if (!stopped || !(error instanceof Stopped)) throw error
      const { message, detail, parts } = error
      return { console: null, stopped: { message, ...(detail && { detail }), parts: [...parts] } }
    }
    const outside = request.idp?.active_directory || request.idp?.oidc
    return {
      console: outside ? null : (request.idp?.keys ?? null),
      ...(outside && { externalIDP: true }),
      ...(dryRun && { yaml: yamlOf(objects) }),
      ...(tried && { tried }),
    }
  }

  return {
    create: async (request, dryRun, stopped) => {
      const { secrets, tenant } = planOf(request, await shapes(client, clock()))
      const { tried: _, ...created } = await attempt(request, [...secrets, tenant], { dryRun, stopped })
      return created
    },

    clone: async (sourceTenant, request, dryRun, stopped) => {
      const [source, shape] = await Promise.all([
        client.get(tenantAt(sourceTenant.namespace, sourceTenant.tenant)),
        shapes(client, clock()),
      ])
      const { carried } = furtherSettings(await configurationOf(client, source))
      const { secrets, tenant } = cloneOf(source, request, shape, carried)
      const { tried, ...created } = await attempt(request, [...secrets, tenant], { dryRun, stopped })
      if (!tried) return created
      // the cluster drops fields unknown to the operator's release
      const differences = differencesOf(source, tried)
      return { ...created, differences, needs: await missingReferencesOf(client, tenant, secrets) }
    },

    cleanUp: (namespace, tenant, uids) => cleanUp(client, namespace, tenant, uids),

    remains: async (namespace, name) => {
      const byPool = await volumesByPool(client, { namespace, name })
      return [...byPool].map(([pool, volumes]) => ({ name: pool, volumes }))
    },

    template: async (namespace, tenant) => copyOf(client, await client.get(tenantAt(namespace, tenant))),

    addPool: async (namespace, tenant, { like, reuse_volumes: reuse, ...pool }) => {
      const path = tenantAt(namespace, tenant)
      const before = await client.get(path)
      const { pools } = v.parse(Pools, before).spec
      const names = pools.map(({ name }, index) => name || `pool-${index}`)
      const parts = await partsByPool(client, before)
      const name = pool.name || nextPool(names, [...parts.keys()])
      const problem = sizeProblem(pool)
      if (problem) throw new Failure(400, `servers: ${problem}`, { field: 'servers' })
      if (names.includes(name)) throw new Failure(409, messages.poolNameInUse(name), { field: 'name' })
      const leftovers = reuse ? undefined : parts.get(name)
      if (leftovers)
        throw new Failure(409, messages.newPoolWouldAttachVolumes(name), {
          field: 'name',
          detail: `${leftovers.slice(0, 4).join(', ')}${leftovers.length > 4 ? ` and ${leftovers.length - 4} more` : ''}`,
        })
      const source = like ? pools[names.indexOf(like)] : undefined
      if (like && !source) throw new Failure(409, messages.templatePoolMissing(like), { field: 'like' })
      const value = like && source ? poolLike({ name: like, pool: source }, pool, name) : poolOf(pool, name)
      await patchTenant(client, path, before, [{ op: 'add', path: '/spec/pools/-', value }])
    },

    createNamespace: async (name) =>
      void (await client.create(pathOf(namespaces), { apiVersion: 'v1', kind: 'Namespace', metadata: { name } })),

    quota: async (namespace, name) => {
      const quota = await quotaOf(namespace, name)
      const { name: called, elements } = quota ? linesOf(quota) : { name: '', elements: [] }
      if (elements.some((one) => one.name.endsWith(classSuffix))) return { name: called, elements }
      if (!quota) await client.get(pathOf(namespaces, { name: namespace }))
      // a quota without class limits all classes together, if it limits storage at all
      const { hard = Number(UNLIMITED_QUOTA), used } = elements.find((one) => one.name === 'requests.storage') ?? {}
      const all = await client.list(pathOf(classes))
      return {
        name: called,
        elements: [
          ...elements,
          ...all.map(({ metadata }) => ({ name: `${metadata.name}${classSuffix}`, hard, ...(used && { used }) })),
        ],
      }
    },

    memory: async (count) => {
      const all = (await client.list(pathOf(nodes))).map((node) => v.parse(Node, node))
      return Number(
        memoryFor(
          all.map(({ spec, status }) => ({ memory: parseQuantity(status.allocatable.memory), taints: spec.taints })),
          count,
        ),
      )
    },

    labels: async () => {
      const byName = new Map<string, Set<string>>()
      for (const { metadata } of await client.list(pathOf(nodes)))
        for (const [label, value] of Object.entries(metadata.labels ?? {}))
          byName.set(label, (byName.get(label) ?? new Set()).add(value))
      return Object.fromEntries([...byName].sort().map(([label, values]) => [label, [...values].sort()]))
    },

    offers: async () => {
      const { log, prometheus } = await shapes(client, clock())
      return { logSearch: log, prometheus }
    },
  }
}
