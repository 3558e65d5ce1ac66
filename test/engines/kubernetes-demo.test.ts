import { X509Certificate } from 'node:crypto'
import { assert, suite } from '../lib/suite.ts'
import { createTenant } from '../lib/tenants.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import { createClient, kindAt, pathOf, type Resource } from '../../engines/kubernetes/client.ts'
import { createDemoCluster, demoTokens } from '../../engines/kubernetes/demo/cluster.ts'
import { configurationOf } from '../../plugins/tenants/kubernetes/configuration.ts'
import { exposureOf } from '../../plugins/tenants/kubernetes/exposure.ts'
import { isOn } from '../../plugins/tenants/kubernetes/features.ts'
import { podStateOf } from '../../plugins/tenants/kubernetes/pod-state.ts'
import { statefulSetsOf } from '../../plugins/tenants/kubernetes/stateful-sets.ts'
import { until } from '../lib/until.ts'

const test = suite('the demonstration cluster')
const folder = temporaryFolder('demo')

const tenants = kindAt('minio.min.io/v2', 'tenants')
const core = (plural: string, at: Parameters<typeof pathOf>[1] = {}) => pathOf(kindAt('v1', plural), at)
const statusOf = (tenant: Resource) =>
  (tenant.status ?? {}) as { currentState?: string; healthStatus?: string; drivesOnline?: number }

test('the demo has healthy, degraded, failing and starting tenants, and keeps changes', async () => {
  const first = await createDemoCluster(folder, { stepInterval: 20 })
  const client = createClient(first, demoTokens.admin)
  const list = await client.list(pathOf(tenants))
  assert.equal(
    list.map((tenant) => [tenant.metadata.name, statusOf(tenant).healthStatus]),
    [
      ['archive-eu', 'yellow'],
      ['docs', 'green'],
      ['edge-lab', undefined],
      ['harbour-prod', 'red'],
      ['legacy-store', 'green'],
      ['media-web', 'yellow'],
    ],
  )
  await client.patch(pathOf(tenants, { namespace: 'docs', name: 'docs' }), { metadata: { labels: { kept: 'yes' } } })
  await first.close()
  const second = await createDemoCluster(folder)
  const again = await createClient(second, demoTokens.admin).get(pathOf(tenants, { namespace: 'docs', name: 'docs' }))
  assert.equal([again.metadata.labels, again.metadata.uid], [{ kept: 'yes' }, list[1]?.metadata.uid])
  await second.close()
})

test('the demo has a crashing pod, an unnamed pool, a cert-manager CA, two identity providers and an Ingress', async () => {
  const api = await createDemoCluster(undefined)
  const client = createClient(api, demoTokens.admin)
  const pod = await client.get(core('pods', { namespace: 'media', name: 'media-web-pool-0-1' }))
  assert.equal(podStateOf(pod), {
    reason: 'CrashLoopBackOff',
    readyContainers: 1,
    totalContainers: 2,
    restarts: 9,
    failure: 'minio ended with exit code 137, OOMKilled',
    unready: { container: 'minio', run: 'previous' },
  })
  const old = await client.get(pathOf(tenants, { namespace: 'legacy', name: 'legacy-store' }))
  assert.equal(
    [(old.spec as { pools: object[] }).pools.map((pool) => 'name' in pool), statefulSetsOf(old)],
    [[false], ['legacy-store-ss-0']],
  )
  const legacy = await client.list(core('pods', { namespace: 'legacy' }))
  assert.equal(legacy.map(({ metadata }) => metadata.name)[0], 'legacy-store-ss-0-0')
  const { data } = await client.get(core('secrets', { namespace: 'media', name: 'media-ca' }))
  assert.equal(Object.keys(data as object).sort(), ['ca.crt', 'tls.crt', 'tls.key'])
  const media = await client.get(pathOf(tenants, { namespace: 'media', name: 'media-web' }))
  const configuration = await configurationOf(client, media)
  assert.is(isOn('openid', configuration), true)
  assert.equal([...configuration.settings.keys()].filter((name) => /CONFIG_URL/.test(name)).length, 2)
  const { minio } = await exposureOf(client, media, configuration, 'https')
  assert.equal(minio, { state: 'found', from: 'ingress', url: 'https://s3.media.example' })
  await api.close()
})

test('a created tenant starts by itself, and deleting it deletes what it owns except volumes', async () => {
  const api = await createDemoCluster(undefined, { stepInterval: 5 })
  const client = createClient(api, demoTokens.admin)
  const at = { namespace: 'lab', name: 'fresh' }
  const claim = {
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'directpv-min-io',
      resources: { requests: { storage: '1Gi' } },
    },
  }
  const spec = {
    image: 'minio/minio:one',
    pools: [
      {
        name: 'pool-0',
        servers: 4,
        volumesPerServer: 1,
        volumeClaimTemplate: { metadata: { name: 'data' }, ...claim },
      },
    ],
  }
  await createTenant(client, 'lab', { metadata: { name: 'fresh' }, spec })
  await until(async () => statusOf(await client.get(pathOf(tenants, at))).currentState === 'Initialized')
  const names = async (plural: string) =>
    (await client.list(core(plural, { namespace: 'lab' }))).map(({ metadata }) => metadata.name)
  assert.equal(await names('pods'), ['fresh-pool-0-0', 'fresh-pool-0-1', 'fresh-pool-0-2', 'fresh-pool-0-3'])
  assert.equal(await names('services'), ['fresh-console', 'fresh-hl', 'minio'])
  const quota = await client.get(core('resourcequotas', { namespace: 'lab', name: 'lab-storagequota' }))
  await until(async () =>
    JSON.stringify(
      (await client.get(core('resourcequotas', { namespace: 'lab', name: quota.metadata.name }))).status,
    ).includes(String(4 * 2 ** 30)),
  )

  const [pod] = await client.list(core('pods', { namespace: 'lab' }))
  await client.remove(core('pods', { namespace: 'lab', name: pod?.metadata.name }))
  await until(async () => {
    const [now] = await client.list(core('pods', { namespace: 'lab' }))
    return now?.metadata.name === pod?.metadata.name && now?.metadata.uid !== pod?.metadata.uid
  })

  await client.patch(pathOf(tenants, at), { spec: { image: 'minio/minio:two' } })
  const images = async () =>
    (await client.list(core('pods', { namespace: 'lab' }))).map(
      ({ spec: own }) => (own as { containers: { image: string }[] }).containers[0]?.image,
    )
  await until(async () => (await images()).join() === Array(4).fill('minio/minio:two').join())

  const uids = async () => (await client.list(core('pods', { namespace: 'lab' }))).map(({ metadata }) => metadata.uid)
  const before = await uids()
  await client.patch(pathOf(tenants, at), {
    spec: { externalCertSecret: [{ name: 'fresh-example', type: 'kubernetes.io/tls' }] },
  })
  await until(async () => {
    const now = await uids()
    return now.length === 4 && !now.some((uid) => before.includes(uid))
  })

  await client.remove(pathOf(tenants, at))
  await until(async () => (await names('pods')).length === 0 && (await names('services')).length === 0)
  assert.is((await names('persistentvolumeclaims')).length, 4)
  await api.close()
})

test('requested devices become drives, and each failed one is reported with the reason', async () => {
  const api = await createDemoCluster(undefined, { stepInterval: 5 })
  const client = createClient(api, demoTokens.admin)
  const pv = (plural: string) => pathOf(kindAt('directpv.min.io/v1beta1', plural))
  const labels = { 'directpv.min.io/node': 'node-4', 'directpv.min.io/request-id': 'one' }
  const devices = [4, 5, 6].map((index) => ({ id: `node-4-nvme${index}n1$1`, name: `nvme${index}n1`, force: false }))
  const lost = { id: 'changed-meanwhile', name: 'nvme7n1', force: true }
  const ask = (name: string, devices: object[]) =>
    client.create(pv('directpvinitrequests'), {
      apiVersion: 'directpv.min.io/v1beta1',
      kind: 'DirectPVInitRequest',
      metadata: { name, labels },
      spec: { devices },
      status: { status: 'Pending', results: [] },
    })
  const messagesOf = async (name: string) => {
    const read = async () =>
      (await client.get(`${pv('directpvinitrequests')}/${name}`)).status as {
        status: string
        results: { name: string; error?: string }[]
      }
    await until(async () => (await read()).status === 'Processed')
    return (await read()).results.map(({ name: device, error = 'is formatted' }) => `${device} ${error}`)
  }
  await ask('first', [...devices, lost])
  assert.equal(await messagesOf('first'), [
    'nvme4n1 is formatted',
    'nvme5n1 device nvme5n1 has a file system (ext4); force is needed',
    'nvme6n1 unable to format device nvme6n1; mkfs.xfs: pwrite failed: Input/output error',
    'nvme7n1 device nvme7n1 with id changed-meanwhile is not found; it may have changed, discover again',
  ])
  await ask(
    'again',
    devices.map((device) => ({ ...device, force: true })),
  )
  assert.equal((await messagesOf('again')).slice(0, 2), [
    'nvme4n1 device nvme4n1 is not permitted; Mounted',
    'nvme5n1 is formatted',
  ])
  const drives = (await client.list(pv('directpvdrives'), { labelSelector: 'directpv.min.io/node=node-4' })).map(
    ({ metadata, status }) => [metadata.labels?.['directpv.min.io/drive-name'], (status as { status: string }).status],
  )
  assert.equal(drives.filter(([name]) => ['nvme4n1', 'nvme5n1', 'nvme6n1'].includes(name ?? '')).sort(), [
    ['nvme4n1', 'Ready'],
    ['nvme5n1', 'Ready'],
  ])
  await api.close()
})

test('the viewer sees tenants and logs, reads no secrets and changes nothing', async () => {
  const api = await createDemoCluster(undefined, { stepInterval: 60_000 })
  const status = async (path: string, method: 'GET' | 'DELETE' = 'GET') =>
    (await api.call(demoTokens.viewer, { method, path })).status
  const pod = { namespace: 'harbour', name: 'harbour-prod-pool-0-2' }
  assert.equal(
    await Promise.all([
      status(pathOf(tenants)),
      status(`${core('pods', pod)}/log`),
      status(core('secrets')),
      status(core('pods', pod), 'DELETE'),
    ]),
    [200, 400, 403, 403],
  )
  const log = await api.call(demoTokens.viewer, {
    method: 'GET',
    path: `${core('pods', pod)}/log`,
    query: { container: 'minio', tailLines: 3 },
  })
  assert.is(String(log.body).trim().split('\n').length, 3)
  await api.close()
})

test('one certificate of the demo expires soon', async () => {
  const api = await createDemoCluster(undefined, { stepInterval: 60_000 })
  const { data } = await createClient(api, demoTokens.admin).get(
    core('secrets', { namespace: 'docs', name: 'docs-example' }),
  )
  const certificate = new X509Certificate(Buffer.from((data as Record<string, string>)['tls.crt'] ?? '', 'base64'))
  const days = (Date.parse(certificate.validTo) - Date.now()) / 86_400_000
  assert.ok(days > 7 && days < 9, `${days} days`)
  assert.equal(
    [certificate.subject, certificate.subjectAltName],
    ['CN=docs.example', 'DNS:docs.example, DNS:s3.docs.example'],
  )
  assert.ok(certificate.verify(certificate.publicKey))
  await api.close()
})
