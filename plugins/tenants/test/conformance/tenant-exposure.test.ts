import { assert } from '../../../../test/lib/suite.ts'
import { kindAt, pathOf } from '../../../../engines/kubernetes/client.ts'
import { onEveryCluster, onEveryGeneration } from '../../../../test/conformance/clusters.ts'
import { core, kind, useTenant } from './tenant.ts'

const ingresses = kindAt('networking.k8s.io/v1', 'ingresses')
const readRights = { verbs: ['get'], resources: ['tenants'], groups: ['minio.min.io'] }
const reads = { verbs: ['get'], resources: ['services', 'secrets'] }
const lists = { verbs: ['list'], resources: ['ingresses'], groups: ['networking.k8s.io'] }

onEveryCluster('features and addresses of a tenant', (test, cluster) => {
  const { port, make } = useTenant(cluster)

  /** Creates a tenant with these fields, and a service `minio` with these. */
  const makeWith = async ({ spec = {}, service = {} }: { spec?: object; service?: object } = {}) => {
    const tenantRef = await make()
    const { client } = cluster()
    await client.patch(pathOf(kind, { namespace: tenantRef.namespace, name: tenantRef.tenant }), { spec })
    const path = core('services', { namespace: tenantRef.namespace, name: 'minio' })
    await client.remove(path, {})
    await client.create(core('services', { namespace: tenantRef.namespace }), {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'minio' },
      spec: { ports: [{ port: 443 }], ...service },
    })
    return tenantRef
  }
  const exposureOf = async (at: { namespace: string; tenant: string }, token?: string) =>
    (await (await port(token)).tenant(at)).exposure?.minio

  const features = async (env: object[]) => {
    const { client } = cluster()
    const tenantRef = await make()
    await client.patch(pathOf(kind, { namespace: tenantRef.namespace, name: tenantRef.tenant }), {
      spec: { env, configuration: null },
    })
    const { encryptionEnabled, idpAdEnabled, idpOidcEnabled } = await (await port()).tenant(tenantRef)
    return [encryptionEnabled && 'encryption', idpAdEnabled && 'directory', idpOidcEnabled && 'openid'].filter(Boolean)
  }

  test('a feature is enabled by a named provider, by any KMS, and by a value from a secret', async () => {
    const from = { valueFrom: { secretKeyRef: { name: 'a', key: 'b' } } }
    const openid = 'MINIO_IDENTITY_OPENID_CONFIG_URL'
    assert.equal(await features([]), [])
    assert.equal(await features([{ name: `${openid}_PRIMARY`, value: 'https://id' }]), ['openid'])
    assert.equal(await features([{ name: openid, ...from }]), ['openid'])
    assert.equal(await features([{ name: 'MINIO_IDENTITY_LDAP_SERVER_ADDR', ...from }]), ['directory'])
    for (const name of ['MINIO_KMS_KES_ENDPOINT', 'MINIO_KMS_SERVER', 'MINIO_KMS_SECRET_KEY_FILE'])
      assert.equal(await features([{ name, value: 'a' }]), ['encryption'], name)
  })

  test('a disabled feature and an empty variable count as disabled', async () => {
    const openid = (suffix: string) => ({ name: `MINIO_IDENTITY_OPENID_CONFIG_URL${suffix}`, value: 'https://id' })
    const off = (suffix: string) => ({ name: `MINIO_IDENTITY_OPENID_ENABLE${suffix}`, value: 'off' })
    assert.equal(await features([openid('_A'), off('_A')]), [])
    assert.equal(await features([openid('_A'), off('_B')]), ['openid'])
    assert.equal(await features([{ name: 'MINIO_KMS_SERVER', value: '' }]), [])
  })

  test('the address is that of the domains, then of the server URL, then of the service', async () => {
    const env = [{ name: 'MINIO_SERVER_URL', value: 'https://url.example' }]
    const domains = { minio: ['https://s3.example.com'] }
    assert.equal(await exposureOf(await makeWith({ spec: { env, features: { domains } } })), {
      state: 'found',
      from: 'domain',
      url: 'https://s3.example.com',
    })
    assert.equal(await exposureOf(await makeWith({ spec: { env } })), {
      state: 'found',
      from: 'setting',
      url: 'https://url.example',
    })
    const elsewhere = [{ name: 'MINIO_SERVER_URL', valueFrom: { configMapKeyRef: { name: 'a', key: 'b' } } }]
    assert.equal(await exposureOf(await makeWith({ spec: { env: elsewhere } })), { state: 'unread', from: 'setting' })
  })

  test('a load balancer without an address is pending, and a NodePort is an address', async () => {
    assert.equal(await exposureOf(await makeWith({ service: { type: 'LoadBalancer' } })), {
      state: 'pending',
      from: 'service',
    })
    const ports = [{ port: 443, nodePort: 31443 }]
    assert.equal(await exposureOf(await makeWith({ service: { type: 'NodePort', ports } })), {
      state: 'found',
      from: 'nodePort',
      port: 31443,
    })
  })

  test('an Ingress to the service is an address, and without the right to list Ingresses there is no statement', async () => {
    const tenantRef = await makeWith()
    const { token } = await cluster().account(tenantRef.namespace, 'half', {
      within: { [tenantRef.namespace]: [readRights, reads] },
    })
    const { token: whole } = await cluster().account(tenantRef.namespace, 'whole', {
      within: { [tenantRef.namespace]: [readRights, reads, lists] },
    })
    assert.equal(await exposureOf(tenantRef, whole), { state: 'none' })
    assert.equal(await exposureOf(tenantRef, token), { state: 'unread' })
    const backend = { service: { name: 'minio', port: { number: 443 } } }
    await cluster().client.create(pathOf(ingresses, { namespace: tenantRef.namespace }), {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      metadata: { name: 'web' },
      spec: {
        rules: [{ host: 's3.example.org', http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
        tls: [{ hosts: ['s3.example.org'] }],
      },
    })
    assert.equal(await exposureOf(tenantRef, whole), { state: 'found', from: 'ingress', url: 'https://s3.example.org' })
    assert.equal((await (await port(whole)).tenant(tenantRef)).endpoints?.minio, 'https://s3.example.org')
    assert.equal(await exposureOf(tenantRef, token), { state: 'unread' })
  })
})

onEveryGeneration('pools without a name', (test, cluster, generation) => {
  const { port, make } = useTenant(cluster)

  if (generation !== 'v7')
    test("an unnamed pool has the name of the StatefulSet that the operator reports, or follows the operator's rule", async () => {
      const tenantRef = await make()
      const { client } = cluster()
      const path = pathOf(kind, { namespace: tenantRef.namespace, name: tenantRef.tenant })
      const { spec } = (await client.get(path)) as unknown as { spec: { pools: object[] } }
      const [pool] = spec.pools.map((one) => ({ ...one, name: undefined }))
      await client.patch(path, { spec: { pools: [pool, { ...pool, name: 'late' }] } })
      const sets = async () => (await (await port()).tenant(tenantRef)).pools?.map((one) => one.stateful_set)
      assert.equal(await sets(), ['prod-ss-0', 'prod-late'])
      const current = await client.get(path)
      const pools = [{ ssName: 'prod-zone-0', state: 'PoolInitialized' }]
      await client.replace(pathOf(kind, { namespace: tenantRef.namespace, name: tenantRef.tenant, sub: 'status' }), {
        ...current,
        status: { ...(current.status as object), pools },
      })
      assert.equal(await sets(), ['prod-zone-0', 'prod-late'])
    })
})
