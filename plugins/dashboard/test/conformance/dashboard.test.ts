import { assert } from '../../../../test/lib/suite.ts'
import { until } from '../../../../test/lib/until.ts'
import { addUser, allow, onEveryEngine, expectFailure, uniqueName } from '../../../../test/conformance/engines.ts'

onEveryEngine('dashboard', (test, peer) => {
  test('the storage reports its usage and the state of its servers and drives', async () => {
    const admin = await peer().as()
    await admin.buckets.add({ name: uniqueName('counted'), versioning: false, locking: false })
    const { buckets = 0, objects = 0, usage = 0, capacity = 0, servers } = await admin.dashboard.info()
    for (const figure of [buckets, objects, usage]) assert.ok(Number.isSafeInteger(figure) && figure >= 0)
    assert.ok(servers?.length)
    for (const { state, endpoint, uptime, network = {}, drives = [] } of servers ?? []) {
      assert.is(state, 'online')
      assert.ok(endpoint)
      assert.ok((uptime ?? -1) >= 0 && Number.isInteger(uptime))
      assert.ok(Object.values(network).every((peer) => peer === 'online'))
      assert.ok(drives.length > 0)
      for (const drive of drives) {
        assert.is(drive.state, 'ok')
        assert.ok(drive.endpoint || drive.drivePath)
        const { totalSpace = 0, usedSpace = 0, availableSpace = 0 } = drive
        assert.ok(totalSpace > 0 && usedSpace >= 0 && usedSpace + availableSpace <= totalSpace)
      }
    }
    const all = (servers ?? []).flatMap(({ drives = [] }) => drives.map(({ totalSpace = 0 }) => totalSpace))
    assert.ok(capacity > 0 && capacity <= all.reduce((sum, size) => sum + size, 0))
  })

  test('the number of buckets is current, or as of the last usage scan', async () => {
    const admin = await peer().as()
    await admin.buckets.add({ name: uniqueName('seen'), versioning: false, locking: false })
    const listed = await admin.buckets.list()
    // a storage's list of buckets may be a second old
    await until(async () => {
      const { buckets, asOf = 'now' } = await admin.dashboard.info()
      return asOf === 'now' || asOf === 'never' ? buckets === listed.length : Date.parse(asOf) < Date.now()
    })
  })

  test('only callers who may see servers see them', async () => {
    const admin = await peer().as()
    const operator = await peer().as(await addUser(admin, ['diagnostics']))
    assert.ok((await operator.dashboard.info()).servers?.length)
    const reader = await peer().as(await addUser(admin, [allow(['s3:*'], ['*'])]))
    await expectFailure(403, reader.dashboard.info())
  })

  test('the outlook lists buckets whose sizes are known, and no pools where there is only one', async () => {
    const admin = await peer().as()
    await admin.buckets.add({ name: uniqueName('growing'), versioning: false, locking: false })
    const { pools, buckets } = await admin.dashboard.outlook()
    assert.equal(pools, [])
    // a MinIO server has no sizes before its first scan
    if (peer().name === 'embedded') assert.ok(buckets?.length)
    for (const { name, bytes, noncurrent = 0, markers = 0 } of buckets ?? [])
      assert.ok(name && bytes >= 0 && noncurrent >= 0 && markers >= 0)
  })

  test('calls are measured by API and server, or the reason is known why not', async () => {
    const admin = await peer().as()
    const bucket = uniqueName('measured')
    await admin.buckets.add({ name: bucket, versioning: false, locking: false })
    await until(async () => {
      const { apis, problem } = await admin.dashboard.latency()
      return problem !== undefined || apis.some(({ name }) => /bucket/i.test(name))
    })
    const { apis, servers, buckets, until: measured, slowDrives, problem } = await admin.dashboard.latency()
    assert.equal(slowDrives, [])
    if (problem) return
    for (const { calls, errors, p50 = 0, p99 = 0 } of [...apis, ...servers]) {
      assert.ok(calls > 0 && errors >= 0 && errors <= calls)
      assert.ok(p50 >= 0 && p50 <= p99)
    }
    assert.is(servers.length > 0, apis.length > 0)
    if (measured === 'end') assert.ok(buckets?.some(({ name }) => name === bucket))
    else assert.is(buckets, undefined)
    const reader = await peer().as(await addUser(admin, [allow(['s3:*'], ['*'])]))
    await expectFailure(403, reader.dashboard.latency())
  })
})
