import { mergePatch, type Resource } from 'stowage/engines/kubernetes'

type Annotations = Readonly<Record<string, string>>

/** Annotations by which the cluster's Prometheus finds a tenant's metrics. */
export const scrapeAnnotations: Annotations = {
  'prometheus.io/path': '/minio/v2/metrics/cluster',
  'prometheus.io/port': '9000',
  'prometheus.io/scrape': 'true',
}

const names = Object.keys(scrapeAnnotations)

type Annotated = { annotations?: Annotations | null } | null | undefined
type Spec = { pools?: Annotated[] | null; poolsMetadata?: Annotated } | null | undefined

/**
 * JSON pointers to the annotations: in the tenant's own metadata, which updates write, and in those of its pools, where
 * some operator releases expect them on creation.
 */
const locationsOf = ({ metadata, spec }: Resource) => {
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

/** Whether the tenant has the annotations in any of these places. */
export const isScraped = (tenant: Resource) =>
  locationsOf(tenant).some(({ annotations }) => names.every((name) => annotations?.[name] !== undefined))

/** JSON Patch operations that remove the annotations from all places. */
export const scrapeRemovals = (tenant: Resource) =>
  locationsOf(tenant).flatMap(({ path, annotations }) =>
    names
      .filter((name) => annotations?.[name] !== undefined)
      .map((name) => ({ op: 'remove' as const, path: `${path}/${name.replace('/', '~1')}` })),
  )

/** Adds the annotations where the operator's release expects them on creation. */
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

/** Removes the annotations from all places. */
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
