import { Failure } from '../../../../core/failure.ts'
import { mergePatch } from '../../../../engines/kubernetes/merge-patch.ts'
import type { NewPool, PoolChange, SecurityContext } from '../../create/payload.ts'
import { renamePool } from './rename.ts'

type Given = Readonly<Record<string, unknown>>

/** Leaves out what was not said, at any depth; what was said empty on purpose is kept. */
export const said = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(said) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, entry]) =>
      entry === undefined || entry === null ? [] : [[name, said(entry)]],
    ),
  ) as T
}

const empty = (value: object | null | undefined) => !value || Object.keys(value).length === 0

/** Whom pods run as, with the ids as the cluster has them. */
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

/** Bytes as the cluster writes them: `2Gi` where that says all of it. */
const memory = (bytes: number) => {
  const unit = binary.findIndex((_, index) => bytes > 0 && bytes % 1024 ** (binary.length - index) === 0)
  return unit < 0 ? String(bytes) : `${bytes / 1024 ** (binary.length - unit)}${binary[unit]}`
}

type Amounts = { cpu?: number | null | undefined; memory?: number | null | undefined }
const amountsOf = (amounts: Amounts | null | undefined) =>
  amounts && (amounts.cpu || amounts.memory)
    ? { ...(amounts.cpu && { cpu: String(amounts.cpu) }), ...(amounts.memory && { memory: memory(amounts.memory) }) }
    : undefined

/** Rules without any term in them are refused by the cluster: they are left out. */
const affinityOf = (affinity: NewPool['affinity']) => {
  if (!affinity) return undefined
  const { nodeAffinity } = affinity
  const required = nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
  const node = nodeAffinity && {
    ...nodeAffinity,
    requiredDuringSchedulingIgnoredDuringExecution: required?.nodeSelectorTerms.length ? required : undefined,
  }
  const whole = said({ ...affinity, nodeAffinity: node && !empty(said(node)) ? node : undefined })
  return empty(whole) ? undefined : whole
}

const filled = <T extends object>(value: T | null | undefined) => (empty(value) ? undefined : (value ?? undefined))

/** The fields that a request names, as a pool of a tenant has them (operator 2.6). */
const fieldsOf = (pool: PoolChange): Given => {
  const { size, storage_class_name: storageClassName, labels, annotations } = pool.volume_configuration ?? {}
  const requests = amountsOf(pool.resources?.requests)
  const limits = amountsOf(pool.resources?.limits)
  const metadata = said({ labels: filled(labels), annotations: filled(annotations) })
  const claim = said({
    resources: size === undefined ? undefined : { requests: { storage: String(size) } },
    storageClassName: storageClassName || undefined,
  })
  return said({
    servers: pool.servers,
    volumesPerServer: pool.volumes_per_server,
    volumeClaimTemplate: filled(said({ metadata: filled(metadata), spec: filled(claim) })),
    resources: requests || limits ? { requests, limits } : undefined,
    nodeSelector: filled(pool.node_selector),
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

/** A pool as tenants have it. */
export const poolOf = (pool: NewPool, name: string): Given =>
  mergePatch(
    {
      ...{ name, servers: pool.servers, volumesPerServer: pool.volumes_per_server },
      volumeClaimTemplate: { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'] } },
    },
    fieldsOf(pool),
  ) as Given

/**
 * A pool with the fields of a request laid over it. Rules of where pods run are replaced as a whole where others were
 * given, and removed where they were given as `null`.
 */
export const changedPool = (pool: Given, change: PoolChange): Given => {
  const { affinity, nodeSelector, ...fields } = fieldsOf(change)
  const whole = mergePatch(pool, fields) as Given
  if (change.affinity === undefined) return whole
  const { affinity: _, nodeSelector: __, ...rest } = whole
  return { ...rest, ...(affinity !== undefined && { affinity }), ...(nodeSelector !== undefined && { nodeSelector }) }
}

/** A pool like another one of the tenant, with the fields that were given laid over it. */
export const poolLike = (source: { name: string; pool: Given }, change: NewPool, name: string): Given => ({
  ...changedPool(renamePool(source.pool, source.name, name) as Given, change),
  name,
})

/** Why the operator would not take a pool of this size; nothing where it does. */
export const sizeProblem = ({
  servers,
  volumes_per_server: drives,
}: Pick<NewPool, 'servers' | 'volumes_per_server'>) => {
  if (servers * drives >= 4) return undefined
  return `${servers} server${servers === 1 ? '' : 's'} with ${drives} drive${drives === 1 ? '' : 's'} each are too few: a pool needs at least 4 drives`
}

/**
 * Pools by their names; those without one are called `pool-<place>`. Throws `Failure` 400 for a name that comes twice,
 * and for too few drives.
 */
export const poolsOf = (pools: readonly NewPool[]) => {
  const names = pools.map(({ name }, place) => name || `pool-${place}`)
  pools.forEach((pool, place) => {
    const problem = sizeProblem(pool)
    if (problem) throw new Failure(400, `pools.${place}.servers: ${problem}`, { field: `pools.${place}.servers` })
    if (names.indexOf(names[place] ?? '') !== place)
      throw new Failure(400, `pools.${place}.name: there is another pool "${names[place]}"`, {
        field: `pools.${place}.name`,
      })
  })
  return pools.map((pool, place) => poolOf(pool, names[place] ?? ''))
}
