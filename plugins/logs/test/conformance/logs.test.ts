import { assert } from '../../../../test/lib/suite.ts'
import * as v from 'valibot'
import { missingFeatures } from '../../../../core/protocol/features.ts'
import { Filter } from '../../contract.ts'
import { until } from '../../../../test/lib/until.ts'
import { addUser, allow, onEveryEngine, expectFailure, uniqueName } from '../../../../test/conformance/engines.ts'

const filterOf = (query: v.InferInput<typeof Filter> = {}) => v.parse(Filter, query)

onEveryEngine('logs', (test, peer) => {
  test('the log is followed until the subscriber leaves', async () => {
    const admin = await peer().as()
    const controller = new AbortController()
    const lines = admin.logs.follow(filterOf(), controller.signal)
    setTimeout(() => controller.abort(), 500)
    for await (const line of lines) {
      assert.ok(line.node)
      assert.ok(line.ConsoleMsg || line.message || line.error?.message)
      assert.not(line.ConsoleMsg?.includes('\u001b'))
    }
    assert.ok(controller.signal.aborted)
  })

  test('a caller without the right to see logs is refused and gets the missing permission', async () => {
    const admin = await peer().as()
    const { signal } = new AbortController()
    const reader = await peer().as(await addUser(admin, [allow(['s3:*'], ['*'])]))
    const search = { patterns: [], order: 'timeDesc', size: 10 } as const
    for (const call of [
      () => reader.logs.follow(filterOf(), signal)[Symbol.asyncIterator]().next(),
      () => reader.logs.search(search),
      () => reader.logs.auditStatus(),
    ])
      assert.is((await expectFailure(403, call())).detail, 'admin:ConsoleLog is not granted')
  })

  test('the last use of an access key is known to its owner, and without records the missing setting is named', async () => {
    const admin = await peer().as()
    const pair = await addUser(admin, [allow(['s3:*'], ['*'])])
    const reader = await peer().as(pair)
    const keys = await reader.identity.addAccount({ policy: '' })
    const [own, foreign] = [keys.accessKey, peer().root.accessKey]
    const read = () => reader.logs.keysLastUsed([own, foreign])
    if (peer().name === 'minio') {
      assert.is((await expectFailure(503, read())).detail, missingFeatures['log-search'])
      return
    }
    await admin.buckets.list()
    await (await peer().as(keys)).buckets.list()
    await until(async () => (await read()).items.length === 1)
    const [use] = (await read()).items
    assert.equal([use?.accessKey, use?.name, (await read()).since], [own, 'ListBuckets', undefined])
    const { items, since = '?' } = await admin.logs.keysLastUsed([own, foreign])
    assert.equal(items.map(({ accessKey }) => accessKey).sort(), [own, foreign].sort())
    assert.ok((use?.time ?? '') >= since)
    const byKey = { patterns: [{ field: 'access_key_id', pattern: own }], order: 'timeDesc', size: 10 } as const
    assert.ok((await admin.logs.search(byKey)).rows.every(({ access_key }) => access_key === pair.accessKey))
  })

  test('calls are found by resource if the console has a data folder, and otherwise the missing setting is named', async () => {
    const admin = await peer().as()
    const bucket = uniqueName('audited')
    const search = () =>
      admin.logs.search({
        patterns: [{ field: 'bucket', pattern: `${bucket.slice(0, -1)}*` }],
        order: 'timeDesc',
        size: 10,
      })
    await admin.buckets.add({ name: bucket, versioning: false, locking: false })
    if (peer().name === 'minio') {
      assert.is((await expectFailure(503, search())).detail, missingFeatures['log-search'])
      assert.is((await admin.logs.auditStatus()).problem, missingFeatures['log-search'])
      await expectFailure(401, admin.logs.take('Bearer guessed', '{}'))
      return
    }
    await until(async () => (await search()).rows.length > 0)
    const [row] = (await search()).rows
    assert.equal(
      [row?.bucket, row?.response_status, row?.response_status_code, row?.access_key],
      [bucket, 'OK', 200, peer().root.accessKey],
    )
    assert.ok((await admin.logs.auditStatus()).count > 0)
    await expectFailure(401, admin.logs.take('Bearer guessed', '{}'))
  })
})
