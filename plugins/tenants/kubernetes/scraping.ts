import type { Resource } from '../../../engines/kubernetes/client.ts'

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
