import type { ClonedTenant, NewTenant, SecurityContext } from '../../create/payload.ts'
import { contextOf, quantityOf } from './pool.ts'
import type { Shape } from './shape.ts'

const GIB = 1024 ** 3

/** Storage class of log search or Prometheus: the given one, else that of the first pool. */
const classOf = (requested: { storageClass?: string | null | undefined } | null | undefined, { pools }: NewTenant) =>
  requested ? requested.storageClass || pools[0]?.volume_configuration.storage_class_name || '' : ''

const logOf = (tenant: NewTenant) => {
  const requested = tenant.logSearchConfiguration
  const size = requested?.storageSize ?? 5
  return {
    image: requested?.image || undefined,
    securityContext: contextOf(requested?.securityContext),
    audit: { diskCapacityGB: Math.min(10, size) },
    db: {
      image: requested?.postgres_image || undefined,
      initimage: requested?.postgres_init_image || undefined,
      securityContext: contextOf(requested?.postgres_securityContext),
      volumeClaimTemplate: {
        metadata: { name: `${tenant.name}-log` },
        spec: {
          accessModes: ['ReadWriteOnce'],
          resources: { requests: { storage: quantityOf(size * GIB) } },
          storageClassName: classOf(requested, tenant),
        },
      },
    },
  }
}

const prometheusOf = (tenant: NewTenant) => {
  const requested = tenant.prometheusConfiguration
  return {
    image: requested?.image || undefined,
    sidecarimage: requested?.sidecar_image || undefined,
    initimage: requested?.init_image || undefined,
    diskCapacityGB: requested?.storageSize ?? 5,
    storageClassName: classOf(requested, tenant),
    securityContext: contextOf(requested?.securityContext),
  }
}

/**
 * Fields only of operators up to version 4, log search and Prometheus; empty if the cluster's operator no longer
 * supports them.
 */
export const former = (tenant: NewTenant, { log, prometheus }: Pick<Shape, 'log' | 'prometheus'>) => ({
  ...(log && { log: logOf(tenant) }),
  ...(prometheus && { prometheus: prometheusOf(tenant) }),
})

type Records = Pick<ClonedTenant, 'logSearchConfiguration' | 'prometheusConfiguration'>

const contextChange = (context: SecurityContext | null | undefined) => (context === null ? null : contextOf(context))

/** Omits `undefined` fields; `null` is kept, because it removes the field. */
const changed = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Changes of log search and Prometheus, as a merge patch of the tenant. */
export const formerChanges = ({ logSearchConfiguration: log, prometheusConfiguration: metrics }: Records) => ({
  ...(log && {
    log: changed({
      image: log.image || undefined,
      securityContext: contextChange(log.securityContext),
      db: changed({
        image: log.postgres_image || undefined,
        initimage: log.postgres_init_image || undefined,
        securityContext: contextChange(log.postgres_securityContext),
        ...((log.storageSize || log.storageClass) && {
          volumeClaimTemplate: {
            spec: {
              ...(log.storageSize && { resources: { requests: { storage: quantityOf(log.storageSize * GIB) } } }),
              ...(log.storageClass && { storageClassName: log.storageClass }),
            },
          },
        }),
      }),
    }),
  }),
  ...(metrics && {
    prometheus: changed({
      image: metrics.image || undefined,
      sidecarimage: metrics.sidecar_image || undefined,
      initimage: metrics.init_image || undefined,
      diskCapacityGB: metrics.storageSize ?? undefined,
      storageClassName: metrics.storageClass || undefined,
      securityContext: contextChange(metrics.securityContext),
    }),
  }),
})
