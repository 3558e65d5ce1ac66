import { buffer } from 'node:stream/consumers'
import { assert } from '../../../../test/lib/suite.ts'
import { pluck } from '../../../../test/lib/pluck.ts'
import { Failure } from '../../../../core/protocol/failure.ts'
import { hostileKeys } from '../keys.ts'
import { momentAfter } from './object-calls.ts'
import { addUser, allow, onEveryStorage, expectFailure } from '../../../../test/conformance/engines.ts'
import { awkwardKeys, type Outcome, type ListedVersion, useCopies } from './copies.ts'

onEveryStorage('copies', (test, peer) => {
  const { make, root, copy } = useCopies(test, peer)

  test('a copy has content, type, metadata and tags of its source with any key, and remains when the source is deleted', async () => {
    const { bucket, objects, put, read, keys } = await make()
    for (const key of awkwardKeys) await put(key, `content of ${key}`, 'text/x-thing')
    await objects.setTags(bucket, awkwardKeys[0]!, undefined, { colour: 'blue' })
    const response = await copy(bucket, { objects: awkwardKeys.map((path) => ({ path, to: `copies of/${path}` })) })
    assert.equal(response.json<Outcome>(), { done: awkwardKeys.length, failed: [] })
    for (const key of awkwardKeys) await objects.remove(bucket, key)
    for (const key of awkwardKeys) assert.is(await read(`copies of/${key}`), `content of ${key}`)
    const { content_type, tags } = await objects.info(bucket, `copies of/${awkwardKeys[0]}`)
    assert.equal([content_type, tags], ['text/x-thing', { colour: 'blue' }])
    const inOrder = (all: string[]) => all.sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    assert.equal(await keys(), inOrder(awkwardKeys.map((key) => `copies of/${key}`)))
    // a move, which is also how objects are renamed
    const moved = await copy(bucket, {
      objects: awkwardKeys.map((key) => ({ path: `copies of/${key}`, to: `\u202Emoved &=%2F+/${key}` })),
      mode: 'move',
    })
    assert.equal(moved.json<Outcome>(), { done: awkwardKeys.length, failed: [] })
    assert.equal(await keys(), inOrder(awkwardKeys.map((key) => `\u202Emoved &=%2F+/${key}`)))
    for (const key of awkwardKeys) assert.is(await read(`\u202Emoved &=%2F+/${key}`), `content of ${key}`)
  })

  test('objects with any key keep tags, metadata, legal hold and versions, and an earlier version is restored', async () => {
    const { bucket, objects, put, read, versions } = await make({ versioning: true, locking: true })
    const stored: string[] = []
    for (const key of hostileKeys) {
      // some storages refuse some names
      if ((await put(key, 'first').catch((error: Failure) => error)) instanceof Failure) continue
      stored.push(key)
      await put(key, 'second')
      const from = { bucket, key, version: undefined }
      await objects.setTags(bucket, key, undefined, { colour: 'blue' })
      await objects.copy({
        from,
        to: { bucket, key },
        existing: 'replace',
        metadata: { 'content-type': 'text/x-said', 'x-amz-meta-note': 'kept' },
      })
      await objects.setLegalHold(bucket, key, undefined, true)
      const { content_type, user_metadata, tags, legal_hold_status } = await objects.info(bucket, key)
      assert.equal(
        [content_type, user_metadata, tags, legal_hold_status],
        ['text/x-said', { 'content-type': 'text/x-said', 'x-amz-meta-note': 'kept' }, { colour: 'blue' }, 'ON'],
        key,
      )
      const all = (await versions(key)).filter(({ name }) => name === key)
      assert.is(all.length, 3, key)
      await objects.copy({
        from: { ...from, version: all.at(-1)?.version_id },
        to: { bucket, key },
        existing: 'replace',
      })
      assert.is(await read(key), 'first', key)
      await objects.remove(bucket, key, (await objects.info(bucket, key)).version_id)
      assert.is(await read(key), 'second', key)
      await objects.setLegalHold(bucket, key, undefined, false)
    }
    assert.ok(stored.length > 15)
  })

  test('two objects are not copied or moved to the same key in one request', async () => {
    const { bucket, put, keys } = await make()
    for (const key of ['a/same', 'b/same']) await put(key)
    const objects = ['a/same', 'b/same'].map((path) => ({ path, to: 'same' }))
    for (const mode of ['copy', 'move']) assert.is((await copy(bucket, { objects, mode })).statusCode, 422)
    assert.equal(await keys(), ['a/same', 'b/same'])
  })

  test('an object is moved to another bucket and deleted from its source', async () => {
    const [from, to] = [await make(), await make()]
    await from.put('a/b')
    const response = await copy(from.bucket, { bucket: to.bucket, objects: [{ path: 'a/b', to: 'c/d' }], mode: 'move' })
    assert.equal(response.json<Outcome>(), { done: 1, failed: [] })
    assert.equal([await from.keys(), await to.keys(), await to.read('c/d', to.bucket)], [[], ['c/d'], 'a/b'])
    await expectFailure(
      400,
      to.objects.move({
        from: { bucket: to.bucket, key: 'c/d', version: undefined },
        to: { bucket: to.bucket, key: 'c/d' },
        existing: 'replace',
      }),
    )
    assert.is(await to.read('c/d', to.bucket), 'a/b')
  })

  test('existing objects stay unless overwriting is requested, and the others are copied', async () => {
    const { bucket, put, read } = await make()
    for (const key of ['a', 'b', 'there']) await put(key)
    const response = await copy(bucket, {
      objects: [
        { path: 'a', to: 'there' },
        { path: 'b', to: 'new' },
        { path: 'missing', to: 'x' },
      ],
    })
    const { done, failed } = response.json<Outcome>()
    assert.equal(
      [done, failed.map(({ path }) => path), await read('there'), await read('new')],
      [1, ['a', 'missing'], 'there', 'b'],
    )
    assert.match(failed[0]?.message ?? '', /already/)
    assert.is((await copy(bucket, { objects: [{ path: 'a', to: 'there' }] })).statusCode, 409)
    assert.equal(
      (await copy(bucket, { objects: [{ path: 'a', to: 'there' }], existing: 'replace' })).json<Outcome>().done,
      1,
    )
    assert.is(await read('there'), 'a')
  })

  test('an older version, or one behind a delete marker, is restored as the latest without losing any', async () => {
    const { bucket, objects, put, read, versions } = await make({ versioning: true })
    await put('a', 'first')
    await put('a', 'second')
    await objects.remove(bucket, 'a')
    const before = await versions('a')
    const first = before.at(-1)?.version_id
    assert.equal(
      (
        await copy(bucket, { objects: [{ path: 'a', version_id: first, to: 'a' }], existing: 'replace' })
      ).json<Outcome>().done,
      1,
    )
    assert.is(await read('a'), 'first')
    const after = await versions('a')
    assert.equal(
      [after.length, after.slice(1).map(({ version_id }) => version_id)],
      [4, before.map(({ version_id }) => version_id)],
    )
  })

  test('a copy includes older versions in their order on request, and a move does not', async () => {
    const [from, to] = [await make({ versioning: true }), await make({ versioning: true })]
    for (const content of ['first', 'second', 'third']) await from.put('a', content)
    await from.put('a longer key')
    const send = (body: object) =>
      copy(from.bucket, { bucket: to.bucket, objects: [{ path: 'a', to: 'b' }], versions: 'all', ...body })
    assert.equal((await send({})).json<Outcome>(), { done: 1, failed: [] })
    const contents = await Promise.all(
      (await to.versions('b')).map(async ({ version_id }) =>
        (await buffer((await to.objects.get(to.bucket, 'b', { version: version_id })).body)).toString(),
      ),
    )
    assert.equal([contents, await to.keys()], [['third', 'second', 'first'], ['b']])
    // existing objects are reported once, before the first copy
    assert.equal([(await send({})).statusCode, (await to.versions('b')).length], [409, 3])
    assert.equal([(await send({ mode: 'move' })).statusCode, await from.read('a')], [422, 'third'])
    assert.is((await copy(from.bucket, { objects: [{ path: 'missing', to: 'c' }], versions: 'all' })).statusCode, 404)
  })

  test('headers and metadata are replaced one at a time, and the others stay', async () => {
    const { bucket, objects, put, read } = await make()
    await put('page.html', '<p>', 'text/html')
    await objects.setTags(bucket, 'page.html', undefined, { colour: 'blue' })
    const setMetadata = async (body: object) =>
      (await root())('PUT', `/api/v1/buckets/${bucket}/objects/metadata?prefix=page.html`, body)
    assert.is(
      (await setMetadata({ cache_control: 'max-age=60', user: { Author: 'Ana', Place: 'Köln' } })).statusCode,
      200,
    )
    assert.is((await setMetadata({ content_type: 'text/plain' })).statusCode, 200)
    const { user_metadata = {}, content_type, tags } = await objects.info(bucket, 'page.html')
    assert.equal(content_type, 'text/plain')
    assert.equal(
      [user_metadata['cache-control'], user_metadata['x-amz-meta-author'], user_metadata['x-amz-meta-place']],
      ['max-age=60', 'Ana', 'Köln'],
    )
    assert.equal([tags, await read('page.html')], [{ colour: 'blue' }, '<p>'])
    assert.is((await setMetadata({ cache_control: '', user: {} })).statusCode, 200)
    assert.equal(
      Object.keys((await objects.info(bucket, 'page.html')).user_metadata ?? {}).filter(
        (name) => name !== 'content-type',
      ),
      [],
    )
    for (const body of [
      { content_type: 'a\nb' },
      { user: { 'two words': 'x' } },
      { user: { a: 'x'.repeat(3000) } },
      { cache_control: ' blank' },
    ])
      assert.is((await setMetadata(body)).statusCode, 422, JSON.stringify(body))
  })

  test('a copy needs read access to the source and write access to the target, and a move also delete access', async () => {
    const { bucket, backend, put, keys } = await make()
    await put('mine/a')
    await put('closed/b')
    const pair = await addUser(backend, [allow(['s3:GetObject', 's3:PutObject'], [`${bucket}/mine/*`])])
    const attempt = async (path: string, to: string, mode = 'copy') =>
      (await copy(bucket, { objects: [{ path, to }], mode, existing: 'replace' }, pair)).statusCode
    assert.equal(
      [
        await attempt('mine/a', 'closed/c'),
        await attempt('closed/b', 'mine/b'),
        await attempt('mine/a', 'mine/c', 'move'),
      ],
      [403, 403, 403],
    )
    assert.equal(await keys(), ['closed/b', 'mine/a'])
    assert.is(await attempt('mine/a', 'mine/c'), 200)
  })

  test('a bucket is listed as of an earlier time with later changes, by page or whole', async () => {
    const { bucket, objects, put } = await make({ versioning: true })
    for (const key of ['same', 'replaced', 'deleted', 'gone before', 'folder/inside']) await put(key, 'then')
    await objects.remove(bucket, 'gone before')
    const { version_id } = await objects.info(bucket, 'same')
    const listed = await objects.listVersions(bucket, { prefix: '', recursive: true, metadata: false, limit: 1000 })
    const moment = new Date(await momentAfter(listed.objects)).toISOString()
    await put('replaced', 'now, and longer')
    await objects.remove(bucket, 'deleted')
    await put('newer')
    const send = await root()
    const listAt = async (query: string) =>
      (await send('GET', `/api/v1/buckets/${bucket}/rewind/${moment}?${query}`)).json<{
        objects: ListedVersion[]
        newer: number
        cursor?: string
      }>()
    const listing = await listAt('')
    const states = listing.objects.map(({ name, since, delete_flag = false }) => [name, since, delete_flag])
    assert.equal(states, [
      ['deleted', 'deleted', false],
      ['folder/', undefined, false],
      ['gone before', 'unchanged', true],
      ['replaced', 'replaced', false],
      ['same', 'unchanged', false],
    ])
    assert.equal([listing.newer, listing.objects.at(-1)?.version_id, listing.objects[3]?.size], [1, version_id, 4])
    for (const limit of [1, 2, 3]) {
      const pages: ListedVersion[] = []
      let cursor: string | undefined
      do {
        const page = await listAt(`limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`)
        pages.push(...page.objects)
        cursor = page.cursor
      } while (cursor)
      assert.equal(pages, listing.objects, `in pages of ${limit}`)
    }
    assert.equal(pluck((await listAt('recursive=true&prefix=folder/')).objects, 'name'), ['folder/inside'])
    // changes since a time include deletions on request, but not objects created and deleted since then
    await put('gone before', 'back')
    await put('come and gone')
    await objects.remove(bucket, 'come and gone')
    const now = (await listAt('newer=true')).objects.map(({ name, since, delete_flag = false, size_now }) => [
      name,
      since,
      delete_flag,
      size_now,
    ])
    assert.equal(now, [
      ['deleted', 'deleted', false, undefined],
      ['folder/', undefined, false, undefined],
      ['gone before', 'replaced', true, 4],
      ['newer', 'new', false, 5],
      ['replaced', 'replaced', false, 15],
      ['same', 'unchanged', false, undefined],
    ])
    assert.is((await send('GET', `/api/v1/buckets/${bucket}/rewind/yesterday`)).statusCode, 422)
  })
})
