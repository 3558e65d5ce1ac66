import { Readable } from 'node:stream'
import { assert } from '../../../../test/lib/suite.ts'
import { pluck } from '../../../../test/lib/pluck.ts'
import type { NewBucket } from '../../contract.ts'
import { addUser, allow, onEveryStorage, expectFailure, uniqueName } from '../../../../test/conformance/engines.ts'
import type { Backend } from '../../../../test/lib/ports.ts'
import { until } from '../../../../test/lib/until.ts'
import { listing } from '../../../../test/lib/listing.ts'

const bucket = (name: string, more: Partial<NewBucket> = {}): NewBucket => ({
  name,
  versioning: false,
  locking: false,
  ...more,
})

/** Access of a bucket in the list of a user who may only read its objects. */
const readOnly = (name: string) => ({
  name,
  creation_date: '',
  rw_access: { read: true, write: false },
  permissions: { manage: false, delete: false },
})

const store = (backend: Backend, name: string, key: string, text: string) =>
  backend['object-browser'].put(name, key, {
    size: Buffer.byteLength(text),
    type: 'text/plain',
    body: Readable.from([Buffer.from(text)]),
    signal: new AbortController().signal,
  })

onEveryStorage('buckets', (test, peer) => {
  test('a bucket is created, listed by name and deleted', async () => {
    const { buckets } = await peer().as()
    const names = [uniqueName('zebra'), uniqueName('alpha')]
    for (const name of names) await buckets.add(bucket(name))
    const list = await buckets.list()
    const ownBuckets = list.filter(({ name }) => names.includes(name))
    assert.equal(pluck(ownBuckets, 'name'), [...names].sort())
    for (const { rw_access, creation_date } of ownBuckets) {
      assert.equal(rw_access, { read: true, write: true })
      assert.ok(Math.abs(Date.parse(creation_date) - Date.now()) < 60_000)
    }
    for (const name of names) await buckets.remove(name)
    assert.not((await buckets.list()).some(({ name }) => names.includes(name)))
  })

  test('a list reports how many versions a bucket has, including delete markers', async () => {
    const admin = await peer().as()
    const name = uniqueName('counted')
    await admin.buckets.add(bucket(name, { versioning: true }))
    await store(admin, name, 'key', 'one')
    await store(admin, name, 'key', 'another')
    await admin['object-browser'].remove(name, 'key')
    // some storages count objects only at intervals
    await until(async () => (await admin.buckets.list()).find((one) => one.name === name)?.versions === 3)
  })

  test('a new bucket is private, without versioning, object lock, retention and quota', async () => {
    const { buckets } = await peer().as()
    const name = uniqueName('plain')
    await buckets.add(bucket(name))
    assert.is(await buckets.access(name), 'PRIVATE')
    assert.is.not((await buckets.versioning(name)).status, 'Enabled')
    assert.is(await buckets.locking(name), false)
    assert.equal(await buckets.retention(name), {})
    assert.equal(await buckets.quota(name), {})
  })

  test('a bucket is created with versioning, object lock and a quota', async () => {
    const { buckets } = await peer().as()
    const name = uniqueName('full')
    await buckets.add(
      bucket(name, { versioning: true, locking: true, quota: { enabled: true, quota_type: 'hard', amount: 1048576 } }),
    )
    assert.is((await buckets.versioning(name)).status, 'Enabled')
    assert.is(await buckets.locking(name), true)
    assert.equal(await buckets.quota(name), { quota: 1048576, type: 'hard' })
  })

  test('retention requires versioning and object lock', async () => {
    const { buckets } = await peer().as()
    const name = uniqueName('kept')
    await buckets.add(bucket(name, { retention: { mode: 'governance', unit: 'years', validity: 2 } }))
    assert.is((await buckets.versioning(name)).status, 'Enabled')
    assert.is(await buckets.locking(name), true)
    assert.equal(await buckets.retention(name), { mode: 'governance', unit: 'years', validity: 2 })
  })

  test('a name in use and invalid names are refused', async () => {
    const { buckets } = await peer().as()
    const name = uniqueName('taken')
    await buckets.add(bucket(name))
    await expectFailure(409, buckets.add(bucket(name)))
    for (const bad of ['ab', 'Upper-Case', 'a..b', '-abc', 'abc-', '192.168.1.1', 'with space', 'x'.repeat(64)])
      await expectFailure(400, buckets.add(bucket(bad)))
  })

  test('the time of the last usage scan is reported to authorized callers', async () => {
    const admin = await peer().as()
    let moment: number | undefined
    await until(async () => (moment = await admin.buckets.countedAt()) !== undefined)
    assert.ok(Math.abs(Date.now() - (moment ?? 0)) < 300_000, String(moment))
    await expectFailure(
      403,
      (await peer().as(await addUser(admin, ['readwrite']))).buckets.countedAt(),
      /admin:DataUsageInfo/,
    )
  })

  test('every call on an unknown bucket is answered with not found', async () => {
    const { buckets, ...backend } = await peer().as()
    const name = uniqueName('nowhere')
    for (const call of [buckets.access, buckets.versioning, buckets.locking, buckets.retention, buckets.remove])
      await expectFailure(404, call(name))
    await expectFailure(404, backend['object-browser'].get(name, 'a', {}))
  })

  test('everyone sees the buckets they can reach, with their access', async () => {
    const admin = await peer().as()
    const [read, write, hidden] = [uniqueName('read'), uniqueName('write'), uniqueName('hidden')]
    for (const name of [read, write, hidden]) await admin.buckets.add(bucket(name))
    const reader = await addUser(admin, [
      allow(['s3:ListBucket', 's3:GetBucketLocation', 's3:GetObject'], [read, `${read}/*`]),
      allow(['s3:PutObject'], [`${write}/*`]),
    ])
    const visible = await (await peer().as(reader)).buckets.list()
    const access = new Map(visible.map(({ name, rw_access }) => [name, rw_access]))
    assert.equal([...access.keys()].sort(), [read, write].sort())
    assert.equal(access.get(read), { read: true, write: false })
    assert.equal(access.get(write), { read: false, write: true })
  })

  test('a bucket with access to a single prefix is listed', async () => {
    const admin = await peer().as()
    const name = uniqueName('shared')
    await admin.buckets.add(bucket(name))
    const user = await addUser(admin, [
      allow(['s3:ListBucket'], [name], { StringLike: { 's3:prefix': ['team/*'] } }),
      allow(['s3:GetObject'], [`${name}/team/*`]),
    ])
    const visible = await (await peer().as(user)).buckets.list()
    assert.equal(visible, [readOnly(name)])
  })

  test('a resource that begins with a wildcard lists only the buckets it matches', async () => {
    const admin = await peer().as()
    const ending = uniqueName('log').slice(-8)
    const [logs, other] = [`web-${ending}`, uniqueName('other')]
    for (const name of [logs, other]) await admin.buckets.add({ name, versioning: false, locking: false })
    const policy = allow(['s3:GetBucketLocation', 's3:ListBucket', 's3:GetObject'], [`*-${ending}/*`])
    const { buckets } = await peer().as(await addUser(admin, [policy]))
    assert.equal(pluck(await buckets.list(), 'name'), [logs])
  })

  test('a bucket whose objects can only be read by name counts as readable', async () => {
    const admin = await peer().as()
    const name = uniqueName('known')
    await admin.buckets.add(bucket(name))
    const visible = await (
      await peer().as(await addUser(admin, [allow(['s3:GetObject'], [`${name}/*`])]))
    ).buckets.list()
    assert.equal(visible, [readOnly(name)])
  })

  test('a caller without the rights can neither create nor delete buckets', async () => {
    const admin = await peer().as()
    const name = uniqueName('mine')
    await admin.buckets.add(bucket(name))
    const { buckets } = await peer().as(await addUser(admin, [allow(['s3:GetObject', 's3:ListBucket'], ['*'])]))
    await expectFailure(403, buckets.add(bucket(uniqueName('new'))))
    await expectFailure(403, buckets.remove(name))
    await expectFailure(403, buckets.quota(name))
    await admin.buckets.remove(name)
  })

  test('an exhausted quota refuses the next object with a clear message', async () => {
    const admin = await peer().as()
    const name = uniqueName('small')
    await admin.buckets.add(bucket(name, { quota: { enabled: true, quota_type: 'hard', amount: 10 } }))
    await expectFailure([400, 413, 507], store(admin, name, 'big.txt', 'x'.repeat(100)), /quota/i)
    await expectFailure([400, 413, 507], store(admin, name, 'exact.txt', 'x'.repeat(10)), /quota/i)
    await store(admin, name, 'fits.txt', 'x'.repeat(9))
    await expectFailure(404, admin['object-browser'].get(name, 'big.txt', {}))
  })

  const createBucket = async (more: Partial<NewBucket> = {}) => {
    const admin = await peer().as()
    const name = uniqueName('set')
    await admin.buckets.add(bucket(name, more))
    return { ...admin, name }
  }

  test('versioning is turned on and suspended, and versions created in between remain', async () => {
    const { name, buckets, ...admin } = await createBucket()
    await buckets.setVersioning(name, true)
    assert.is((await buckets.versioning(name)).status, 'Enabled')
    await store({ buckets, ...admin }, name, 'a.txt', 'first')
    await store({ buckets, ...admin }, name, 'a.txt', 'second')
    await buckets.setVersioning(name, false)
    assert.is.not((await buckets.versioning(name)).status, 'Enabled')
    for (const text of ['third', 'fourth']) await store({ buckets, ...admin }, name, 'a.txt', text)
    const { objects } = await admin['object-browser'].list(name, listing({ versions: true }))
    assert.equal(objects.map(({ size }) => size).sort(), [5, 6, 6])
    await buckets.setVersioning(name, true)
    assert.is((await buckets.versioning(name)).status, 'Enabled')
  })

  test('object lock requires versioning, and retention requires object lock', async () => {
    const { name, buckets } = await createBucket({ locking: true })
    await expectFailure(409, buckets.setVersioning(name, false))
    assert.is((await buckets.versioning(name)).status, 'Enabled')
    const plain = await createBucket()
    await expectFailure(409, buckets.setRetention(plain.name, { mode: 'governance', unit: 'days', validity: 1 }))
  })

  test('the default retention is set, changed and removed, and applies to later objects', async () => {
    const { name, buckets, ...admin } = await createBucket({ locking: true })
    await store({ buckets, ...admin }, name, 'before.txt', 'free')
    await buckets.setRetention(name, { mode: 'governance', unit: 'days', validity: 30 })
    assert.equal(await buckets.retention(name), { mode: 'governance', unit: 'days', validity: 30 })
    await buckets.setRetention(name, { mode: 'governance', unit: 'years', validity: 1 })
    assert.equal(await buckets.retention(name), { mode: 'governance', unit: 'years', validity: 1 })
    await store({ buckets, ...admin }, name, 'kept.txt', 'kept')
    await buckets.setRetention(name, undefined)
    assert.equal(await buckets.retention(name), {})
    assert.is(await buckets.locking(name), true)
    const { objects } = await admin['object-browser'].list(name, listing({ versions: true }))
    const version = (key: string) => objects.find((object) => object.name === key)?.version_id as string
    await admin['object-browser'].remove(name, 'before.txt', version('before.txt'))
    await expectFailure([400, 403], admin['object-browser'].remove(name, 'kept.txt', version('kept.txt')))
  })

  test('a quota is set, changed and removed', async () => {
    const { name, buckets } = await createBucket()
    await buckets.setQuota(name, 1_000_000)
    assert.equal(await buckets.quota(name), { quota: 1_000_000, type: 'hard' })
    await buckets.setQuota(name, 2_000_000)
    assert.equal(await buckets.quota(name), { quota: 2_000_000, type: 'hard' })
    await buckets.setQuota(name, undefined)
    assert.equal(await buckets.quota(name), {})
  })

  test('objects in an encrypted bucket are read back byte for byte, whole and by range', async () => {
    const { name, buckets, ...admin } = await createBucket()
    const text = Array.from({ length: 5000 }, (_, n) => `line ${n}\n`).join('')
    const textOf = async (key: string, range?: { start: number; end: number }) => {
      const { body } = await admin['object-browser'].get(name, key, { ...(range && { range }) })
      return Buffer.concat(await Readable.from(body).toArray()).toString()
    }
    assert.is(await buckets.encryption(name), undefined)
    await store({ buckets, ...admin }, name, 'plain.txt', text)
    await buckets.setEncryption(name, { algorithm: 'AES256', kmsMasterKeyID: '' })
    assert.equal(await buckets.encryption(name), { algorithm: 'AES256', kmsMasterKeyID: '' })
    await store({ buckets, ...admin }, name, 'sealed.txt', text)
    await store({ buckets, ...admin }, name, 'empty.txt', '')
    await buckets.setEncryption(name, undefined)
    assert.is(await buckets.encryption(name), undefined)
    await buckets.setEncryption(name, undefined)
    for (const key of ['plain.txt', 'sealed.txt']) {
      assert.is(await textOf(key), text)
      for (const [start, end] of [
        [0, 0],
        [1, 40],
        [15, 16],
        [16, 31],
        [4097, 9000],
        [text.length - 3, text.length - 1],
      ] as const)
        assert.is(await textOf(key, { start, end }), text.slice(start, end + 1), `${key} ${start}-${end}`)
    }
    assert.is(await textOf('empty.txt'), '')
    const sealOf = async (key: string) => (await admin['object-browser'].info(name, key)).encryption
    assert.equal([await sealOf('plain.txt'), await sealOf('sealed.txt')], [undefined, 'SSE-S3'])
  })

  test('a bucket is made public and private again', async () => {
    const { name, buckets } = await createBucket()
    await buckets.setAccess(name, 'PUBLIC')
    assert.is(await buckets.access(name), 'PUBLIC')
    assert.equal((await buckets.accessRules(name)).rules, [{ prefix: '', access: 'readwrite' }])
    await buckets.setAccess(name, 'PRIVATE')
    assert.is(await buckets.access(name), 'PRIVATE')
    assert.equal((await buckets.accessRules(name)).rules, [])
    await buckets.setAccess(name, 'PRIVATE')
  })

  test('access rules are added, replaced and removed one by one', async () => {
    const { name, buckets } = await createBucket()
    await buckets.setAccessRule(name, { prefix: 'photos/', access: 'readonly' })
    await buckets.setAccessRule(name, { prefix: 'inbox/', access: 'writeonly' })
    await buckets.setAccessRule(name, { prefix: 'a b/ü"', access: 'readwrite' })
    const rules = [
      { prefix: 'a b/ü"', access: 'readwrite' },
      { prefix: 'inbox/', access: 'writeonly' },
      { prefix: 'photos/', access: 'readonly' },
    ]
    assert.equal((await buckets.accessRules(name)).rules, rules)
    assert.is(await buckets.access(name), 'CUSTOM')
    await buckets.setAccessRule(name, { prefix: 'photos/', access: 'writeonly' })
    await buckets.removeAccessRule(name, 'a b/ü"')
    assert.equal((await buckets.accessRules(name)).rules, [
      { prefix: 'inbox/', access: 'writeonly' },
      { prefix: 'photos/', access: 'writeonly' },
    ])
    await expectFailure(404, buckets.removeAccessRule(name, 'nothing/'))
    for (const prefix of ['inbox/', 'photos/']) await buckets.removeAccessRule(name, prefix)
    assert.is(await buckets.access(name), 'PRIVATE')
  })

  test('the access audit lists the policies that apply to a bucket and the users they grant access', async () => {
    const { name, buckets, ...admin } = await createBucket()
    const reader = await addUser({ buckets, ...admin }, [allow(['s3:GetObject'], [`${name}/docs/*`])])
    const other = await addUser({ buckets, ...admin }, [allow(['s3:*'], ['elsewhere', 'elsewhere/*'])])
    const grouped = await addUser({ buckets, ...admin })
    const off = await addUser({ buckets, ...admin }, ['readwrite'])
    const group = uniqueName('group')
    await admin.identity.addGroup(group, [grouped.accessKey])
    await admin.identity.setPolicy({ type: 'group', name: group }, ['readwrite'])
    await admin.identity.updateUser(off.accessKey, { status: 'disabled', groups: [] })

    const access = await buckets.usersWithAccess(name)
    const users = access.map(({ user }) => user)
    const accessOf = ({ accessKey }: { accessKey: string }) => access.find(({ user }) => user === accessKey)
    const [policy] = (await admin.identity.user(reader.accessKey)).policy
    assert.equal(accessOf(reader), { user: reader.accessKey, read: true, write: false, admin: false, by: [{ policy }] })
    assert.equal(accessOf(grouped), {
      user: grouped.accessKey,
      read: true,
      write: true,
      admin: true,
      by: [{ policy: 'readwrite', group }],
    })
    assert.equal(users, [...users].sort())
    assert.ok(users.includes(reader.accessKey) && users.includes(grouped.accessKey))
    assert.not(users.includes(other.accessKey) || users.includes(off.accessKey))
    const policies = (await buckets.policies(name)).map((policy) => policy.name)
    const [own] = (await admin.identity.user(reader.accessKey)).policy
    const [foreign] = (await admin.identity.user(other.accessKey)).policy
    for (const found of ['consoleAdmin', 'readonly', 'readwrite', 'writeonly', own as string])
      assert.ok(policies.includes(found), found)
    assert.not(policies.includes(foreign as string) || policies.includes('diagnostics'))
    assert.equal(policies, [...policies].sort())
    for (const call of [buckets.usersWithAccess, buckets.policies, buckets.accessRules, buckets.encryption])
      await expectFailure(404, call(uniqueName('nowhere')))
  })

  test('a caller without the rights changes nothing in a bucket', async () => {
    const { name } = await createBucket({ locking: true })
    const { buckets } = await peer().as(await addUser(await peer().as(), [allow(['s3:Get*', 's3:List*'], ['*'])]))
    await expectFailure(403, buckets.setVersioning(name, true))
    await expectFailure(403, buckets.setRetention(name, undefined))
    await expectFailure(403, buckets.setQuota(name, 1000))
    for (const access of ['PUBLIC', 'PRIVATE'] as const) await expectFailure(403, buckets.setAccess(name, access))
    await expectFailure(403, buckets.setEncryption(name, { algorithm: 'AES256', kmsMasterKeyID: '' }))
    await expectFailure(403, buckets.setAccessRule(name, { prefix: 'a', access: 'readonly' }))
    for (const read of [buckets.usersWithAccess, buckets.policies]) await expectFailure(403, read(name))
  })
})
