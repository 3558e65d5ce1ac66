import * as v from 'valibot'
import { Failure } from 'stowage'
import { poolsOf, type Resource } from 'stowage/engines/kubernetes'
import type { LicenseService } from 'stowage/plugins/license'
import { type KubernetesAdapterContext, createServices } from 'stowage/server'
import type { Tenant } from '../details/contract.ts'
import { configurationOf } from './configuration.ts'
import { exposureOf } from './exposure.ts'
import { isOn } from './features.ts'
import { itemOf } from './item.ts'
import { isScraped } from './scraping.ts'
import { statefulSetsOf } from './stateful-sets.ts'

const integer = v.fallback(v.number(), 0)
/** Fields of a tenant that its page needs and lists do not. */
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
      drivesOnline: integer,
      drivesOffline: integer,
      drivesHealing: integer,
      writeQuorum: integer,
      healthStatus: v.fallback(v.string(), ''),
      healthMessage: v.fallback(v.string(), ''),
    }),
    {
      drivesOnline: 0,
      drivesOffline: 0,
      drivesHealing: 0,
      writeQuorum: 0,
      healthStatus: '',
      healthMessage: '',
    },
  ),
})

/** License of a tenant; none if its key is invalid, or without the plugin that reads licenses. */
const licensed = (key: string | undefined, service: LicenseService | undefined) => {
  if (!key || !service) return {}
  try {
    return { subnet_license: service.read(key) }
  } catch (error) {
    if (error instanceof Failure) return {}
    throw error
  }
}

/** Details of a tenant, with facts from its services and configuration (operator 2.3). */
export const tenantOf = async (
  { client, sharedInstances }: Pick<KubernetesAdapterContext, 'client' | 'sharedInstances'>,
  resource: Resource,
): Promise<Tenant> => {
  const { name, namespace, total_size, creation_date, deletion_date, currentState, image } = itemOf(resource)
  const { spec, status } = v.parse(Read, resource)
  const sets = statefulSetsOf(resource)
  const configuration = await configurationOf(client, resource)
  const { settings, read } = configuration
  const minioTLS = spec.requestAutoCert !== false || spec.externalCertSecret.length > 0
  const exposure = await exposureOf(client, resource, configuration, minioTLS ? 'https' : 'http')
  const endpoints = { minio: exposure.minio.url ?? '', console: exposure.console.url ?? '' }
  const parity = settings.get('MINIO_STORAGE_CLASS_STANDARD')
  return {
    name,
    namespace,
    image,
    currentState: currentState ?? '',
    creation_date,
    total_size,
    minioTLS,
    ...(deletion_date && { deletion_date }),
    pools: poolsOf(resource).map(({ name: pool, servers, volumesPerServer, size, storageClass, fields }, index) => ({
      name: pool,
      stateful_set: sets[index] ?? '',
      servers,
      volumes_per_server: volumesPerServer,
      ...(fields.length > 0 && { fields }),
      volume_configuration: { size: Number(size ?? 0n), storage_class_name: storageClass },
    })),
    enable_prometheus: isScraped(resource),
    ...((endpoints.minio || endpoints.console) && { endpoints }),
    exposure,
    logEnabled: spec.log !== undefined || isOn('logs', configuration),
    monitoringEnabled:
      spec.prometheus !== undefined || spec.prometheusOperator === true || isOn('monitoring', configuration),
    encryptionEnabled: spec.kes !== undefined || isOn('encryption', configuration),
    idpAdEnabled: isOn('directory', configuration),
    idpOidcEnabled: isOn('openid', configuration),
    ...(parity && { parity }),
    status: {
      write_quorum: status.writeQuorum,
      drives_online: status.drivesOnline,
      drives_offline: status.drivesOffline,
      drives_healing: status.drivesHealing,
      health_status: status.healthStatus,
      ...(status.healthMessage && { health_message: status.healthMessage }),
    },
    configuration: read,
    ...licensed(settings.get('MINIO_SUBNET_LICENSE'), sharedInstances(createServices).find('license')),
  }
}
