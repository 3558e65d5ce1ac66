import { createTenant } from '../../../../test/lib/tenants.ts'
import { kindAt, pathOf } from '../../../../engines/kubernetes/client.ts'
import { ownSecretLabels } from '../../kubernetes/own-secrets.ts'
import type { TenantsBackend } from '../../backend.ts'
import tenants from '../../server.ts'
import { uniqueName } from '../../../../test/conformance/engines.ts'
import type { Cluster } from '../../../../test/conformance/clusters.ts'

export const kind = kindAt('minio.min.io/v2', 'tenants')
export const core = (plural: string, at: Parameters<typeof pathOf>[1] = {}) => pathOf(kindAt('v1', plural), at)
export const label = { 'v1.min.io/tenant': 'prod' }

/** Calls of the tenants port, and objects of a tenant in the cluster. */
export const useTenant = (cluster: () => Cluster) => {
  const port = (token?: string): Promise<TenantsBackend> => cluster().port(tenants, token)

  /** Creates a tenant in a separate namespace, with status, configuration and services. */
  const make = async (owner = '') => {
    const { client, namespace } = cluster()
    const ns = await namespace(uniqueName('one'))
    const claim = {
      spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'fast', resources: { requests: { storage: '10Gi' } } },
    }
    const pools = [
      {
        name: 'pool-0',
        servers: 4,
        volumesPerServer: 2,
        volumeClaimTemplate: claim,
        tolerations: [{ key: 'kept', operator: 'Exists' }],
      },
    ]
    const spec = {
      image: 'minio/minio:one',
      configuration: { name: 'prod-env' },
      env: [{ name: 'MINIO_KMS_SECRET_KEY', value: 'k:v' }],
      pools,
    }
    const created = await createTenant(client, ns, { metadata: { name: 'prod', annotations: { team: 'a' } }, spec })
    const status = {
      currentState: 'Initialized',
      healthStatus: 'green',
      drivesOnline: 8,
      drivesOffline: 0,
      writeQuorum: 5,
      availableReplicas: 4,
      revision: 0,
      syncVersion: '',
      certificates: {},
      pools: [],
      usage: { usage: 30, rawUsage: 60 },
    }
    await client.replace(pathOf(kind, { namespace: ns, name: 'prod', sub: 'status' }), { ...created, status })
    const configEnv = `${owner}export MINIO_IDENTITY_OPENID_CONFIG_URL="https://sso"\nexport MINIO_STORAGE_CLASS_STANDARD="EC:3"\n# export MINIO_IDENTITY_LDAP_SERVER_ADDR="ldap"\n`
    await client.create(core('secrets', { namespace: ns }), {
      metadata: { name: 'prod-env', labels: ownSecretLabels('prod') },
      data: { 'config.env': Buffer.from(configEnv).toString('base64') },
    })
    const service = await client.create(core('services', { namespace: ns }), {
      metadata: { name: 'minio' },
      spec: { type: 'LoadBalancer', ports: [{ port: 443 }] },
    })
    await client.replace(core('services', { namespace: ns, name: 'minio', sub: 'status' }), {
      ...service,
      status: { loadBalancer: { ingress: [{ ip: '192.0.2.1', hostname: 's3.example' }] } },
    })
    return { namespace: ns, tenant: 'prod' }
  }

  const podOf = async (namespace: string, name: string, labels: object = label) => {
    const { client } = cluster()
    const containers = [
      { name: 'sidecar', image: 'a/b:c' },
      { name: 'minio', image: 'a/b:c' },
    ]
    return client.create(core('pods', { namespace }), {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, labels },
      spec: { containers },
    })
  }

  return { port, make, podOf }
}
