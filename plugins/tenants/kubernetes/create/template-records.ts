import * as v from 'valibot'
import type { InferInput } from 'valibot'
import { type Resource, parseQuantity } from 'stowage/engines/kubernetes'
import { fieldsFrom, SecurityContext } from '../../create/security-context.ts'
import type { steps } from '../../create/steps.ts'

type Steps = { [Name in 'configure' | 'images']: Partial<InferInput<(typeof steps)[Name]>> }

const image = v.fallback(v.optional(v.string()), undefined)
const Claim = v.object({
  spec: v.object({
    storageClassName: v.fallback(v.string(), ''),
    resources: v.object({ requests: v.object({ storage: v.union([v.string(), v.number()]) }) }),
  }),
})
const Records = v.object({
  log: v.fallback(
    v.optional(
      v.object({
        image,
        securityContext: SecurityContext,
        db: v.object({ image, initimage: image, securityContext: SecurityContext, volumeClaimTemplate: Claim }),
      }),
    ),
    undefined,
  ),
  prometheus: v.fallback(
    v.optional(
      v.object({
        image,
        sidecarimage: image,
        initimage: image,
        securityContext: SecurityContext,
        diskCapacityGB: v.number(),
        storageClassName: v.fallback(v.string(), ''),
      }),
    ),
    undefined,
  ),
})

const omitEmpty = <T extends object>(of: T) =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined && value !== '')) as Partial<T>

/**
 * Log search and Prometheus of a tenant from an operator up to version 4; omitted if equal to the wizard's defaults.
 */
export const recordsFrom = ({ spec }: Resource): Steps => {
  const { log, prometheus } = v.parse(Records, spec)
  const claim = log?.db.volumeClaimTemplate.spec
  const size = Number(parseQuantity(claim?.resources.requests.storage ?? 0) ?? 0n) / 1024 ** 3
  // without a security context it was not customized
  const isLog = log?.securityContext !== undefined || log?.db.securityContext !== undefined
  const isPrometheus = prometheus?.securityContext !== undefined
  return {
    images: omitEmpty({
      log_search: log?.image,
      postgres: log?.db.image,
      postgres_init: log?.db.initimage,
      prometheus: prometheus?.image,
      prometheus_sidecar: prometheus?.sidecarimage,
      prometheus_init: prometheus?.initimage,
    }),
    configure: {
      ...(isLog &&
        omitEmpty({
          log: true,
          log_class: claim?.storageClassName,
          log_size: size >= 1 ? size : undefined,
          ...fieldsFrom('log', log?.securityContext),
          ...fieldsFrom('postgres', log?.db.securityContext),
        })),
      ...(isPrometheus &&
        omitEmpty({
          prometheus: true,
          prometheus_class: prometheus?.storageClassName,
          prometheus_size: prometheus?.diskCapacityGB,
          ...fieldsFrom('prometheus', prometheus?.securityContext),
        })),
    },
  }
}
