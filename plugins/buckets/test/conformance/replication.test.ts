import { assert, suite } from '../../../../test/lib/suite.ts'
import { pluck } from '../../../../test/lib/pluck.ts'
import * as v from 'valibot'
import { lastRule, NewReplication, ReplicationChange } from '../../replication.ts'
import { minioRelease, missingOwnMinio } from '../../../../test/lib/minio.ts'
import { startMinioPair } from '../../../../test/lib/minio-pair.ts'
import { actAs } from '../../../../test/lib/ports.ts'
import { until } from '../../../../test/lib/until.ts'
import { addUser, allow, onEveryEngine, expectFailure, uniqueName } from '../../../../test/conformance/engines.ts'
import { listing } from '../../../../test/lib/listing.ts'

onEveryEngine('replication', (test, peer) => {
  test('a bucket without rules has none and says so', async () => {
    const { buckets } = await peer().as()
    const name = uniqueName('plain')
    await buckets.add({ name, versioning: true, locking: false })
    assert.equal(await buckets.replication(name), [])
    assert.equal((await buckets.replicationStatus(name)).targets, [])
    await expectFailure(404, buckets.removeReplicationRule(name, 'none'), /no such replication rule/)
    await expectFailure(404, buckets.replication('no-such-bucket'))
    assert.is((await buckets.list()).find((one) => one.name === name)?.details?.replication ?? false, false)
  })

  test("an address in the console's own network is refused before any request", async () => {
    const { buckets } = await peer().as()
    const name = uniqueName('guarded')
    await buckets.add({ name, versioning: true, locking: false })
    const keys = { accessKey: 'some-key', secretKey: 'some-secret', region: '' }
    const replication = v.parse(NewReplication, {
      ...keys,
      targetURL: 'http://10.1.2.3:9',
      bucketsRelation: [{ originBucket: name, destinationBucket: 'other' }],
    })
    const [status, expectedMessage] =
      peer().name === 'minio'
        ? ([400, /^Target URL: "10\.1\.2\.3" is in the console's internal network/] as const)
        : ([501, /cannot manage replication/] as const)
    await expectFailure(status, buckets.replicate(replication), expectedMessage)
    await expectFailure(status, buckets.externalBuckets({ ...keys, targetURL: 'http://10.1.2.3:9' }), expectedMessage)
    assert.equal(await buckets.replication(name), [])
  })
})

const test = suite('replication between two MinIO servers', missingOwnMinio())
/** Skips tests of counters and checks of targets, which MinIO has since 2024. */
const countingTest: typeof test = minioRelease === '2023' ? Object.assign(test.skip, test) : test

let pair: Awaited<ReturnType<typeof startMinioPair>>
const secret = () => pair.target.minio.root.secretKey

test.before(async () => {
  pair = await startMinioPair()
})

/** Creates a bucket on both servers, with versioning by default. */
const bothEnds = async (stem: string, { remote = true, here = true } = {}) => {
  const name = uniqueName(stem)
  await pair.source.backend.buckets.add({ name, versioning: here, locking: false })
  await pair.target.backend.buckets.add({ name: `${name}-copy`, versioning: remote, locking: false })
  return name
}

const request = (name: string, more: object = {}) =>
  v.parse(NewReplication, {
    ...pair.target.minio.root,
    targetURL: pair.target.minio.url,
    bucketsRelation: [{ originBucket: name, destinationBucket: `${name}-copy` }],
    replicateDeleteMarkers: true,
    replicateDeletes: true,
    replicateMetadata: true,
    ...more,
  })

const set = async (name: string, more: object = {}) => {
  const [result] = await pair.source.backend.buckets.replicate(request(name, more))
  assert.equal(result, { originBucket: name, targetBucket: `${name}-copy`, errorString: '' })
  const rules = await pair.source.backend.buckets.replication(name)
  const rule = rules.at(-1)
  if (!rule?.id) throw new Error('There is a rule')
  return { ...rule, id: rule.id }
}

const change = (name: string, id: string, body: v.InferInput<typeof ReplicationChange>) =>
  pair.source.backend.buckets.setReplicationRule(name, id, v.parse(ReplicationChange, body))

const put = (name: string, key: string, body = 'content') =>
  pair.source.others.call({
    method: 'PUT',
    path: `/${name}/${key}`,
    body,
    headers: { 'x-amz-meta-made': 'here', 'x-amz-tagging': 'a=b' },
  })

const keysThere = async (name: string, versions = false) =>
  (await pair.target.backend['object-browser'].list(`${name}-copy`, listing({ versions }))).objects
const arrived = (name: string, key: string) =>
  until(async () => (await keysThere(name)).some((one) => one.name === key))

const targetsOf = async (name: string) => {
  const { body } = await pair.source.others.call({
    method: 'GET',
    path: '/minio/admin/v3/list-remote-targets',
    query: { bucket: name, type: 'replication' },
  })
  return (JSON.parse(body.toString()) ?? []) as { arn: string }[]
}

countingTest('objects are replicated with metadata and tags, and so are later tags and deletions', async () => {
  const name = await bothEnds('arrive')
  const rule = await set(name)
  assert.is(rule.priority, 1)
  assert.match(rule.destination.bucket, /^arn:minio:replication:/)
  assert.equal(
    [
      rule.delete_marker_replication,
      rule.deletes_replication,
      rule.metadata_replication,
      rule.existing_objects,
      rule.syncMode,
      rule.bandwidth,
      rule.healthCheckPeriod,
    ],
    [true, true, true, true, 'async', '0', 60],
  )
  assert.is(rule.target?.accessKey, pair.target.minio.root.accessKey)
  const [status] = (await pair.source.backend.buckets.replicationStatus(name)).targets
  assert.equal(
    [rule.target?.online, status?.online, status?.error],
    [undefined, undefined, undefined],
    'the server has not contacted the new target yet',
  )
  assert.not.match(JSON.stringify(rule), new RegExp(secret()))

  await put(name, 'docs/a.txt')
  await arrived(name, 'docs/a.txt')
  const replica = await pair.target.backend['object-browser'].info(`${name}-copy`, 'docs/a.txt')
  const { headers } = await pair.target.others.call({ method: 'HEAD', path: `/${name}-copy/docs/a.txt` })
  assert.equal([replica.tags, headers['x-amz-meta-made']], [{ a: 'b' }, 'here'])
  await pair.source.backend['object-browser'].setTags(name, 'docs/a.txt', undefined, { later: 'yes' })
  await until(
    async () => (await pair.target.backend['object-browser'].info(`${name}-copy`, 'docs/a.txt')).tags?.later === 'yes',
  )

  await pair.source.backend['object-browser'].remove(name, 'docs/a.txt')
  await until(async () => (await keysThere(name)).length === 0)
  const versions = (await pair.source.backend['object-browser'].list(name, listing({ versions: true }))).objects
  for (const { name: key = '', version_id } of versions)
    await pair.source.backend['object-browser'].remove(name, key, version_id)
  await until(async () => (await keysThere(name, true)).length === 0)
  await until(
    async () => ((await pair.source.backend.buckets.replicationStatus(name)).targets[0]?.replicated.objects ?? 0) > 0,
  )
  await until(
    async () =>
      (await pair.source.backend.buckets.list()).find((one) => one.name === name)?.details?.replication === true,
  )
})

countingTest('a rule follows its prefix, is changed, paused and resumed, and resends skipped objects', async () => {
  const name = await bothEnds('change')
  const { id } = await set(name, { prefix: 'logs/', replicateDeletes: false })
  await put(name, 'other.txt')
  await put(name, 'logs/1')
  await arrived(name, 'logs/1')
  assert.equal(pluck(await keysThere(name), 'name'), ['logs/1'])

  await change(name, id, { status: 'Disabled' })
  await put(name, 'logs/2')
  await expectFailure(409, pair.source.backend.buckets.resync(name, id), /paused/)
  await change(name, id, {
    status: 'Enabled',
    prefix: '',
    priority: 7,
    replicateDeletes: true,
    target: { syncMode: 'async', bandwidth: 200_000_000, healthCheckPeriod: 90 },
  })
  const [rule] = await pair.source.backend.buckets.replication(name)
  assert.equal(
    [rule?.status, rule?.prefix, rule?.priority, rule?.deletes_replication, rule?.bandwidth, rule?.healthCheckPeriod],
    ['Enabled', '', 7, true, '200000000', 90],
  )
  await pair.source.backend.buckets.resync(name, id)
  await Promise.all(['logs/2', 'other.txt'].map((key) => arrived(name, key)))
  await until(
    async () => (await pair.source.backend.buckets.replicationStatus(name)).targets[0]?.resync?.state === 'Completed',
  )
})

countingTest(
  'a change whose target is refused leaves the rule unchanged, and new keys replace the old ones',
  async () => {
    const name = await bothEnds('keys')
    const { id } = await set(name)
    const before = await pair.source.others.read(name, 'replication')
    const credentials = (keys: { accessKey: string; secretKey: string }) => ({
      credentials: { ...keys, targetURL: pair.target.minio.url },
    })
    const { message } = await expectFailure(
      400,
      change(name, id, {
        status: 'Disabled',
        priority: 5,
        target: credentials({ ...pair.target.minio.root, secretKey: 'a-wrong-secret' }),
      }),
    )
    assert.match(message, /^Access Key: .* does not accept the access key or the secret key/)
    assert.is(await pair.source.others.read(name, 'replication'), before)
    const user = await addUser(pair.target.backend, ['readwrite'])
    await change(name, id, { target: credentials(user) })
    const [rule] = await pair.source.backend.buckets.replication(name)
    assert.equal([rule?.target?.accessKey, rule?.status], [user.accessKey, 'Enabled'])
    await put(name, 'by-new-keys')
    await arrived(name, 'by-new-keys')
    assert.ok((await pair.source.backend.buckets.checkReplication(name)).ok)
    await pair.target.backend.identity.updateUser(user.accessKey, { status: 'disabled', groups: [] })
    await until(async () => !(await pair.source.backend.buckets.checkReplication(name)).ok)
  },
)

test('priorities never collide, even for rules created concurrently, and the last rule stays', async () => {
  const name = await bothEnds('priorities')
  const result = await Promise.all(
    ['a/', 'b/', 'c/'].map((prefix) => pair.source.backend.buckets.replicate(request(name, { prefix }))),
  )
  assert.equal(pluck(result.flat(), 'errorString'), ['', '', ''])
  const rules = await pair.source.backend.buckets.replication(name)
  assert.equal(pluck(rules, 'priority'), [1, 2, 3])
  const [first, second, third] = rules.map(({ id = '' }) => id)
  await expectFailure(409, change(name, first ?? '', { priority: 2 }), /^Priority: 2 is used by another rule/)
  for (const id of [first, second]) await pair.source.backend.buckets.removeReplicationRule(name, id ?? '')
  assert.is((await targetsOf(name)).length, 1, 'the target stays while a rule needs it')
  const { message } = await expectFailure(409, pair.source.backend.buckets.removeReplicationRule(name, third ?? ''))
  assert.is(message, lastRule)
})

test('removing replication removes all rules and their target, and it can be set up again', async () => {
  const name = await bothEnds('ended')
  const { buckets } = pair.source.backend
  await Promise.all(['a/', 'b/'].map((prefix) => buckets.replicate(request(name, { prefix }))))
  await buckets.removeReplication(name)
  assert.equal(await buckets.replication(name), [])
  assert.equal(await targetsOf(name), [])
  await expectFailure(404, buckets.removeReplication(name))
  assert.equal(pluck(await buckets.replicate(request(name)), 'errorString'), [''])
})

test('a refused setup leaves no target behind, and says what to do', async () => {
  const { buckets } = pair.source.backend
  const errorOf = async (name: string, more: object = {}) =>
    (await buckets.replicate(request(name, more)))[0]?.errorString ?? ''
  const versionless = await bothEnds('no-versions', { remote: false })
  assert.match(await errorOf(versionless), /^Target Bucket: versioning is off for ".*-copy"; turn it on there/)
  assert.match(await errorOf(await bothEnds('off', { here: false })), /^Turn versioning on for "off-.*" first/)
  const name = await bothEnds('refused')
  assert.match(
    await errorOf(name, { bucketsRelation: [{ originBucket: name, destinationBucket: 'nowhere' }] }),
    /^Target Bucket: "nowhere" does not exist/,
  )
  const wrong = await errorOf(name, { secretKey: 'a-wrong-secret' })
  assert.match(wrong, /^Access Key: .* does not accept the access key or the secret key/)
  assert.not.match(wrong, /a-wrong-secret/)

  // the server accepts the target and then refuses the rule
  const locked = uniqueName('locked')
  await buckets.add({ name: locked, versioning: true, locking: true })
  await pair.target.backend.buckets.add({ name: `${locked}-copy`, versioning: true, locking: false })
  assert.match(await errorOf(locked), /cannot lock objects.*The target created for it was removed/)
  for (const bucket of [versionless, name, locked])
    assert.equal([await targetsOf(bucket), await buckets.replication(bucket)], [[], []], bucket)
})

test('each of several buckets reports its replication', async () => {
  const [good, bad] = [await bothEnds('bulk-good'), await bothEnds('bulk-bad', { remote: false })]
  const relation = [good, bad].map((name) => ({ originBucket: name, destinationBucket: `${name}-copy` }))
  const result = await pair.source.backend.buckets.replicate(request(good, { bucketsRelation: relation }))
  assert.equal(
    result.map(({ originBucket, errorString }) => [originBucket, errorString === '']),
    [
      [good, true],
      [bad, false],
    ],
  )
})

test("the other server's buckets are listed for a caller with its keys", async () => {
  const name = await bothEnds('listed')
  const remote = { ...pair.target.minio.root, targetURL: pair.target.minio.url, region: '' }
  const listed = await pair.source.backend.buckets.externalBuckets(remote)
  assert.match(listed.find((one) => one.name === `${name}-copy`)?.creation_date ?? '', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  await expectFailure(
    400,
    pair.source.backend.buckets.externalBuckets({ ...remote, secretKey: 'a-wrong-secret' }),
    /^Access Key: the target does not accept/,
  )
})

test('a connection test runs step by step and ends at the first failure', async () => {
  const { buckets } = pair.source.backend
  const name = await bothEnds('tried')
  const remote = {
    ...pair.target.minio.root,
    targetURL: pair.target.minio.url,
    region: '',
    destinationBucket: `${name}-copy`,
  }
  const tried = async (more: object) => {
    const result = await buckets.testTarget({ ...remote, ...more })
    assert.not.match(JSON.stringify(result), new RegExp(secret()))
    return result.map(({ name: step, state }) => `${step} ${state}`).join(', ')
  }
  const stepsUntil = (failed: string) => {
    const names = ['DNS', 'TLS', 'Sign-in', 'Bucket', 'Versioning', 'Rights']
    const failedIndex = failed === '' ? names.length : names.indexOf(failed)
    return names
      .map((step, index) => `${step} ${index < failedIndex ? 'passed' : index === failedIndex ? 'failed' : 'skipped'}`)
      .join(', ')
  }
  assert.is(await tried({}), stepsUntil(''))
  assert.is(await tried({ targetURL: 'http://storage.invalid' }), stepsUntil('DNS'))
  assert.is(await tried({ targetURL: pair.target.minio.url.replace('http:', 'https:') }), stepsUntil('TLS'))
  assert.is(await tried({ secretKey: 'a-wrong-secret' }), stepsUntil('Sign-in'))
  assert.is(await tried({ destinationBucket: 'nowhere' }), stepsUntil('Bucket'))
  assert.is(
    await tried({ destinationBucket: `${await bothEnds('bare', { remote: false })}-copy` }),
    stepsUntil('Versioning'),
  )
  const reader = await addUser(pair.target.backend, [
    allow(['s3:GetBucketLocation', 's3:GetBucketVersioning', 's3:PutObject'], [`${name}-copy`, `${name}-copy/*`]),
  ])
  assert.is(await tried(reader), stepsUntil('Rights'))
  assert.is((await keysThere(name, true)).length, 0, 'a test stores nothing')
})

test('a caller who may not set targets changes nothing and sees only the rules', async () => {
  const name = await bothEnds('limited')
  const { id } = await set(name)
  const user = await addUser(pair.source.backend, [
    allow(['s3:GetReplicationConfiguration', 's3:PutReplicationConfiguration', 's3:ListBucket'], [name, `${name}/*`]),
  ])
  const { buckets } = await actAs(pair.source.engine, await pair.source.engine.login(user))
  const [rule] = await buckets.replication(name)
  assert.equal([rule?.id, rule?.target], [id, undefined])
  await expectFailure(403, buckets.replicate(request(name)), /admin:GetBucketTarget/)
  await expectFailure(403, buckets.setReplicationRule(name, id, { status: 'Disabled' }))
  await expectFailure(403, buckets.resync(name, id), /s3:ResetBucketReplicationState/)
})

countingTest('an unreachable target is reported, and pending objects arrive once it is back', async () => {
  const { buckets } = pair.source.backend
  const name = await bothEnds('away')
  const { id } = await set(name)
  const unreplicated = () => buckets.unreplicated(name, id, new AbortController().signal)
  await put(name, 'before')
  await arrived(name, 'before')
  // the source records the replication only after the target has responded
  await until(async () => (await unreplicated()).objects.length === 0)
  await pair.target.minio.kill()
  await put(name, 'meanwhile')
  const targetOf = async () => (await buckets.replicationStatus(name)).targets[0]
  await until(async () => (await targetOf())?.online === false)
  assert.match((await targetOf())?.error ?? '', /does not respond to the storage server/)
  await until(async () => {
    const { pending, failed, objects } = await unreplicated()
    return pending + failed === 1 && objects[0]?.name === 'meanwhile'
  })
  await until(async () => ((await targetOf())?.failedLastMinute.objects ?? 0) > 0)
  await pair.target.minio.restart()
  await until(async () => (await targetOf())?.online === true)
  await buckets.resync(name, id)
  await arrived(name, 'meanwhile')
})
