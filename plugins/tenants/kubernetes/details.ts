import { Failure } from 'stowage'
import { kindAt, pathOf, type Resource, parseQuantity } from 'stowage/engines/kubernetes'
import type { DetailsBackend, TenantKey } from '../details/backend.ts'
import { createShapes } from './create/adapter.ts'
import { readFields } from './create/shape.ts'
import { driveFaultsOf } from './drive-faults.ts'
import { tenantAt, tenantKind } from './kind.ts'
import { partChangesOf } from './part-changes.ts'
import { podsOn } from './pods.ts'
import { storeRegistry } from './registry.ts'
import { reasonsToKeep, referrersIn } from './security/secret-uses.ts'
import { isScraped, scrapeAnnotations, scrapeRemovals } from './scraping.ts'
import { tenantOf } from './tenant.ts'
import { usageOf } from './usage.ts'
import { refuseDropped, textOf, applyEdited } from './yaml.ts'
import type { KubernetesAdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'

const claims = kindAt('v1', 'persistentvolumeclaims')
const secrets = kindAt('v1', 'secrets')

const TENANT = 'v1.min.io/tenant'

type Claim = {
  spec?: { storageClassName?: string; volumeName?: string }
  status?: { phase?: string; capacity?: { storage?: string } }
}

const volumeOf = (resource: Resource) => {
  const { metadata } = resource
  const { spec = {}, status = {} } = resource as Claim
  const size = Number(parseQuantity(status.capacity?.storage ?? 0) ?? 0n)
  return {
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    tenant: metadata.labels?.[TENANT] ?? '',
    age: metadata.creationTimestamp ?? '',
    status: metadata.deletionTimestamp ? 'Terminating' : (status.phase ?? ''),
    capacity: status.capacity?.storage ?? '0',
    ...(size > 0 && { size }),
    storageClass: spec.storageClassName ?? '',
    volume: spec.volumeName ?? '',
  }
}

export const detailsOn = (caller: KubernetesAdapterContext): DetailsBackend => {
  const { client } = caller
  const shapes = caller.sharedInstances(createShapes)
  const read = ({ namespace, tenant }: TenantKey) => client.get(tenantAt(namespace, tenant))
  /** `undefined` if the cluster does not serve its schemas. */
  const shapeOfTenants = () =>
    shapes(client, caller.clock()).catch((error: unknown) => {
      if (error instanceof Failure) return undefined
      throw error
    })
  const tenantLabel = ({ tenant }: TenantKey) => ({ labelSelector: `${TENANT}=${tenant}` })

  /** Operators up to 4.5 created volumes for log search and Prometheus, which newer ones leave in place. */
  const formerOf = ({ tenant }: TenantKey) => [
    `v1.min.io/log-pg=${tenant}-log`,
    `v1.min.io/prometheus=${tenant}-prometheus`,
  ]

  /** Secrets labeled with the tenant, and why each is kept when the tenant is deleted. */
  const secretsOf = async ({ namespace, tenant }: TenantKey) => {
    const [labelled, referrers] = await Promise.all([
      client.list(pathOf(secrets, { namespace }), tenantLabel({ namespace, tenant })),
      referrersIn(client, namespace, tenant),
    ])
    const others = referrers?.filter(({ kind, metadata }) => kind !== 'Tenant' || metadata.name !== tenant)
    return labelled.map((secret) => ({ secret, ...reasonsToKeep(secret, tenant, others) }))
  }

  const removeSecret = ({ namespace }: TenantKey, { metadata: { name, uid } }: Resource) =>
    client.remove(pathOf(secrets, { namespace, name }), { preconditions: { uid } }).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.status !== 404) throw error
    })

  return {
    ...podsOn(caller),

    tenant: async (at) => {
      const [tenant, shape] = await Promise.all([read(at), shapeOfTenants()])
      const unoffered = [
        ...(shape?.log === false ? ['logEnabled' as const] : []),
        ...(shape?.prometheus === false ? ['monitoringEnabled' as const] : []),
      ]
      return { ...(await tenantOf(caller, tenant)), ...(unoffered.length > 0 && { unoffered }) }
    },

    partChanges: (at, signal) => partChangesOf(caller, at, signal),

    usage: async (at) => usageOf(caller, await read(at)),

    driveFaults: async (at) => driveFaultsOf(caller, await read(at)),

    tenantSecrets: async (at) => {
      const [all] = await Promise.all([secretsOf(at), read(at)])
      return all.map(({ secret, ...rest }) => ({ name: secret.metadata.name, ...rest }))
    },

    removeTenant: async (at, volumes) => {
      const { namespace } = at
      const { metadata } = await read(at)
      // references to secrets must be looked up before the tenant is deleted
      const going = volumes === 'keep' ? [] : (await secretsOf(at)).filter((one) => !one.keeps && !one.used_by)
      if (volumes === 'remove') {
        await caller.checkAccess({ verb: 'deletecollection', kind: claims, namespace, name: '' })
        for (const { secret } of going)
          await caller.checkAccess({ verb: 'delete', kind: secrets, namespace, name: secret.metadata.name })
      }
      await client.remove(tenantAt(namespace, at.tenant), {
        propagationPolicy: 'Background',
        preconditions: { uid: metadata.uid },
      })
      if (volumes === 'keep') return
      let remaining = messages.volumesNotDeleted(at.tenant)
      try {
        for (const labelSelector of [tenantLabel(at).labelSelector, ...formerOf(at)])
          await client.send({ method: 'DELETE', path: pathOf(claims, { namespace }), query: { labelSelector } })
        remaining = messages.secretsNotDeleted(at.tenant)
        for (const { secret } of going) await removeSecret(at, secret)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        const detail = [error.message, error.detail].filter(Boolean).join(': ')
        throw new Failure(error.status, remaining, { ...error, detail })
      }
    },

    updateTenant: async ({ namespace, tenant }, { image, pullSecret, registry, prometheus }) => {
      const path = tenantAt(namespace, tenant)
      const removals = prometheus === false ? scrapeRemovals(await client.get(path)) : []
      const announces = prometheus === true && !isScraped(await client.get(path))
      const secret = registry && (await storeRegistry(client, { namespace, tenant }, registry))
      const pull = secret ?? pullSecret
      const spec = { ...(image && { image }), ...(pull && { imagePullSecret: { name: pull } }) }
      await client.patch(path, { spec, ...(announces && { metadata: { annotations: scrapeAnnotations } }) })
      if (removals.length > 0) await client.patch(path, removals)
      return { pullSecret: secret }
    },

    yaml: async (at) => {
      const tenant = await read(at)
      return { yaml: textOf(tenant), version: tenant.metadata.resourceVersion }
    },

    specFields: () =>
      readFields(client).catch((error: unknown) => {
        if (error instanceof Failure) return undefined
        throw error
      }),

    setYaml: async (at, yaml, act, version) => {
      // parsing is expensive, so callers who may not save are refused first
      await caller.checkAccess({ verb: 'update', kind: tenantKind, namespace: at.namespace, name: at.tenant })
      const edited = await applyEdited(yaml, await read(at), version)
      const path = tenantAt(at.namespace, at.tenant)
      const tried = await client.replace(path, edited, { dryRun: 'All' })
      refuseDropped(edited, tried)
      return textOf(act === 'save' ? await client.replace(path, edited) : tried)
    },

    volumes: async (at) =>
      (await client.list(pathOf(claims, { namespace: at.namespace }), tenantLabel(at))).map(volumeOf),
  }
}
