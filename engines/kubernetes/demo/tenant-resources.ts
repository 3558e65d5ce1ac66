import type { Resource } from '../client.ts'
import { parseQuantity } from '../quantity.ts'

/** A tenant as the simulated operator reads it. */
export type Tenant = Resource & {
  spec: {
    image?: string
    requestAutoCert?: boolean
    externalCertSecret?: { name: string }[]
    externalCaCertSecret?: { name: string }[]
    exposeServices?: { minio?: boolean; console?: boolean }
    pools: {
      /** Operators up to 4 allow unnamed pools. */
      name?: string
      servers: number
      volumesPerServer: number
      volumeClaimTemplate: { metadata?: { name?: string }; spec?: Claim }
    }[]
  }
}

type Claim = { storageClassName?: string; resources?: { requests?: { storage?: string | number } } }

/** Annotations of seeded tenants that the simulation cannot derive: state, and what prevents a start. */
export const demoAnnotations = {
  health: 'demo.stowage/health',
  offline: 'demo.stowage/offline',
  used: 'demo.stowage/used',
  pending: 'demo.stowage/pending',
} as const

export type NewResource = {
  metadata: { name: string; labels?: Record<string, string> } & Record<string, unknown>
  [other: string]: unknown
}

const labelsOf = (tenant: Tenant) => ({ 'v1.min.io/tenant': tenant.metadata.name })

const ownedBy = ({ metadata }: Tenant) => ({
  ownerReferences: [
    {
      apiVersion: 'minio.min.io/v2',
      kind: 'Tenant',
      name: metadata.name,
      uid: metadata.uid,
      controller: true,
      blockOwnerDeletion: true,
    },
  ],
})

type Pool = Tenant['spec']['pools'][number]

/** Pool name in resource names; the operator numbers unnamed pools. */
export const poolName = ({ name }: Pool, index: number) => name ?? `ss-${index}`

const claimName = ({ metadata, spec }: Tenant, pool: Pool, server: number, drive: number) =>
  `${pool.volumeClaimTemplate.metadata?.name ?? 'data'}${drive}-${metadata.name}-${poolName(pool, spec.pools.indexOf(pool))}-${server}`

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

export const servicesOf = (tenant: Tenant): NewResource[] => {
  const { name } = tenant.metadata
  const { minio, console: own } = tenant.spec.exposeServices ?? {}
  const tls = tenant.spec.requestAutoCert !== false
  const service = (serviceName: string, port: number, exposed = false): NewResource => ({
    metadata: { name: serviceName, labels: labelsOf(tenant), ...ownedBy(tenant) },
    spec: {
      type: exposed ? 'LoadBalancer' : 'ClusterIP',
      selector: labelsOf(tenant),
      ports: [{ name: tls ? `https-${serviceName}` : `http-${serviceName}`, port, targetPort: port }],
    },
    status: {
      loadBalancer: exposed
        ? {
            ingress: [
              { hostname: `${serviceName === 'minio' ? 's3' : 'console'}.${tenant.metadata.namespace}.example` },
            ],
          }
        : {},
    },
  })
  return [
    service('minio', tls ? 443 : 80, minio),
    service(`${name}-console`, tls ? 9443 : 9090, own),
    service(`${name}-hl`, 9000),
  ]
}

/** Volume claims of a tenant's drives, already bound. */
export const claimsOf = (tenant: Tenant): NewResource[] =>
  tenant.spec.pools.flatMap((pool, index) =>
    range(pool.servers).flatMap((server) =>
      range(pool.volumesPerServer).map((drive) => {
        const { spec } = pool.volumeClaimTemplate
        const name = claimName(tenant, pool, server, drive)
        return {
          metadata: {
            name,
            labels: { ...labelsOf(tenant), 'v1.min.io/pool': poolName(pool, index) },
            finalizers: ['kubernetes.io/pvc-protection'],
          },
          spec: { accessModes: ['ReadWriteOnce'], ...spec, volumeName: `pvc-${name}` },
          status: {
            phase: 'Bound',
            accessModes: ['ReadWriteOnce'],
            capacity: { storage: spec?.resources?.requests?.storage },
          },
        }
      }),
    ),
  )

/** Certificate mounts of a tenant's pods: a change replaces the pods. */
export const certificatesOf = ({ metadata, spec }: Tenant) => ({
  name: 'certificates',
  projected: {
    sources: [
      ...(spec.requestAutoCert === false ? [] : [{ name: `${metadata.name}-tls` }]),
      ...(spec.externalCertSecret ?? []),
      ...(spec.externalCaCertSecret ?? []),
    ].map(({ name }) => ({ secret: { name } })),
  },
})

export const podsOf = (tenant: Tenant, nodes: readonly string[]): NewResource[] => {
  const { metadata, spec } = tenant
  return spec.pools.flatMap((pool, at) =>
    range(pool.servers).map((server) => ({
      metadata: {
        name: `${metadata.name}-${poolName(pool, at)}-${server}`,
        labels: {
          ...labelsOf(tenant),
          'v1.min.io/pool': poolName(pool, at),
          'v1.min.io/console': `${metadata.name}-console`,
        },
        ...ownedBy(tenant),
      },
      spec: {
        ...(metadata.annotations?.[demoAnnotations.pending] === undefined && {
          nodeName: nodes[(at * 4 + server) % nodes.length],
        }),
        containers: [
          { name: 'minio', image: spec.image ?? 'quay.io/minio/minio' },
          { name: 'sidecar', image: 'quay.io/minio/operator-sidecar:v7.0.1' },
        ],
        volumes: [
          ...range(pool.volumesPerServer).map((drive) => ({
            name: `data${drive}`,
            persistentVolumeClaim: { claimName: claimName(tenant, pool, server, drive) },
          })),
          certificatesOf(tenant),
        ],
      },
      status: { phase: 'Pending', qosClass: 'Burstable' },
    })),
  )
}

/** Health of a running tenant as the operator reports it. */
export const healthOf = (tenant: Tenant) => {
  const { metadata, spec } = tenant
  const own = metadata.annotations ?? {}
  const drives = spec.pools.reduce((sum, { servers, volumesPerServer }) => sum + servers * volumesPerServer, 0)
  const raw = spec.pools.reduce(
    (sum, { servers, volumesPerServer, volumeClaimTemplate }) =>
      sum +
      servers *
        volumesPerServer *
        Number(parseQuantity(volumeClaimTemplate.spec?.resources?.requests?.storage ?? 0) ?? 0n),
    0,
  )
  const [offline, used] = [Number(own[demoAnnotations.offline] ?? 0), Number(own[demoAnnotations.used] ?? 0)]
  const setSize = Math.min(16, drives)
  const parity = setSize >= 8 ? 4 : setSize >= 6 ? 3 : Math.floor(setSize / 2)
  const capacity = Math.floor((raw * (setSize - parity)) / setSize)
  return {
    healthStatus: own[demoAnnotations.health] ?? 'green',
    drivesOnline: drives - offline,
    drivesOffline: offline,
    drivesHealing: 0,
    writeQuorum: setSize - parity + (setSize === 2 * parity ? 1 : 0),
    usage: { capacity, usage: Math.floor(capacity * used), rawCapacity: raw, rawUsage: Math.floor(raw * used) },
  }
}
