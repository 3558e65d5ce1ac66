import type { Resource } from '../../../engines/kubernetes/client.ts'
import { mergePatch } from '../../../engines/kubernetes/merge-patch.ts'

type Annotations = Readonly<Record<string, string>>

/** Annotations by which a Prometheus of the cluster finds a tenant's metrics. */
export const scrapeAnnotations: Annotations = {
  'prometheus.io/path': '/minio/v2/metrics/cluster',
  'prometheus.io/port': '9000',
  'prometheus.io/scrape': 'true',
}

const names = Object.keys(scrapeAnnotations)

type Annotated = { annotations?: Annotations | null } | null | undefined
type Spec = { pools?: Annotated[] | null; poolsMetadata?: Annotated } | null | undefined

/**
 * The places of a tenant that may hold these annotations, as JSON pointers: its own metadata, which an update writes,
 * and those of its pools, where the operator of its release takes them when it is created.
 */
const placesOf = ({ metadata, spec }: Resource) => {
  const { pools, poolsMetadata } = (spec as Spec) ?? {}
  return [
    { path: '/metadata/annotations', annotations: metadata.annotations },
    { path: '/spec/poolsMetadata/annotations', annotations: poolsMetadata?.annotations },
    ...(Array.isArray(pools) ? pools : []).map((pool, index) => ({
      path: `/spec/pools/${index}/annotations`,
      annotations: pool?.annotations,
    })),
  ]
}

/** Whether a Prometheus of the cluster is told of a tenant, in whichever place. */
export const isScraped = (tenant: Resource) =>
  placesOf(tenant).some(({ annotations }) => names.every((name) => annotations?.[name] !== undefined))

/** What takes the annotations away, wherever they are. */
export const scrapeRemovals = (tenant: Resource) =>
  placesOf(tenant).flatMap(({ path, annotations }) =>
    names
      .filter((name) => annotations?.[name] !== undefined)
      .map((name) => ({ op: 'remove' as const, path: `${path}/${name.replace('/', '~1')}` })),
  )

/** A tenant that announces its metrics where the operator of its release takes the annotations when it is created. */
export const withScraping = (tenant: Resource, { poolsMetadata: onMetadata }: { poolsMetadata: boolean }): Resource => {
  const { pools, poolsMetadata, ...spec } = tenant.spec as NonNullable<Spec>
  const announcing = <Holder extends Annotated>(holder: Holder) => ({
    ...holder,
    annotations: { ...holder?.annotations, ...scrapeAnnotations },
  })
  return {
    ...tenant,
    spec: onMetadata
      ? { ...spec, pools, poolsMetadata: announcing(poolsMetadata) }
      : { ...spec, pools: (pools ?? []).map(announcing), ...(poolsMetadata && { poolsMetadata }) },
  }
}

/** A tenant without the annotations, wherever they were. */
export const withoutScraping = (tenant: Resource): Resource => {
  const patch = Object.fromEntries(names.map((name) => [name, null]))
  const clean = <Holder>(holder: Holder) =>
    (holder as Annotated)?.annotations ? (mergePatch(holder, { annotations: patch }) as Holder) : holder
  const { pools, poolsMetadata, ...spec } = tenant.spec as NonNullable<Spec>
  return {
    ...tenant,
    metadata: clean(tenant.metadata),
    spec: {
      ...spec,
      ...(pools && { pools: pools.map(clean) }),
      ...(poolsMetadata && { poolsMetadata: clean(poolsMetadata) }),
    },
  }
}
