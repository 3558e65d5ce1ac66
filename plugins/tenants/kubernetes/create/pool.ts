import { Failure } from 'stowage'
import { mergePatch } from 'stowage/engines/kubernetes'
import type { NewPool, PoolChange, SecurityContext } from '../../create/payload.ts'
import { renamePool } from './rename.ts'
import * as messages from '../../messages.ts'

type PoolSpec = Readonly<Record<string, unknown>>

/** Omits `undefined` and `null` at any depth; empty lists and objects stay. */
export const omitNullish = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(omitNullish) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, entry]) =>
      entry === undefined || entry === null ? [] : [[name, omitNullish(entry)]],
    ),
  ) as T
}

const isEmpty = (value: object | null | undefined) => !value || Object.keys(value).length === 0

/** Security context with numeric ids, as Kubernetes expects them. */
export const contextOf = (context: SecurityContext | null | undefined) =>
  context
    ? {
        runAsUser: Number(context.runAsUser),
        runAsGroup: Number(context.runAsGroup),
        fsGroup: Number(context.fsGroup),
        runAsNonRoot: context.runAsNonRoot,
      }
    : undefined

const binary = ['Ei', 'Pi', 'Ti', 'Gi', 'Mi', 'Ki'] as const

/** Kubernetes quantity of a size: `2Gi` if that is exact. */
export const quantityOf = (bytes: number) => {
  const unit = binary.findIndex((_, index) => bytes > 0 && bytes % 1024 ** (binary.length - index) === 0)
  return unit < 0 ? String(bytes) : `${bytes / 1024 ** (binary.length - unit)}${binary[unit]}`
}

type Amounts = { cpu?: number | null | undefined; memory?: number | null | undefined }
const amountsOf = (amounts: Amounts | null | undefined) =>
  amounts && (amounts.cpu || amounts.memory)
    ? {
        ...(amounts.cpu && { cpu: String(amounts.cpu) }),
        ...(amounts.memory && { memory: quantityOf(amounts.memory) }),
      }
    : undefined

/** Omits rules without terms, which the cluster refuses. */
const affinityOf = (affinity: NewPool['affinity']) => {
  if (!affinity) return undefined
  const { nodeAffinity } = affinity
  const required = nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
  const node = nodeAffinity && {
    ...nodeAffinity,
    requiredDuringSchedulingIgnoredDuringExecution: required?.nodeSelectorTerms.length ? required : undefined,
  }
  const defined = omitNullish({ ...affinity, nodeAffinity: node && !isEmpty(omitNullish(node)) ? node : undefined })
  return isEmpty(defined) ? undefined : defined
}

const nonEmpty = <T extends object>(value: T | null | undefined) => (isEmpty(value) ? undefined : (value ?? undefined))

/** Pool fields of the tenant spec that a request sets (operator 2.6). */
const fieldsOf = (pool: PoolChange): PoolSpec => {
  const { size, storage_class_name: storageClassName, labels, annotations } = pool.volume_configuration ?? {}
  const requests = amountsOf(pool.resources?.requests)
  const limits = amountsOf(pool.resources?.limits)
  const metadata = omitNullish({ labels: nonEmpty(labels), annotations: nonEmpty(annotations) })
  const claim = omitNullish({
    resources: size === undefined ? undefined : { requests: { storage: quantityOf(size) } },
    storageClassName: storageClassName || undefined,
  })
  return omitNullish({
    servers: pool.servers,
    volumesPerServer: pool.volumes_per_server,
    volumeClaimTemplate: nonEmpty(omitNullish({ metadata: nonEmpty(metadata), spec: nonEmpty(claim) })),
    resources: requests || limits ? { requests, limits } : undefined,
    nodeSelector: nonEmpty(pool.node_selector),
    affinity: affinityOf(pool.affinity),
    tolerations: pool.tolerations?.length
      ? pool.tolerations.map(({ tolerationSeconds, ...rest }) => ({
          ...rest,
          tolerationSeconds: tolerationSeconds?.seconds,
        }))
      : undefined,
    securityContext: contextOf(pool.securityContext),
  })
}

/** Pool in the format of the tenant spec. */
export const poolOf = (pool: NewPool, name: string): PoolSpec =>
  mergePatch(
    {
      name,
      servers: pool.servers,
      volumesPerServer: pool.volumes_per_server,
      volumeClaimTemplate: { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'] } },
    },
    fieldsOf(pool),
  ) as PoolSpec

/**
 * Pool with the fields of a request applied. Placement rules are replaced as a whole, or removed if given as `null`.
 */
export const changedPool = (pool: PoolSpec, change: PoolChange): PoolSpec => {
  const { affinity, nodeSelector, ...fields } = fieldsOf(change)
  const changed = mergePatch(pool, fields) as PoolSpec
  if (change.affinity === undefined) return changed
  const { affinity: _, nodeSelector: __, ...rest } = changed
  return { ...rest, ...(affinity !== undefined && { affinity }), ...(nodeSelector !== undefined && { nodeSelector }) }
}

/** Copy of another pool of the tenant with the given fields applied. */
export const poolLike = (source: { name: string; pool: PoolSpec }, change: NewPool, name: string): PoolSpec => ({
  ...changedPool(renamePool(source.pool, source.name, name) as PoolSpec, change),
  name,
})

/** Why the operator would refuse a pool of this size; `undefined` if it would not. */
export const sizeProblem = ({
  servers,
  volumes_per_server: drives,
}: Pick<NewPool, 'servers' | 'volumes_per_server'>) => {
  if (servers * drives >= 4) return undefined
  return messages.poolShape(servers, drives)
}

/**
 * Pools with their names; the default is `pool-<index>`. Throws `Failure` 400 for duplicate names, and for too few
 * drives.
 */
export const poolsOf = (pools: readonly NewPool[]) => {
  const names = pools.map(({ name }, index) => name || `pool-${index}`)
  pools.forEach((pool, index) => {
    const problem = sizeProblem(pool)
    if (problem) throw new Failure(400, `pools.${index}.servers: ${problem}`, { field: `pools.${index}.servers` })
    if (names.indexOf(names[index] ?? '') !== index)
      throw new Failure(400, messages.poolNameNotUnique(index, names[index]), {
        field: `pools.${index}.name`,
      })
  })
  return pools.map((pool, index) => poolOf(pool, names[index] ?? ''))
}
