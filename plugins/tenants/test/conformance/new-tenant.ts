import * as v from 'valibot'
import { kindAt, pathOf, type Resource } from '../../../../engines/kubernetes/client.ts'
import type { TenantsBackend } from '../../backend.ts'
import { NewPool, NewTenant } from '../../create/payload.ts'
import tenants from '../../server.ts'
import type { Cluster } from '../../../../test/conformance/clusters.ts'

export const kind = kindAt('minio.min.io/v2', 'tenants')
export const secretKind = kindAt('v1', 'secrets')
export const nodeKind = kindAt('v1', 'nodes')

const pool = {
  servers: 4,
  volumes_per_server: 2,
  volume_configuration: { size: 26843545600, storage_class_name: 'fast' },
}
export const poolOf = (more: object = {}) => v.parse(NewPool, { ...pool, ...more })
export const tenant = (namespace: string, more: object = {}) =>
  v.parse(NewTenant, { name: 'harbour', namespace, pools: [{ ...pool, name: 'pool-0' }], ...more })

/** Adds a storage class that creates no volumes, and returns its name. */
export const addStorageClass = async (client: Cluster['client'], name: string) => {
  const kind = 'StorageClass'
  const body = { apiVersion: 'storage.k8s.io/v1', kind, metadata: { name }, provisioner: 'example.com/none' }
  await client.create(pathOf(kindAt('storage.k8s.io/v1', 'storageclasses')), body)
  return name
}

export const keys = [{ access_key: 'first-admin', secret_key: 'secret-0123' }]
export const vault = { endpoint: 'https://vault.example', approle: { id: 'role', secret: 'its: #secret' } }

/** Calls of the tenants port, and the resources they created in the cluster. */
export const useTenants = (cluster: () => Cluster) => {
  const port = (token?: string): Promise<TenantsBackend> => cluster().port(tenants, token)

  const secretsIn = async ({ client }: Cluster, namespace: string) =>
    (await client.list(pathOf(secretKind, { namespace }))).map(({ metadata }) => metadata.name).sort()

  const tenantIn = (namespace: string) => cluster().client.get(pathOf(kind, { namespace, name: 'harbour' }))

  const poolNames = ({ spec }: Resource) => (spec as { pools: { name: string }[] }).pools.map(({ name }) => name)

  return { port, secretsIn, tenantIn, poolNames }
}
