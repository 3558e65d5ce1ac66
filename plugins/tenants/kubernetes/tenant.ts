import * as v from 'valibot'
import { Failure } from '../../../core/failure.ts'
import { type Client, kindAt, pathOf, type Resource } from '../../../engines/kubernetes/client.ts'
import type { KubeCaller } from '../../../engines/kubernetes/kit.ts'
import { poolsOf } from '../../../engines/kubernetes/tenant.ts'
import { readLicense } from '../../../engines/license-key.ts'
import type { Tenant } from '../details/contract.ts'
import { configurationOf } from './configuration.ts'
import { itemOf } from './item.ts'
import { isScraped } from './scraping.ts'

const services = kindAt('v1', 'services')

const whole = v.fallback(v.number(), 0)
/** What the page of a tenant reads besides what lists read. */
const Read = v.object({
  spec: v.object({
    requestAutoCert: v.fallback(v.optional(v.boolean()), undefined),
    externalCertSecret: v.fallback(v.array(v.unknown()), []),
    kes: v.optional(v.unknown()),
    log: v.optional(v.unknown()),
    prometheus: v.optional(v.unknown()),
    prometheusOperator: v.optional(v.unknown()),
  }),
  status: v.fallback(
    v.object({
      drivesOnline: whole,
      drivesOffline: whole,
      drivesHealing: whole,
      writeQuorum: whole,
      healthStatus: v.fallback(v.string(), ''),
    }),
    {
      ...{ drivesOnline: 0, drivesOffline: 0, drivesHealing: 0, writeQuorum: 0, healthStatus: '' },
    },
  ),
})

const Ingress = v.object({
  status: v.object({
    loadBalancer: v.object({
      ingress: v.pipe(
        v.array(v.object({ ip: v.optional(v.string()), hostname: v.optional(v.string()) })),
        v.minLength(1),
      ),
    }),
  }),
})

/**
 * Where a service is reached from outside of the cluster; nothing where it is not, is not there, or may not be looked
 * at.
 */
const hostOf = async (client: Client, namespace: string, name: string) => {
  try {
    const read = v.safeParse(Ingress, await client.get(pathOf(services, { namespace, name })))
    const [first] = read.success ? read.output.status.loadBalancer.ingress : []
    return first?.hostname ?? first?.ip
  } catch (error) {
    if (error instanceof Failure && [403, 404].includes(error.status)) return undefined
    throw error
  }
}

/** The licence that a tenant carries; nothing where its key does not count. */
const licensed = (key: string | undefined, publicKey: string, now: number) => {
  if (!key) return {}
  try {
    return { subnet_license: readLicense(key, publicKey, 'license not found', now) }
  } catch (error) {
    if (error instanceof Failure) return {}
    throw error
  }
}

/** A tenant with what its services and its configuration say of it (operator 2.3). */
export const tenantOf = async (
  { client, license: { publicKey }, clock }: Pick<KubeCaller, 'client' | 'license' | 'clock'>,
  resource: Resource,
): Promise<Tenant> => {
  const { name, namespace, total_size, creation_date, deletion_date, currentState, image } = itemOf(resource)
  const { spec, status } = v.parse(Read, resource)
  const [{ settings, read }, minio, own] = await Promise.all([
    configurationOf(client, resource),
    hostOf(client, namespace, 'minio'),
    hostOf(client, namespace, `${name}-console`),
  ])
  const minioTLS = spec.requestAutoCert !== false || spec.externalCertSecret.length > 0
  const scheme = minioTLS ? 'https' : 'http'
  const has = (setting: string) => !!settings.get(setting)
  return {
    ...{ name, namespace, image, currentState: currentState ?? '', creation_date, total_size, minioTLS },
    ...(deletion_date && { deletion_date }),
    pools: poolsOf(resource).map(({ name: pool, servers, volumesPerServer, size, storageClass, fields }) => ({
      ...{ name: pool, servers, volumes_per_server: volumesPerServer, ...(fields.length > 0 && { fields }) },
      volume_configuration: { size: Number(size ?? 0n), storage_class_name: storageClass },
    })),
    enable_prometheus: isScraped(resource),
    ...((minio || own) && {
      endpoints: {
        minio: minio ? `${scheme}://${minio}` : '',
        console: own ? `${scheme}://${own}:${minioTLS ? 9443 : 9090}` : '',
      },
    }),
    logEnabled: spec.log !== undefined || has('MINIO_LOG_QUERY_URL'),
    monitoringEnabled: spec.prometheus !== undefined || spec.prometheusOperator === true || has('MINIO_PROMETHEUS_URL'),
    encryptionEnabled: spec.kes !== undefined || has('MINIO_KMS_SECRET_KEY'),
    idpAdEnabled: has('MINIO_IDENTITY_LDAP_SERVER_ADDR'),
    idpOidcEnabled: has('MINIO_IDENTITY_OPENID_CONFIG_URL'),
    ...(has('MINIO_STORAGE_CLASS_STANDARD') && { parity: settings.get('MINIO_STORAGE_CLASS_STANDARD') }),
    status: {
      ...{ write_quorum: status.writeQuorum, drives_online: status.drivesOnline, drives_offline: status.drivesOffline },
      ...{ drives_healing: status.drivesHealing, health_status: status.healthStatus },
    },
    configuration: read,
    ...licensed(settings.get('MINIO_SUBNET_LICENSE'), publicKey, clock()),
  }
}
