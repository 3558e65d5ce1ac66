import { Readable } from 'node:stream'
import * as assert from 'uvu/assert'
import type { NewBucket } from '../../plugins/buckets/contract.ts'
import type { Backend } from '../../server/backends/backend.ts'
import { addUser, allow, onEveryEngine, refused, unique } from './engines.ts'

const bucket = (name: string, more: Partial<NewBucket> = {}): NewBucket => ({ name, versioning: false, locking: false, ...more })

const store = (backend: Backend, name: string, key: string, text: string) =>
  backend['object-browser'].put(name, key, {
    size: Buffer.byteLength(text),
    type: 'text/plain',
    body: Readable.from([Buffer.from(text)]),
    signal: new AbortController().signal,
  })

onEveryEngine('buckets', (test, peer) => {
  test('a bucket is made, listed by name and removed', async () => {
    const { buckets } = await peer().as()
    const names = [unique('zebra'), unique('alpha')]
    for (const name of names) await buckets.add(bucket(name))
    const list = await buckets.list()
    const mine = list.filter(({ name }) => names.includes(name))
    assert.equal(mine.map(({ name }) => name), [...names].sort())
    for (const { rw_access, creation_date } of mine) {
      assert.equal(rw_access, { read: true, write: true })
      assert.ok(Math.abs(Date.parse(creation_date) - Date.now()) < 60_000)
    }
    for (const name of names) await buckets.remove(name)
    assert.not((await buckets.list()).some(({ name }) => names.includes(name)))
  })

  test('a plain bucket is private, without versions, locks, retention and quota', async () => {
    const { buckets } = await peer().as()
    const name = unique('plain')
    await buckets.add(bucket(name))
    assert.is(await buckets.access(name), 'PRIVATE')
    assert.is(await buckets.versioning(name), false)
    assert.is(await buckets.locking(name), false)
    assert.equal(await buckets.retention(name), {})
    assert.equal(await buckets.quota(name), {})
  })

  test('a bucket is made with versioning, locking and a quota', async () => {
    const { buckets } = await peer().as()
    const name = unique('full')
    await buckets.add(bucket(name, { versioning: true, locking: true, quota: { enabled: true, quota_type: 'hard', amount: 1048576 } }))
    assert.is(await buckets.versioning(name), true)
    assert.is(await buckets.locking(name), true)
    assert.equal(await buckets.quota(name), { quota: 1048576, type: 'hard' })
  })

  test('a retention forces versioning and locking on', async () => {
    const { buckets } = await peer().as()
    const name = unique('kept')
    await buckets.add(bucket(name, { retention: { mode: 'governance', unit: 'years', validity: 2 } }))
    assert.is(await buckets.versioning(name), true)
    assert.is(await buckets.locking(name), true)
    assert.equal(await buckets.retention(name), { mode: 'governance', unit: 'years', validity: 2 })
  })

  test('a name in use, and names that are none, are refused', async () => {
    const { buckets } = await peer().as()
    const name = unique('taken')
    await buckets.add(bucket(name))
    await refused(409, buckets.add(bucket(name)))
    for (const bad of ['ab', 'Upper-Case', 'a..b', '-abc', 'abc-', '192.168.1.1', 'with space', 'x'.repeat(64)])
      await refused(400, buckets.add(bucket(bad)))
  })

  test('a bucket that holds an object is not removed', async () => {
    const admin = await peer().as()
    const name = unique('used')
    await admin.buckets.add(bucket(name))
    await store(admin, name, 'a.txt', 'hello')
    await refused(409, admin.buckets.remove(name), /not empty/i)
    await admin['object-browser'].remove(name, 'a.txt')
    await admin.buckets.remove(name)
  })

  test('an unknown bucket is not found, whatever is asked of it', async () => {
    const { buckets, ...backend } = await peer().as()
    const name = unique('nowhere')
    for (const ask of [buckets.access, buckets.versioning, buckets.locking, buckets.retention, buckets.remove]) await refused(404, ask(name))
    await refused(404, backend['object-browser'].get(name, 'a', {}))
  })

  test('everyone sees the buckets that they may reach, with the access that they have', async () => {
    const admin = await peer().as()
    const [read, write, hidden] = [unique('read'), unique('write'), unique('hidden')]
    for (const name of [read, write, hidden]) await admin.buckets.add(bucket(name))
    const reader = await addUser(admin, [
      allow(['s3:ListBucket', 's3:GetBucketLocation', 's3:GetObject'], [read, `${read}/*`]),
      allow(['s3:PutObject'], [`${write}/*`]),
    ])
    const seen = await (await peer().as(reader)).buckets.list()
    const access = new Map(seen.map(({ name, rw_access }) => [name, rw_access]))
    assert.equal([...access.keys()].sort(), [read, write].sort())
    assert.equal(access.get(read), { read: true, write: false })
    assert.equal(access.get(write), { read: false, write: true })
  })

  test('a bucket that is reached by one prefix only is seen too', async () => {
    const admin = await peer().as()
    const name = unique('shared')
    await admin.buckets.add(bucket(name))
    const user = await addUser(admin, [
      allow(['s3:ListBucket'], [name], { StringLike: { 's3:prefix': ['team/*'] } }),
      allow(['s3:GetObject'], [`${name}/team/*`]),
    ])
    const seen = await (await peer().as(user)).buckets.list()
    assert.equal(seen, [{ name, creation_date: '', rw_access: { read: true, write: false } }])
  })

  test('a bucket whose objects may only be read by name is one that can be read', async () => {
    const admin = await peer().as()
    const name = unique('known')
    await admin.buckets.add(bucket(name))
    const seen = await (await peer().as(await addUser(admin, [allow(['s3:GetObject'], [`${name}/*`])]))).buckets.list()
    assert.equal(seen, [{ name, creation_date: '', rw_access: { read: true, write: false } }])
  })

  test('whoever may not make or remove buckets does neither', async () => {
    const admin = await peer().as()
    const name = unique('mine')
    await admin.buckets.add(bucket(name))
    const { buckets } = await peer().as(await addUser(admin, [allow(['s3:GetObject', 's3:ListBucket'], ['*'])]))
    await refused(403, buckets.add(bucket(unique('new'))))
    await refused(403, buckets.remove(name))
    await refused(403, buckets.quota(name))
    await admin.buckets.remove(name)
  })

  test('a quota that is used up refuses the next object with a clear word', async () => {
    const admin = await peer().as()
    const name = unique('small')
    await admin.buckets.add(bucket(name, { quota: { enabled: true, quota_type: 'hard', amount: 10 } }))
    await refused([400, 413, 507], store(admin, name, 'big.txt', 'x'.repeat(100)), /quota/i)
    await refused([400, 413, 507], store(admin, name, 'exact.txt', 'x'.repeat(10)), /quota/i)
    await store(admin, name, 'fits.txt', 'x'.repeat(9))
    await refused(404, admin['object-browser'].get(name, 'big.txt', {}))
  })
})
