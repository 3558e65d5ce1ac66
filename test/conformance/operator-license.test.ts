import { assert } from '../lib/suite.ts'
import { pluck } from '../lib/pluck.ts'
import { kindAt, pathOf } from '../../engines/kubernetes/client.ts'
import { readConfigEnv } from '../../engines/kubernetes/config-env.ts'
import { tenantAt, tenantKind } from '../../engines/kubernetes/tenant.ts'
import type { LicenseBackend } from '../../plugins/license/backend.ts'
import license from '../../plugins/license/server.ts'
import type { TenantsBackend } from '../../plugins/tenants/backend.ts'
import tenants from '../../plugins/tenants/server.ts'
import { licenseKey } from '../lib/licenses.ts'
import { onEveryGeneration } from './clusters.ts'
import { expectFailure, uniqueName } from './engines.ts'

const secrets = kindAt('v1', 'secrets')

onEveryGeneration('the licence of a cluster', (test, cluster, generation) => {
  const port = (token?: string): Promise<LicenseBackend> => cluster().port(license, token)

  /** Fields of a tenant that only operators of this generation have. */
  const own = {
    v4: {
      credsSecret: { name: 'prod-secret' },
      log: { audit: { diskCapacityGB: 5 } },
      prometheus: { diskCapacityGB: 5 },
    },
    v5: { credsSecret: { name: 'prod-secret' }, initContainers: [{ name: 'first', image: 'a/b:c' }] },
    v7: { poolsMetadata: { labels: { team: 'a' } } },
  }[generation]

  /** Creates a tenant, and returns it as the cluster stored it. */
  const tenant = async (namespace: string, name: string, more: object) => {
    const volumes = { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '10Gi' } } } }
    const pools = [
      { ...(generation === 'v7' && { name: 'pool-0' }), servers: 4, volumesPerServer: 2, volumeClaimTemplate: volumes },
    ]
    const created = await cluster().client.create(pathOf(tenantKind, { namespace }), {
      apiVersion: 'minio.min.io/v2',
      kind: 'Tenant',
      metadata: { name },
      spec: { ...own, pools, ...more },
    })
    return created.spec as Record<string, unknown>
  }

  const specOf = async (namespace: string, name: string) =>
    (await cluster().client.get(tenantAt(namespace, name))).spec as Record<string, unknown>

  // the generations share one cluster, one after the other
  test.before(async () => {
    const { client } = cluster()
    for (const { metadata } of await client.list(pathOf(secrets), { fieldSelector: 'metadata.name=subnet-license' }))
      await client.remove(pathOf(secrets, { namespace: metadata.namespace, name: metadata.name }))
  })

  test('there is no license until a key is activated, an invalid key changes nothing, and a new one replaces the old', async () => {
    const license = await port()
    await expectFailure(404, license.info(), /license not found/)
    await expectFailure(404, license.renew(), /license not found/)
    await expectFailure(404, license.activate('no.such.key'), /invalid license key/)
    await expectFailure(404, license.info(), /license not found/)
    await tenant(await cluster().namespace(uniqueName('size')), 'prod', {})
    const active = await license.activate(licenseKey({ plan: 'ENTERPRISE' }))
    assert.is(active.plan, 'ENTERPRISE')
    assert.ok((active.used ?? 0) >= 8 * 10 * 2 ** 30, 'the capacity of all tenants is reported')
    await license.activate(licenseKey({ org: 'Another company' }))
    await expectFailure(503, license.renew(), /calls no license service/)
    assert.is((await license.info()).organization, 'Another company')
  })

  test('a tenant gets the license in its configuration, which is otherwise unchanged', async () => {
    const { client, namespace } = cluster()
    const ns = await namespace(uniqueName('attach'))
    const license = await port()
    const key = licenseKey({ org: 'Attached' })
    await license.activate(key)
    const config = '# made by hand\nexport MINIO_ROOT_USER="root"\nOTHER=\'x\'\n\n'
    await client.create(pathOf(secrets, { namespace: ns }), {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'prod-env' },
      data: { 'config.env': Buffer.from(config).toString('base64'), more: 'eA==' },
    })
    const before = await tenant(ns, 'prod', { configuration: { name: 'prod-env' } })
    await license.attach(ns, 'prod')
    assert.equal(await specOf(ns, 'prod'), before, 'the tenant itself stays as it is')
    const secret = await client.get(pathOf(secrets, { namespace: ns, name: 'prod-env' }))
    const { 'config.env': kept = '', more } = secret.data as Record<string, string>
    const text = Buffer.from(kept, 'base64').toString()
    assert.ok(text.startsWith(config))
    assert.is(readConfigEnv(text).get('MINIO_SUBNET_LICENSE'), key)
    assert.is(more, 'eA==')
    const details = async () =>
      (await cluster().port<TenantsBackend>(tenants)).tenant({ namespace: ns, tenant: 'prod' })
    assert.is((await details()).subnet_license?.organization, 'Attached')
    // an engine on which the license plugin was never opened
    cluster().renew()
    assert.is((await details()).subnet_license, undefined)
  })

  test('a license replaces all earlier ones in a configuration, of which the last one was in effect', async () => {
    const { client, namespace } = cluster()
    const ns = await namespace(uniqueName('twice'))
    const license = await port()
    const key = licenseKey({ org: 'Replaced' })
    await license.activate(key)
    const config = 'MINIO_SUBNET_LICENSE=first\nA=b\nexport MINIO_SUBNET_LICENSE="second"\nC=d\n'
    const path = pathOf(secrets, { namespace: ns })
    await client.create(path, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'prod-env' },
      data: { 'config.env': Buffer.from(config).toString('base64') },
    })
    await tenant(ns, 'prod', { configuration: { name: 'prod-env' } })
    await license.attach(ns, 'prod')
    const { 'config.env': stored = '' } = (await client.get(`${path}/prod-env`)).data as Record<string, string>
    assert.is(Buffer.from(stored, 'base64').toString(), `A=b\nexport MINIO_SUBNET_LICENSE="${key}"\nC=d\n`)
  })

  test('a tenant without a configuration gets the license as an environment variable beside the others', async () => {
    const ns = await cluster().namespace(uniqueName('plain'))
    const { env: before, ...others } = await tenant(ns, 'prod', { env: [{ name: 'OTHER', value: 'x' }] })
    assert.equal(
      Object.keys(own).filter((name) => !(name in others)),
      [],
      'the cluster keeps what its operators know',
    )
    await (await port()).attach(ns, 'prod')
    const { env, ...now } = await specOf(ns, 'prod')
    assert.equal(now, others)
    assert.equal(pluck(env as { name: string }[], 'name'), ['OTHER', 'MINIO_SUBNET_LICENSE'])
    assert.is((env as object[]).length, (before as object[]).length + 1)
    await expectFailure(404, (await port()).attach(ns, 'nobody'), /not found/)
  })

  test('a caller who may not write secrets is refused by the cluster, with a message', async () => {
    const { namespace, account } = cluster()
    const { token } = await account(await namespace(uniqueName('viewer')), 'viewer', {
      everywhere: [{ verbs: ['get', 'list'], resources: ['tenants'], groups: ['minio.min.io'] }],
    })
    await expectFailure(403, (await port(token)).activate(licenseKey()), /cannot .* resource "secrets"/)
  })
})
