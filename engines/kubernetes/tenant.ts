import * as v from 'valibot'
import { kindAt, pathOf, type Resource } from './client.ts'
import { unitsOf } from './quantity.ts'

/** The kind of tenants, which the operators of all generations serve. */
export const tenantKind = kindAt('minio.min.io/v2', 'tenants')

/** A tenant's place in the cluster. */
export const tenantAt = (namespace: string, name: string) => pathOf(tenantKind, { namespace, name })

const whole = v.fallback(v.number(), 0)

const Pools = v.fallback(
  v.object({
    spec: v.object({
      pools: v.array(
        v.object({
          servers: whole,
          volumesPerServer: whole,
          volumeClaimTemplate: v.fallback(
            v.object({
              spec: v.object({
                resources: v.object({ requests: v.object({ storage: v.union([v.string(), v.number()]) }) }),
              }),
            }),
            { spec: { resources: { requests: { storage: 0 } } } },
          ),
        }),
      ),
    }),
  }),
  { spec: { pools: [] } },
)

/**
 * A tenant's pools: how many servers and volumes of what size, in bytes; what is not of its shape counts as nothing.
 */
export const poolsOf = (tenant: Resource) =>
  v.parse(Pools, tenant).spec.pools.map(({ servers, volumesPerServer, volumeClaimTemplate }) => ({
    servers,
    volumes: servers * volumesPerServer,
    size: unitsOf(volumeClaimTemplate.spec.resources.requests.storage) ?? 0n,
  }))

/** What a tenant's volumes come to, in bytes (operator 3.1). */
export const sizeOf = (tenant: Resource): bigint =>
  poolsOf(tenant).reduce((sum, { volumes, size }) => sum + BigInt(Math.trunc(volumes)) * size, 0n)
