import { assert } from '../../../../test/lib/suite.ts'
import { pathOf } from '../../../../engines/kubernetes/client.ts'
import { hasMinio, noMinio, startMinio } from '../../../../test/lib/minio.ts'
import { onEveryGeneration } from '../../../../test/conformance/clusters.ts'
import { expectFailure } from '../../../../test/conformance/engines.ts'
import { defineLogs } from './pod-logs.ts'
import { kind, core, label, useTenant } from './tenant.ts'

const GROUP = ['minio.min.io']

onEveryGeneration('tenant details', (test, cluster, generation) => {
  const { port, make, podOf } = useTenant(cluster)

  test('a tenant is reported with its pools, features and addresses', async () => {
    const tenantRef = await make()
    const { creation_date, ...details } = await (await port()).tenant(tenantRef)
    assert.ok(Date.parse(creation_date) > Date.now() - 600_000)
    assert.equal(details, {
      name: 'prod',
      namespace: tenantRef.namespace,
      image: 'minio/minio:one',
      currentState: 'Initialized',
      total_size: 80 * 2 ** 30,
      minioTLS: true,
      pools: [
        {
          name: 'pool-0',
          stateful_set: 'prod-pool-0',
          servers: 4,
          volumes_per_server: 2,
          volume_configuration: { size: 10 * 2 ** 30, storage_class_name: 'fast' },
          fields: ['tolerations'],
        },
      ],
      enable_prometheus: false,
      endpoints: { minio: 'https://s3.example', console: '' },
      exposure: {
        minio: { state: 'found', from: 'service', url: 'https://s3.example' },
        console: { state: 'none' },
      },
      logEnabled: false,
      monitoringEnabled: false,
      encryptionEnabled: true,
      idpAdEnabled: false,
      idpOidcEnabled: true,
      parity: 'EC:3',
      configuration: 'read',
      ...(generation !== 'v4' && { unoffered: ['logEnabled', 'monitoringEnabled'] }),
      status: { write_quorum: 5, drives_online: 8, drives_offline: 0, drives_healing: 0, health_status: 'green' },
    })
    assert.equal(await (await port()).usage(tenantRef), { used: 30, disk_used: 60 })
    await expectFailure(404, (await port()).tenant({ ...tenantRef, tenant: 'nobody' }))
  })

  test('a drive is offline while the cluster finds its volume abnormal', async () => {
    const tenantRef = await make()
    const { client } = cluster()
    const volume = 'data1-prod-pool-0-3'
    const createEvent = (name: string, reason: string, lastTimestamp: string, of = volume) =>
      client.create(core('events', { namespace: tenantRef.namespace }), {
        metadata: { name, namespace: tenantRef.namespace },
        type: 'Warning',
        reason,
        message: 'input/output error',
        lastTimestamp,
        involvedObject: { kind: 'PersistentVolumeClaim', name: of, namespace: tenantRef.namespace },
      })
    await createEvent('first', 'VolumeConditionAbnormal', '2026-11-20T00:00:00Z')
    await createEvent('foreign', 'VolumeConditionAbnormal', '2026-11-20T00:00:00Z', 'data1-other-pool-0-3')
    const read = async (token?: string) => (await port(token)).driveFaults(tenantRef)
    const faults = async () => (await read()).faults
    assert.equal(await faults(), [
      {
        volume,
        pod: 'prod-pool-0-3',
        path: '/export1',
        state: 'offline',
        reason: 'input/output error',
        since: Date.parse('2026-11-20T00:00:00Z') / 1000,
      },
    ])
    await createEvent('second', 'VolumeConditionNormal', '2026-11-20T01:00:00Z')
    // the tenant itself does not run
    assert.equal(await read(), { faults: [], unread: ['tenant'] })
    const { token } = await cluster().account(tenantRef.namespace, 'reader', {
      within: { [tenantRef.namespace]: [{ verbs: ['get'], resources: ['tenants'], groups: GROUP }] },
    })
    assert.equal(await read(token), { faults: [], unread: ['tenant', 'events'] })
  })

  // independent of the operator generation, so once is enough
  if (generation === 'v7') {
    let stop = async () => {}
    test.after(() => stop())
    const withMinio = hasMinio() ? test : Object.assign(() => test.skip(), test)
    withMinio('usage comes from the tenant itself if the caller may read its keys', async () => {
      const minio = await startMinio()
      if (!minio) throw new Error(noMinio)
      stop = minio.stop
      const tenantRef = await make(
        `export MINIO_ROOT_USER="${minio.root.accessKey}"\nexport MINIO_ROOT_PASSWORD="${minio.root.secretKey}"\n`,
      )
      cluster().addresses.set(`${tenantRef.namespace}/minio`, new URL(minio.url))
      const details = await (await port()).usage(tenantRef)
      assert.is(details.used, 0)
      assert.ok(details.disk_used > 60, String(details.disk_used))
      assert.ok((details.disk_total ?? 0) >= details.disk_used, String(details.disk_total))
      const { skew = Number.NaN } = await (await port()).driveFaults(tenantRef)
      assert.ok(Math.abs(skew) < 5, 'the tenant runs on this machine')
      const found = { used: 30, disk_used: 60 }
      const { token } = await cluster().account(tenantRef.namespace, 'reader', {
        within: { [tenantRef.namespace]: [{ verbs: ['get'], resources: ['tenants'], groups: GROUP }] },
      })
      assert.equal(
        await (await port(token)).usage(tenantRef),
        found,
        'without access to the keys the operator reports usage',
      )
      await minio.stop()
      assert.equal(await (await port()).usage(tenantRef), found)
    })

    defineLogs(test, cluster)
  }

  test('a caller who may not read secrets gets the reason and everything else', async () => {
    const tenantRef = await make()
    const { token } = await cluster().account(tenantRef.namespace, 'reader', {
      within: { [tenantRef.namespace]: [{ verbs: ['get'], resources: ['tenants'], groups: GROUP }] },
    })
    const details = await (await port(token)).tenant(tenantRef)
    assert.equal(
      [details.configuration, details.encryptionEnabled, details.idpOidcEnabled, details.endpoints],
      ['withheld', true, false, undefined],
    )
    const empty = await make()
    await expectFailure(403, (await port(token)).tenant(empty), /cannot get resource "tenants"/)
  })

  test('the configuration is returned for comparison, without secrets', async () => {
    const tenantRef = await make(
      'export MINIO_ROOT_PASSWORD="hidden-root"\nexport MINIO_IDENTITY_OPENID_CLIENT_SECRET="hidden-oidc"\n',
    )
    const details = await (await port()).settings(tenantRef)
    const none = { cpu: '', memory: '' }
    assert.equal(details.tenant, await (await port()).tenant(tenantRef).then(({ unoffered: _, ...same }) => same))
    assert.equal(
      [details.secrets, details.steps.identity.configuration_url, details.unread],
      [['identity.secret_id'], 'https://sso', []],
    )
    assert.equal(details.pools, [{ requests: none, limits: none, placement: { kind: 'none' }, rules: '' }])
    assert.equal(details.environment, [
      'MINIO_IDENTITY_OPENID_CLIENT_SECRET',
      'MINIO_IDENTITY_OPENID_CONFIG_URL',
      'MINIO_KMS_SECRET_KEY',
      'MINIO_ROOT_PASSWORD',
      'MINIO_STORAGE_CLASS_STANDARD',
    ])
    assert.not.match(JSON.stringify(details), /hidden|k:v/)
    const { token } = await cluster().account(tenantRef.namespace, 'comparer', {
      within: { [tenantRef.namespace]: [{ verbs: ['get'], resources: ['tenants'], groups: GROUP }] },
    })
    const { unread, environment } = await (await port(token)).settings(tenantRef)
    assert.equal([unread, environment], [['configuration'], ['MINIO_KMS_SECRET_KEY']])
    await expectFailure(404, (await port()).settings({ ...tenantRef, tenant: 'nobody' }))
    const { token: other } = await cluster().account(tenantRef.namespace, 'nobody-in-particular')
    await expectFailure(403, (await port(other)).settings(tenantRef))
  })

  test('changes are sent part by part to callers who may list each', async () => {
    const tenantRef = await make()
    await podOf(tenantRef.namespace, 'prod-pool-0-0')
    const controller = new AbortController()
    const receive = async (
      token: string | undefined,
      expectedParts: readonly string[],
      act: () => Promise<unknown>,
    ) => {
      const details = new Set<string>()
      const first = new Set<string>()
      let acted: Promise<unknown> | undefined
      for await (const parts of (await port(token)).partChanges(tenantRef, controller.signal)) {
        for (const part of parts) (acted ? details : first).add(part)
        if (!acted && expectedParts.every((part) => first.has(part))) acted = act()
        if (acted && expectedParts.every((part) => details.has(part))) break
      }
      await acted
      return [[...first].sort(), [...details].sort()]
    }
    const { client } = cluster()
    const all = ['events', 'pods', 'tenant', 'volumes']
    const change = async () => {
      await client.patch(pathOf(kind, { namespace: tenantRef.namespace, name: 'prod' }), {
        metadata: { labels: { changed: 'yes' } },
      })
      await podOf(tenantRef.namespace, 'prod-pool-0-1')
      const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
      await client.create(core('persistentvolumeclaims', { namespace: tenantRef.namespace }), {
        metadata: { name: '0-prod', labels: label },
        spec,
      })
      const involvedObject = { kind: 'Tenant', namespace: tenantRef.namespace, name: 'prod' }
      await client.create(core('events', { namespace: tenantRef.namespace }), {
        metadata: { name: 'prod.1' },
        involvedObject,
        reason: 'Seen',
        message: 'seen',
        type: 'Normal',
      })
    }
    assert.equal(await receive(undefined, all, change), [all, all])
    const { token } = await cluster().account(tenantRef.namespace, 'follower', {
      within: {
        [tenantRef.namespace]: [
          { verbs: ['get'], resources: ['tenants'], groups: GROUP },
          { verbs: ['list', 'watch'], resources: ['pods'] },
        ],
      },
    })
    assert.equal(await receive(token, ['pods'], () => podOf(tenantRef.namespace, 'prod-pool-0-2')), [
      ['pods'],
      ['pods'],
    ])
    const { token: other } = await cluster().account(tenantRef.namespace, 'passer-by', {
      within: { [tenantRef.namespace]: [{ verbs: ['list', 'watch'], resources: ['pods'] }] },
    })
    await expectFailure(
      403,
      receive(other, ['pods'], async () => undefined),
    )
    controller.abort()
  })

  test('pods of the tenant are listed with their events, oldest first', async () => {
    const tenantRef = await make()
    const { client } = cluster()
    const backend = await port()
    const pod = await podOf(tenantRef.namespace, 'prod-pool-0-0')
    await podOf(tenantRef.namespace, 'foreign', {})
    await client.replace(core('pods', { namespace: tenantRef.namespace, name: 'prod-pool-0-0', sub: 'status' }), {
      ...pod,
      status: {
        phase: 'Running',
        podIP: '10.0.0.9',
        containerStatuses: [
          { name: 'minio', restartCount: 2, ready: false, state: { waiting: { reason: 'CrashLoopBackOff' } } },
          { name: 'sidecar', restartCount: 1, ready: true, state: { running: {} } },
        ].map((one) => ({ ...one, image: '', imageID: '' })),
      },
    })
    const [{ timeCreated, ...details } = { timeCreated: 0 }, ...others] = await backend.pods(tenantRef)
    assert.ok(timeCreated > Date.now() / 1000 - 600)
    assert.equal(
      [details, others],
      [
        {
          name: 'prod-pool-0-0',
          status: 'Running',
          podIP: '10.0.0.9',
          restarts: 3,
          node: '',
          reason: 'CrashLoopBackOff',
          readyContainers: 1,
          totalContainers: 2,
          failure: '',
          unready: { container: 'minio', run: 'this' },
          containers: ['minio', 'sidecar'],
          initContainers: [],
        },
        [],
      ],
    )

    const event = (name: string, more: object) => ({
      metadata: { name, namespace: tenantRef.namespace },
      involvedObject: { kind: 'Pod', name: 'prod-pool-0-0', namespace: tenantRef.namespace, uid: pod.metadata.uid },
      type: 'Warning',
      reason: name,
      message: `${name} happened`,
      ...more,
    })
    await client.create(
      core('events', { namespace: tenantRef.namespace }),
      event('late', { lastTimestamp: '2026-11-04T10:00:00Z' }),
    )
    await client.create(
      core('events', { namespace: tenantRef.namespace }),
      event('early', { lastTimestamp: '2026-11-04T09:00:00Z' }),
    )
    const events = await backend.events({ ...tenantRef, pod: 'prod-pool-0-0' })
    assert.equal(
      events.map(({ reason, last_seen }) => [reason, last_seen]),
      [
        ['early', Date.parse('2026-11-04T09:00:00Z') / 1000],
        ['late', Date.parse('2026-11-04T10:00:00Z') / 1000],
      ],
    )

    await expectFailure(404, backend.events({ ...tenantRef, pod: 'foreign' }))
    await expectFailure(404, backend.removePod({ ...tenantRef, pod: 'foreign' }))
    await backend.removePod({ ...tenantRef, pod: 'prod-pool-0-0' })
    assert.equal(await backend.pods(tenantRef), [])
    await expectFailure(404, backend.removePod({ ...tenantRef, pod: 'prod-pool-0-0' }))
  })

  test('events of a tenant and its resources are listed latest first, with repeats combined', async () => {
    const tenantRef = await make()
    const { client, account } = cluster()
    let number = 0
    const createEvent = (kindOf: string, name: string, more: object) =>
      client.create(core('events', { namespace: tenantRef.namespace }), {
        metadata: { name: `event-${(number += 1)}`, namespace: tenantRef.namespace },
        involvedObject: { kind: kindOf, name, namespace: tenantRef.namespace },
        type: 'Normal',
        reason: 'Told',
        message: 'It is so',
        count: 1,
        ...more,
      })
    const hour = (of: number) => `2026-11-04T${String(of).padStart(2, '0')}:00:00Z`
    const seconds = (of: number) => Date.parse(hour(of)) / 1000
    await createEvent('Tenant', 'prod', { firstTimestamp: hour(1), lastTimestamp: hour(1) })
    await createEvent('StatefulSet', 'prod-pool-0', { firstTimestamp: hour(2), lastTimestamp: hour(2) })
    // event of a deleted pod
    await createEvent('Pod', 'prod-pool-0-3', {
      type: 'Warning',
      reason: 'BackOff',
      firstTimestamp: hour(3),
      lastTimestamp: hour(4),
      count: 5,
    })
    await createEvent('Pod', 'prod-pool-0-3', {
      type: 'Warning',
      reason: 'BackOff',
      firstTimestamp: hour(5),
      lastTimestamp: hour(8),
      count: 2,
    })
    await createEvent('PersistentVolumeClaim', 'data0-prod-pool-0-3', {
      firstTimestamp: hour(6),
      lastTimestamp: hour(6),
    })
    for (const [of, name] of [
      ['Tenant', 'other'],
      ['Pod', 'other-prod-pool-0-3'],
      ['Pod', 'prod-pool-1-0'],
      ['Pod', 'prod-pool-0'],
      ['StatefulSet', 'prod'],
      ['PersistentVolumeClaim', 'data0-other-prod-pool-0-3'],
      ['Secret', 'prod'],
    ] as const)
      await createEvent(of, name, { firstTimestamp: hour(7), lastTimestamp: hour(7) })
    const plain = { event_type: 'Normal', reason: 'Told', message: 'It is so', count: 1 }
    const once = (of: number) => ({ ...plain, first_seen: seconds(of), last_seen: seconds(of) })
    assert.equal(await (await port()).timeline(tenantRef), [
      {
        kind: 'Pod',
        name: 'prod-pool-0-3',
        event_type: 'Warning',
        reason: 'BackOff',
        message: 'It is so',
        count: 7,
        first_seen: seconds(3),
        last_seen: seconds(8),
      },
      { kind: 'PersistentVolumeClaim', name: 'data0-prod-pool-0-3', ...once(6) },
      { kind: 'StatefulSet', name: 'prod-pool-0', ...once(2) },
      { kind: 'Tenant', name: 'prod', ...once(1) },
    ])
    await expectFailure(404, (await port()).timeline({ ...tenantRef, tenant: 'nobody' }))
    const { token } = await account(tenantRef.namespace, 'deaf', {
      within: { [tenantRef.namespace]: [{ verbs: ['get'], resources: ['tenants'], groups: GROUP }] },
    })
    await expectFailure(403, (await port(token)).timeline(tenantRef), /cannot list resource "events"/)
  })
})
