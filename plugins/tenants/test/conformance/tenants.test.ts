import { assert } from '../../../../test/lib/suite.ts'
import { createTenant } from '../../../../test/lib/tenants.ts'
import { kindAt, pathOf } from '../../../../engines/kubernetes/client.ts'
import { createCertificate } from '../../../../engines/kubernetes/demo/certificate.ts'
import type { TenantsBackend } from '../../backend.ts'
import type { TenantChange } from '../../contract.ts'
import type { TenantHealth } from '../../health/contract.ts'
import tenants from '../../server.ts'
import { type Cluster, onEveryGeneration } from '../../../../test/conformance/clusters.ts'
import { expectFailure, uniqueName } from '../../../../test/conformance/engines.ts'

const kind = kindAt('minio.min.io/v2', 'tenants')
const pool = (name: string, servers: number, volumesPerServer: number, storage: string) => ({
  name,
  servers,
  volumesPerServer,
  volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } } },
})

/** Creates a tenant with the status that its operator would report. */
const make = async ({ client }: Cluster, namespace: string, name: string, status?: object) => {
  const spec = {
    image: 'quay.io/minio/minio:RELEASE.2026-11-04T10-00-00Z',
    pools: [pool('pool-0', 4, 2, '10Gi'), pool('pool-1', 2, 4, '1.5T')],
  }
  const created = await createTenant(client, namespace, { metadata: { name }, spec })
  if (status) await client.replace(pathOf(kind, { namespace, name, sub: 'status' }), { ...created, status })
}

const inNamespace = <T extends { namespace: string }>(list: readonly T[], namespace: string) =>
  list.filter((one) => one.namespace === namespace)

onEveryGeneration('the list of tenants', (test, cluster, generation) => {
  const port = (token?: string): Promise<TenantsBackend> => cluster().port(tenants, token)

  test("a tenant is listed with the sums of its pools and the operator's findings", async () => {
    const ns = await cluster().namespace(uniqueName('shop'))
    const status = {
      currentState: 'Initialized',
      healthStatus: 'yellow',
      drivesOnline: 15,
      availableReplicas: 0,
      revision: 0,
      syncVersion: '',
      certificates: {},
      pools: [],
      usage: { capacity: 1000, usage: 740 },
    }
    await make(cluster(), ns, 'prod', status)
    await make(cluster(), ns, 'new')
    const { tenants: list } = await (await port()).list(ns)
    const [fresh, prod] = list
    assert.equal(
      [fresh?.name, fresh?.currentState, fresh?.health_status, fresh?.drives_online, fresh?.used],
      ['new', '', undefined, undefined, undefined],
    )
    const lost = { ...status, drivesOnline: undefined, drivesOffline: 16 }
    await make(cluster(), await cluster().namespace(uniqueName('lost')), 'lost', lost)
    const all = (await (await port()).list()).tenants
    assert.is(all.find(({ name }) => name === 'lost')?.drives_online, 0)
    const { creation_date: created = '', ...rest } = prod ?? {}
    assert.ok(Date.parse(created) > Date.now() - 600_000, created)
    const size = 8 * 10 * 2 ** 30 + 8 * 1.5e12
    const counts = { pool_count: 2, instance_count: 6, volume_count: 16, total_size: size }
    assert.equal(rest, {
      name: 'prod',
      namespace: ns,
      ...counts,
      currentState: 'Initialized',
      health_status: 'yellow',
      image: 'quay.io/minio/minio:RELEASE.2026-11-04T10-00-00Z',
      used: 740,
      usable: 1000,
      drives_online: 15,
    })
    assert.is(inNamespace((await (await port()).list()).tenants, ns).length, 2, 'it is also in the cluster-wide list')
  })

  test('a list is complete, however many pages it takes', async () => {
    const { client, namespace } = cluster()
    const ns = await namespace(uniqueName('many'))
    for (let number = 0; number < 7; number += 1) await make(cluster(), ns, `tenant-${number}`)
    const { items } = await client.listWithVersion(pathOf(kind, { namespace: ns }), { limit: 2 })
    assert.equal(
      items.map(({ metadata }) => metadata.name),
      [0, 1, 2, 3, 4, 5, 6].map((number) => `tenant-${number}`),
    )
  })

  test('a caller with a role in one namespace gets only the tenants of it', async () => {
    const { namespace, account } = cluster()
    const [home, other] = [await namespace(uniqueName('home')), await namespace(uniqueName('other'))]
    await make(cluster(), home, 'own')
    await make(cluster(), other, 'foreign')
    const list = { verbs: ['list'], resources: ['tenants'], groups: ['minio.min.io'] }
    const narrow = await port((await account(home, 'narrow', { within: { [home]: [list] } })).token)
    const found = await narrow.list()
    assert.equal([found.tenants.map(({ name }) => name), found.within], [['own'], [home]])
    assert.is((await (await port()).list()).within, undefined)
    await expectFailure(403, narrow.list(other), /cannot list resource "tenants".* in the namespace/)
    const unprivileged = await port((await account(home, 'nobody')).token)
    await expectFailure(403, unprivileged.list(), /cannot list resource "tenants".* at the cluster scope/)
  })

  test('tenant states are sent part by part, without those the role does not allow', async () => {
    const { client, namespace, account } = cluster()
    const [open, closed] = [await namespace(uniqueName('open')), await namespace(uniqueName('closed'))]
    const status = {
      currentState: 'Initialized',
      healthStatus: 'red',
      drivesOnline: 15,
      drivesOffline: 1,
      drivesHealing: 2,
      availableReplicas: 0,
      revision: 0,
      syncVersion: '',
      certificates: {},
      pools: [],
    }
    for (const at of [open, closed]) {
      await make(cluster(), at, 'prod', status)
      await client.patch(pathOf(kind, { namespace: at, name: 'prod' }), {
        spec: {
          externalCertSecret: [
            { name: 'web', type: 'kubernetes.io/tls' },
            { name: 'lost', type: 'kubernetes.io/tls' },
          ],
        },
      })
      const { certificate, key } = createCertificate(['web.example'], {
        from: Date.now() - 1000,
        to: Date.parse('2031-05-06T07:08:09Z'),
      })
      const base64 = (text: string) => Buffer.from(text).toString('base64')
      const data = { 'tls.crt': base64(certificate), 'tls.key': base64(key) }
      await client.create(pathOf(kindAt('v1', 'secrets'), { namespace: at }), {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'web' },
        type: 'kubernetes.io/tls',
        data,
      })
      for (const [name, restartCount, state] of [
        ['quiet', 0, { running: {} }],
        ['restless', 3, { waiting: { reason: 'CrashLoopBackOff' } }],
      ] as const) {
        const pod = {
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { name, labels: { 'v1.min.io/tenant': 'prod' } },
          spec: { containers: [{ name: 'minio', image: 'a/b:c' }] },
        }
        const created = await client.create(pathOf(kindAt('v1', 'pods'), { namespace: at }), pod)
        const ready = name === 'quiet'
        const containerStatuses = [{ name: 'minio', restartCount, state, ready, image: '', imageID: '' }]
        await client.replace(pathOf(kindAt('v1', 'pods'), { namespace: at, name, sub: 'status' }), {
          ...created,
          status: { phase: 'Running', containerStatuses },
        })
      }
    }
    const parts = (list: readonly TenantHealth[], at: string) =>
      list
        .filter(({ tenant }) => tenant.namespace === at)
        .map(({ tenant, ...rest }) => ({ name: tenant.name, ...rest }))
    const certificates = [
      { name: 'web', from: 'people', expiry: '2031-05-06T07:08:09.000Z' },
      { name: 'lost', from: 'people', expiry: '', problem: 'The secret does not exist' },
    ]
    const drives = { offline: 1, healing: 2 }
    const all = {
      name: 'prod',
      drives,
      certificates,
      pods: [
        {
          name: 'restless',
          restarts: 3,
          status: 'CrashLoopBackOff',
          readyContainers: 0,
          totalContainers: 1,
          failure: '',
        },
      ],
    }
    const reported = await (await port()).health('all')
    assert.equal([parts(reported, open), parts(reported, closed)], [[all], [all]])
    assert.equal(parts(await (await port()).health('own'), open), [{ name: 'prod', drives }])
    assert.equal(await (await port()).expirations(open, 'prod'), all.certificates)

    const listRights = { verbs: ['list'], resources: ['tenants'], groups: ['minio.min.io'] }
    const within = {
      [open]: [
        { verbs: ['list'], resources: ['pods'] },
        { verbs: ['get'], resources: ['secrets'] },
      ],
    }
    const { token } = await account(open, 'partly', { everywhere: [listRights], within })
    const partly = await (await port(token)).health('all')
    assert.equal(parts(partly, open), [all])
    assert.equal(parts(partly, closed), [{ name: 'prod', drives, certificates: undefined, pods: undefined }])
    await expectFailure(403, (await port(token)).expirations(closed, 'prod'))
    await expectFailure(403, (await port((await account(closed, 'nobody')).token)).health('all'))
  })

  test('the list is updated from a known resource version, and sent whole if that is too old', async () => {
    const { client, namespace } = cluster()
    const ns = await namespace(uniqueName('live'))
    await make(cluster(), ns, 'before')
    const backend = await port()
    const { version } = await backend.list()
    const controller = new AbortController()
    const reported: string[] = []
    const describe = (change: TenantChange) => (change.kind === 'all' ? 'all' : `${change.kind} ${change.tenant.name}`)
    const collectChanges = async (since: string | undefined, until: () => Promise<boolean> | boolean) => {
      for await (const change of backend.changes(since, controller.signal)) {
        if (change.kind === 'all' || change.tenant.namespace === ns) reported.push(describe(change))
        if (await until()) return
      }
    }
    const following = collectChanges(version, () => reported.includes('deleted before'))
    await make(cluster(), ns, 'after')
    await client.patch(pathOf(kind, { namespace: ns, name: 'after' }), { metadata: { labels: { team: 'a' } } })
    await client.remove(pathOf(kind, { namespace: ns, name: 'before' }))
    await following
    assert.equal(reported, ['set after', 'set after', 'deleted before'])

    // subscribers do not notice a cluster outage
    const { version: now, tenants: known } = await backend.list()
    let names = inNamespace(known, ns).map(({ name }) => name)
    const through = (async () => {
      for await (const change of backend.changes(now, controller.signal)) {
        if (change.kind === 'all') names = inNamespace(change.tenants, ns).map(({ name }) => name)
        else
          names = [
            ...names.filter((name) => name !== change.tenant.name),
            ...(change.kind === 'set' ? [change.tenant.name] : []),
          ]
        if (names.includes('later') && !names.includes('after')) return
      }
    })()
    await make(cluster(), ns, 'later')
    if (generation === 'v7') await cluster().restart?.()
    await client.remove(pathOf(kind, { namespace: ns, name: 'after' }))
    await through
    assert.equal(names, ['later'])

    reported.length = 0
    await collectChanges('1', () => true)
    assert.equal(reported, ['all'], 'after an expired version everything is reported again')
    controller.abort()
  })
})
