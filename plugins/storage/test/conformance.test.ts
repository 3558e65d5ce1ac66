import { assert } from '../../../test/lib/suite.ts'
import { kindAt, pathOf } from '../../../engines/kubernetes/client.ts'
import type { StorageBackend } from '../backend.ts'
import { directPv } from '../kubernetes/directpv.ts'
import { nodeDidNotRespond, noResultFrom } from '../messages.ts'
import storage from '../server.ts'
import {
  defineDriveCrds,
  directCsiDrive,
  directPvDrive,
  directPvNode,
  removeDriveCrds,
} from '../../../test/lib/drive-crds.ts'
import { until } from '../../../test/lib/until.ts'
import { onEveryGeneration } from '../../../test/conformance/clusters.ts'
import { expectFailure, uniqueName } from '../../../test/conformance/engines.ts'

const pv = (plural: string) => pathOf(kindAt('directpv.min.io/v1beta1', plural))
const claims = (namespace: string) => pathOf(kindAt('v1', 'persistentvolumeclaims'), { namespace })

type InitRequest = {
  metadata: { name: string; labels: Record<string, string> }
  spec: { devices: { id: string; name: string; force: boolean }[] }
}

/** API versions of direct-csi by operator generation; later generations have DirectPV. */
const directCsiVersions = { v4: ['v1beta1', 'v1beta2'], v5: ['v1beta4', 'v1beta5'], v7: [] }

onEveryGeneration('the storage of a cluster', (test, cluster, generation) => {
  const skip = () => undefined
  const [directCsiTest, directPvTest] = generation === 'v7' ? [skip, test] : [test, skip]
  const served = directCsiVersions[generation]
  const current = served.at(-1) ?? ''
  const csi = (plural: string) => pathOf(kindAt(`direct.csi.min.io/${current}`, plural))

  const port = (token?: string): Promise<StorageBackend> => cluster().port(storage, token)

  const claim = (namespace: string, name: string, labels: Record<string, string>, more: object = {}) =>
    cluster().client.create(claims(namespace), {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name, labels },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '10Gi' } }, ...more },
    })

  test('volume claims of tenants are listed in all namespaces, and others are not', async () => {
    const { namespace, account } = cluster()
    const [one, other] = [await namespace(uniqueName('shop')), await namespace(uniqueName('labs'))]
    await claim(
      one,
      '0-prod-pool-0-0',
      { 'v1.min.io/tenant': 'prod' },
      { storageClassName: 'directpv-min-io', volumeName: 'pvc-1' },
    )
    await claim(other, '0-lab-pool-0-0', { 'v1.min.io/tenant': 'lab' })
    await claim(other, 'data', { app: 'database' })
    const all = (await (await port()).claims()).claims.filter((found) => [one, other].includes(found.namespace))
    assert.equal(all.map(({ name }) => name).sort(), ['0-lab-pool-0-0', '0-prod-pool-0-0'])
    const { age, ...prod } = all.find(({ tenant }) => tenant === 'prod') ?? { age: '' }
    assert.ok(Date.parse(age) > Date.now() - 600_000, age)
    assert.equal(prod, {
      name: '0-prod-pool-0-0',
      namespace: one,
      status: 'Pending',
      volume: 'pvc-1',
      tenant: 'prod',
      capacity: '0',
      storageClass: 'directpv-min-io',
    })
    const { token } = await account(one, 'local', {
      within: { [one]: [{ verbs: ['list'], resources: ['persistentvolumeclaims'] }] },
    })
    const { claims, within } = await (await port(token)).claims()
    assert.equal(
      [claims.map((found) => found.namespace), within],
      [[one], [one]],
      'a caller who may list one namespace gets it',
    )
    await expectFailure(
      403,
      (await port((await account(one, 'nobody')).token)).claims(),
      /cannot list resource "persistentvolumeclaims"/,
    )
  })

  test('claims are updated from a known resource version, and sent completely without one', async () => {
    const { client, namespace } = cluster()
    const ns = await namespace(uniqueName('kept'))
    await claim(ns, 'before', { 'v1.min.io/tenant': 'prod' })
    const backend = await port()
    const { version } = await backend.claims()
    const controller = new AbortController()
    const messages: string[] = []
    const receiveUntil = async (since: string | undefined, until: () => boolean) => {
      for await (const change of backend.claimChanges(since, controller.signal)) {
        if (change.kind === 'all') messages.push('all')
        else if (change.claim.namespace === ns) messages.push(`${change.kind} ${change.claim.name}`)
        if (until()) return
      }
    }
    const following = receiveUntil(version, () => messages.includes('deleted after'))
    await claim(ns, 'data', { app: 'database' })
    const after = await claim(ns, 'after', { 'v1.min.io/tenant': 'prod' })
    await client.replace(`${claims(ns)}/after/status`, { ...after, status: { phase: 'Lost' } })
    // the claim no longer belongs to a tenant
    await client.patch(`${claims(ns)}/after`, { metadata: { labels: { 'v1.min.io/tenant': null } } })
    await following
    assert.equal(messages, ['set after', 'set after', 'deleted after'])
    messages.length = 0
    await receiveUntil(undefined, () => true)
    assert.equal(messages, ['all'])
    const unprivileged = await port((await cluster().account(ns, 'no-one')).token)
    await expectFailure(
      403,
      (async () => {
        for await (const change of unprivileged.claimChanges(undefined, controller.signal)) messages.push(change.kind)
      })(),
    )
  })

  directPvTest('drives are updated when drives and the devices of nodes change', async () => {
    const { client } = cluster()
    const controller = new AbortController()
    const first = async () => {
      for await (const change of (await port()).driveChanges(controller.signal)) return change
    }
    await expectFailure(404, first(), /install DirectPV/)
    await defineDriveCrds(cluster(), 'directpv')
    await client.create(
      pv('directpvnodes'),
      directPvNode('node-1', [{ name: 'vdb', id: 'id-b', size: 500, majorMinor: '1:1' }]),
    )
    const messages: string[] = []
    for await (const change of (await port()).driveChanges(controller.signal)) {
      const describe = (drives: readonly { drive: string; status: string }[]) =>
        drives.map(({ drive, status }) => `${drive} ${status}`).join(', ')
      messages.push(
        change.kind === 'all'
          ? `all: ${describe(change.drives)}`
          : `set: ${describe(change.set)}; removed: ${change.removed.map(({ drive }) => drive).join(', ')}`,
      )
      if (messages.length === 1) await client.create(pv('directpvdrives'), directPvDrive('d1', 'node-1', 'vdb'))
      if (messages.length === 2) await client.remove(`${pv('directpvnodes')}/node-1`)
      // removing a device that is a drive changes nothing
      if (messages.length === 2)
        await client.create(
          pv('directpvnodes'),
          directPvNode('node-2', [{ name: 'vdc', id: 'id-c', size: 500, majorMinor: '1:2' }]),
        )
      if (messages.length === 3) await client.remove(`${pv('directpvdrives')}/d1`)
      if (messages.length === 4) break
    }
    assert.equal(messages, [
      'all: /dev/vdb Available',
      'set: /dev/vdb Ready; removed: ',
      'set: /dev/vdc Available; removed: ',
      'set: ; removed: /dev/vdb',
    ])
    await removeDriveCrds(cluster(), 'directpv')
    await defineDriveCrds(cluster(), 'directpv')
    assert.equal((await (await port()).drives()).drives, [], 'deleting a resource type deletes its resources')
    await removeDriveCrds(cluster(), 'directpv')
  })

  test('a cluster without managed drives says so to authorized callers', async () => {
    const { namespace, account } = cluster()
    const backend = await port()
    for (const act of [backend.drives, backend.volumes, () => backend.format(['node-1:/dev/vdb'], false)])
      await expectFailure(404, act(), /install DirectPV/)
    await expectFailure(
      403,
      (await port((await account(await namespace(uniqueName('none')), 'nobody')).token)).drives(),
      /cannot list resource "directpv/,
    )
  })

  directCsiTest(
    "direct-csi's drives are listed with their conditions, and a format request changes only its own fields of the drive",
    async () => {
      const { client } = cluster()
      await defineDriveCrds(cluster(), 'direct-csi', served)
      const make = (name: string, status: object) =>
        client.create(csi('directcsidrives'), directCsiDrive(current, name, status))
      await make('a', {
        nodeName: 'node-2',
        path: '/dev/sdc',
        conditions: [{ type: 'Initialized', status: 'False', message: 'a: /dev/sdc: cannot be read\nmore' }],
      })
      await make('b', {
        nodeName: 'node-1',
        path: '/var/lib/direct-csi/devices/xvdb-part-1',
        driveStatus: 'InUse',
        allocatedCapacity: 7,
      })
      await make('c', { nodeName: 'node-1', path: '/dev/xvdc', driveStatus: 'Ready' })
      await make('d', { nodeName: 'node-1', path: '/dev/xvdd', driveStatus: 'Unavailable' })
      await make('e', { nodeName: 'node-1', path: '/dev/xvde', filesystem: 'ext4' })
      await client.create(csi('directcsivolumes'), {
        apiVersion: `direct.csi.min.io/${current}`,
        kind: 'DirectCSIVolume',
        metadata: { name: 'pvc-9' },
        spec: {},
        status: { drive: 'b', nodeName: 'node-1', totalCapacity: 5 },
      })
      const backend = await port()
      const { manager, drives } = await backend.drives()
      assert.is(manager, 'direct-csi')
      assert.equal(
        drives.map(({ node, drive, status, volumes, message }) => [node, drive, status, volumes, message]),
        [
          ['node-1', '/dev/xvdb1', 'InUse', 1, ''],
          ['node-1', '/dev/xvdc', 'Ready', 0, ''],
          ['node-1', '/dev/xvdd', 'Unavailable', 0, ''],
          ['node-1', '/dev/xvde', 'Available', 0, ''],
          ['node-2', '/dev/sdc', 'Available*', 0, 'cannot be read'],
        ],
      )
      assert.equal(await backend.volumes(), [{ volume: 'pvc-9', capacity: 5, node: 'node-1', drive: 'xvdb1' }])
      const drivePaths = [
        'node-1:/dev/xvdb1',
        'node-1:/dev/xvdc',
        'node-1:/dev/xvdd',
        'node-1:/dev/xvde',
        'node-2:/dev/sdc',
        'node-9:/dev/sdz',
      ]
      const why = (issues: { drive: string; error: string }[]) => issues.map(({ drive, error }) => `${drive} ${error}`)
      assert.equal(why(await backend.format(drivePaths, false)), [
        '/dev/xvdb1 Drive in use. Cannot be formatted',
        '/dev/xvdc Drive already owned and managed. Use force to overwrite',
        '/dev/xvdd Status is unavailable',
        '/dev/xvde Drive already has a fs. Use force to overwrite',
        '/dev/sdz not found',
      ])
      const stored = await client.get(`${csi('directcsidrives')}/a`)
      assert.equal(stored.spec, {
        directCSIOwned: true,
        driveTaint: { kept: 'yes' },
        requestedFormat: { filesystem: 'xfs', force: false },
      })
      assert.equal(why(await backend.format(['node-1:/dev/xvdc', 'node-1:/dev/xvde'], true)), [])
      assert.equal(
        ((await client.get(`${csi('directcsidrives')}/c`)).spec as { requestedFormat: object }).requestedFormat,
        { filesystem: 'xfs', force: true },
      )
      await removeDriveCrds(cluster(), 'direct-csi')
    },
  )

  directPvTest(
    "DirectPV's drives are listed with available devices, and with the statuses and reasons of DirectPV",
    async () => {
      const { client } = cluster()
      await defineDriveCrds(cluster(), 'directpv')
      const make = (...args: Parameters<typeof directPvDrive>) =>
        client.create(pv('directpvdrives'), directPvDrive(...args))
      await make('d1', 'node-1', 'vdb', { volumes: ['pvc-1', 'pvc-2'] })
      await make('d2', 'node-1', 'vdc', {
        spec: { unschedulable: true },
        labels: { 'directpv.min.io/suspend': 'true' },
      })
      const conditions = [
        {
          type: 'MountError',
          status: 'True',
          message: 'older',
          lastTransitionTime: '2026-01-01T00:00:00Z',
          reason: '',
        },
        {
          type: 'IOError',
          status: 'True',
          message: 'it cannot be read',
          lastTransitionTime: '2026-02-01T00:00:00Z',
          reason: '',
        },
      ]
      await make('d3', 'node-2', 'vdb', { status: { status: 'Error', conditions } })
      await client.create(
        pv('directpvnodes'),
        directPvNode('node-1', [
          { name: 'vdb', id: 'id-b', size: 1, majorMinor: '1:1' },
          { name: 'sda', id: 'id-a', size: 400, majorMinor: '1:2', deniedReason: 'Mounted' },
        ]),
      )
      await client.create(
        pv('directpvnodes'),
        directPvNode('node-2', [
          { name: 'vdc', id: 'id-c', size: 500, majorMinor: '1:3' },
          { name: 'vdd', id: 'id-d', size: 500, majorMinor: '1:4', fsType: 'ext4' },
          { name: 'vde', id: 'id-e', size: 500, majorMinor: '1:5' },
        ]),
      )
      const { manager, drives } = await (await port()).drives()
      assert.is(manager, 'directpv')
      assert.equal(
        drives.map(({ node, drive, status, volumes, message, refusal = '' }) => [
          node,
          drive,
          status,
          volumes,
          message,
          refusal,
        ]),
        [
          ['node-1', '/dev/sda', 'Unavailable', 0, 'Mounted', 'Mounted'],
          ['node-1', '/dev/vdb', 'Ready', 2, '', 'Drive in use. Cannot be formatted'],
          ['node-1', '/dev/vdc', 'Ready,SchedulingDisabled,Suspended', 0, '', 'Drive already owned and managed'],
          ['node-2', '/dev/vdb', 'Error', 0, 'it cannot be read', 'Drive already owned and managed'],
          ['node-2', '/dev/vdc', 'Available', 0, '', ''],
          ['node-2', '/dev/vdd', 'Available', 0, '', ''],
          ['node-2', '/dev/vde', 'Available', 0, '', ''],
        ],
      )
      assert.is(drives.find(({ drive }) => drive === '/dev/vdd')?.filesystem, 'ext4')
      const labels = { 'directpv.min.io/node': 'node-1', 'directpv.min.io/drive-name': 'vdb' }
      await client.create(pv('directpvvolumes'), {
        apiVersion: 'directpv.min.io/v1beta1',
        kind: 'DirectPVVolume',
        metadata: { name: 'pvc-1', labels },
        status: { totalCapacity: 9 },
      })
      assert.equal(await (await port()).volumes(), [{ volume: 'pvc-1', capacity: 9, node: 'node-1', drive: 'vdb' }])
    },
  )

  directPvTest('each node gets one request for its devices, by their IDs, and its results are returned', async () => {
    const { client } = cluster()
    const requests = async () => (await client.list(pv('directpvinitrequests'))) as unknown as InitRequest[]
    const drivePaths = [
      'node-1:/dev/vdb',
      'node-1:/dev/sda',
      'node-2:/dev/vdc',
      'node-2:/dev/vdd',
      'node-2:/dev/vde',
      'node-2:/dev/vde',
    ]
    const formatting = (await port()).format(drivePaths, false)
    await until(async () => (await requests()).length > 0)
    const [request, ...others] = await requests()
    assert.equal(others, [], 'node-1 does not need to be queried')
    assert.is(request?.metadata.labels['directpv.min.io/node'], 'node-2')
    assert.equal(request?.spec.devices, [
      { id: 'id-c', name: 'vdc', force: false },
      { id: 'id-e', name: 'vde', force: false },
    ])
    const results = [{ name: 'vdc' }, { name: 'vde', error: 'the device has changed' }]
    await client.patch(`${pv('directpvinitrequests')}/${request?.metadata.name}`, {
      status: { status: 'Processed', results },
    })
    assert.equal(await formatting, [
      { node: 'node-1', drive: '/dev/vdb', error: 'Drive in use. Cannot be formatted' },
      { node: 'node-1', drive: '/dev/sda', error: 'Mounted' },
      { node: 'node-2', drive: '/dev/vdd', error: 'Drive already has a fs. Use force to overwrite' },
      { node: 'node-2', drive: '/dev/vde', error: 'the device has changed' },
    ])
    assert.equal(await requests(), [], 'the request is removed')
  })

  directPvTest('an unresponsive node is reported, and its request is withdrawn', async () => {
    const { client } = cluster()
    const issues = await directPv(client, 'directpv.min.io/v1beta1', { timeout: 0, interval: 1 }).format(
      ['node-2:/dev/vdd'],
      true,
    )
    assert.equal(issues, [{ node: 'node-2', drive: '/dev/vdd', error: nodeDidNotRespond('node-2') }])
    assert.equal(await client.list(pv('directpvinitrequests')), [])
  })

  directPvTest('a device without a result, or whose request vanished, is not reported as formatted', async () => {
    const { client } = cluster()
    const requests = () => client.list(pv('directpvinitrequests'))
    for (const [status, results, unknown] of [
      ['Error', [], ['vdd', 'vde']],
      ['Error', [{ name: 'vdd' }], ['vde']],
      ['vanished', [], ['vdd', 'vde']],
      ['Processed', [], []],
    ] as const) {
      const formatting = (await port()).format(['node-2:/dev/vdd', 'node-2:/dev/vde'], true)
      await until(async () => (await requests()).length > 0)
      const path = `${pv('directpvinitrequests')}/${(await requests())[0]?.metadata.name}`
      await (status === 'vanished' ? client.remove(path) : client.patch(path, { status: { status, results } }))
      const [node, error] = ['node-2', noResultFrom('node-2')]
      const issues = unknown.map((name) => ({ node, drive: `/dev/${name}`, error }))
      assert.equal(await formatting, issues)
    }
  })

  directPvTest('a caller who may view but not format is refused by the cluster with the reason', async () => {
    const { namespace, account } = cluster()
    const rules = [{ verbs: ['list'], resources: ['directpvdrives', 'directpvnodes'], groups: ['directpv.min.io'] }]
    const { token } = await account(await namespace(uniqueName('viewer')), 'viewer', { everywhere: rules })
    assert.is((await (await port(token)).drives()).drives.length, 7)
    await expectFailure(
      403,
      (await port(token)).format(['node-2:/dev/vdc'], false),
      /cannot create resource "directpvinitrequests"/,
    )
  })
})
