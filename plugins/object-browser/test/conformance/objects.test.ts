import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { assert } from '../../../../test/lib/suite.ts'
import { listing } from '../../../../test/lib/listing.ts'
import { pluck } from '../../../../test/lib/pluck.ts'
import { addUser, allow, onEveryStorage, expectFailure, uniqueName } from '../../../../test/conformance/engines.ts'
import { pagesOf } from '../../pages-of.ts'
import { folderListing, hostileKeys, createBucket, put, read, listNames } from './object-calls.ts'

/** Keys that only storages which do not name files by key accept. */
const embeddedOnly = ['..', 'a/../b', 'a//b', '/leading', 'new\r\nline', 'tab\there', './dot']

onEveryStorage('objects', (test, peer) => {
  test('an object is stored and read back byte for byte, with its type, size and date', async () => {
    const { name, objects } = await createBucket(peer())
    const data = randomBytes(300_001)
    await put(objects, name, 'folder/data.bin', data, 'application/x-data')
    const object = await read(objects, name, 'folder/data.bin')
    assert.ok(object.data.equals(data))
    assert.is(object.size, data.length)
    assert.is(object.type, 'application/x-data')
    assert.match(object.etag, /^"[^"]+"$/)
    assert.ok(Math.abs(object.modified.getTime() - Date.now()) < 60_000)
  })

  test('an empty object and an empty folder are objects', async () => {
    const { name, objects } = await createBucket(peer())
    await put(objects, name, 'empty', '')
    await put(objects, name, 'folder/', '')
    assert.is((await read(objects, name, 'empty')).data.length, 0)
    assert.equal(await listNames(objects, name, folderListing('')), ['empty', 'folder/'])
  })

  test('a large object is stored and read completely', async () => {
    const { name, objects } = await createBucket(peer())
    const chunk = randomBytes(1 << 20)
    const count = 72
    const expected = createHash('sha256')
    for (let n = 0; n < count; n++) expected.update(chunk)
    await objects.put(name, 'large.bin', {
      size: chunk.length * count,
      type: 'application/octet-stream',
      body: Readable.from(
        (function* () {
          for (let n = 0; n < count; n++) yield chunk
        })(),
      ),
      signal: new AbortController().signal,
    })
    const { size, body } = await objects.get(name, 'large.bin', {})
    const hash = createHash('sha256')
    for await (const part of body) hash.update(part)
    assert.is(size, chunk.length * count)
    assert.is(hash.digest('hex'), expected.digest('hex'))
  })

  test('a range has exactly its bytes, and one outside the object is refused', async () => {
    const { name, objects } = await createBucket(peer())
    await put(objects, name, 'letters', 'abcdefghij')
    const part = async (range: { start?: number; end?: number }) => {
      const { data, span, size } = await read(objects, name, 'letters', { range })
      assert.is(size, 10)
      return [data.toString(), span]
    }
    assert.equal(await part({ start: 2, end: 4 }), ['cde', { start: 2, end: 4 }])
    assert.equal(await part({ start: 7 }), ['hij', { start: 7, end: 9 }])
    assert.equal(await part({ end: 3 }), ['hij', { start: 7, end: 9 }])
    assert.equal(await part({ start: 8, end: 100 }), ['ij', { start: 8, end: 9 }])
    await expectFailure(416, objects.get(name, 'letters', { range: { start: 10 } }))
  })

  test('a body shorter or longer than announced stores nothing', async () => {
    const { name, objects } = await createBucket(peer())
    const signal = new AbortController().signal
    for (const size of [3, 8])
      await expectFailure(
        400,
        objects.put(name, 'wrong', { size, type: '', body: Readable.from([Buffer.from('12345')]), signal }),
      )
    await expectFailure(404, objects.get(name, 'wrong', {}))
  })

  test('an upload whose sender disconnects stores nothing', async () => {
    const { name, objects } = await createBucket(peer())
    const sender = async function* () {
      yield Buffer.alloc(1000)
      throw new Error('the sender is gone')
    }
    const error = await objects
      .put(name, 'half', { size: 2000, type: '', body: sender(), signal: new AbortController().signal })
      .then(
        () => undefined,
        (reason: unknown) => reason,
      )
    assert.ok(error)
    await expectFailure(404, objects.get(name, 'half', {}))
    assert.equal(await listNames(objects, name, folderListing('')), [])
  })

  test('a listing shows one level, with folders among the objects in key order', async () => {
    const { name, objects } = await createBucket(peer())
    for (const key of ['b.txt', 'a/1', 'a/2', 'a/deep/3', 'c/1', 'a-b', 'z']) await put(objects, name, key)
    assert.equal((await listNames(objects, name, folderListing(''))).sort(), ['a-b', 'a/', 'b.txt', 'c/', 'z'])
    assert.equal((await listNames(objects, name, folderListing('a/'))).sort(), ['a/1', 'a/2', 'a/deep/'])
    assert.equal((await listNames(objects, name, folderListing('a/', { recursive: true }))).sort(), [
      'a/1',
      'a/2',
      'a/deep/3',
    ])
    assert.equal(await listNames(objects, name, folderListing('nothing/')), [])
    const [file] = (await objects.list(name, folderListing('b'))).objects
    assert.is(file?.size, 5)
    assert.ok(Math.abs(Date.parse(file?.last_modified ?? '') - Date.now()) < 60_000)
  })

  test('pages follow one another without gaps or repeats', async () => {
    const { name, objects } = await createBucket(peer())
    const keys = Array.from({ length: 23 }, (_, n) => (n % 3 === 0 ? `dir-${n}/x` : `key-${n}`))
    for (const key of keys) await put(objects, name, key)
    const seen: string[] = []
    let cursor: string | undefined
    let pages = 0
    do {
      const page = await objects.list(name, folderListing('', { limit: 5, cursor }))
      assert.ok(page.objects.length <= 5)
      seen.push(...page.objects.map((item) => item.name))
      cursor = page.cursor
      pages += 1
    } while (cursor)
    assert.is(pages, 5)
    assert.equal([...seen].sort(), keys.map((key) => (key.includes('/') ? key.replace(/x$/, '') : key)).sort())
  })

  test('a listing starts after a key, whether it exists or not', async () => {
    const { name, objects } = await createBucket(peer())
    const keys = ['a/1', 'a/2', 'a/3', 'b']
    for (const key of keys) await put(objects, name, key)
    const after = async (key: string, prefix = '') =>
      pluck((await objects.list(name, listing({ after: key, prefix }))).objects, 'name')
    assert.equal(await after('a/1'), keys.slice(1))
    assert.equal(await after('a/2/missing', 'a/'), ['a/3'])
    assert.equal([await after('0'), await after('b')], [keys, []])
  })

  test('an invented cursor is refused', async () => {
    const { name, objects } = await createBucket(peer())
    await put(objects, name, 'a')
    const work = objects.list(name, folderListing('', { cursor: 'no-cursor-of-ours' }))
    const outcome = await work.then(
      () => 'answered',
      (error: { status?: number }) => error.status,
    )
    assert.ok([400, 'answered'].includes(outcome ?? 0), String(outcome))
  })

  test('hostile names are stored, listed, read and deleted exactly, without touching other objects', async () => {
    const { name, objects } = await createBucket(peer())
    const keys = [...hostileKeys(peer()), ...(peer().name === 'embedded' ? embeddedOnly : [])]
    for (const key of keys) await put(objects, name, key, `content of ${key}`)
    const listed = await listNames(objects, name, folderListing('', { recursive: true }))
    assert.equal([...listed].sort(), [...keys].sort())
    for (const key of keys) assert.is((await read(objects, name, key)).data.toString(), `content of ${key}`, key)
    const rest = new Set(keys)
    for (const key of keys) {
      await objects.remove(name, key)
      rest.delete(key)
      assert.equal(
        (await listNames(objects, name, folderListing('', { recursive: true }))).sort(),
        [...rest].sort(),
        key,
      )
    }
  })

  test('deleting a missing object is not an error', async () => {
    const { name, objects } = await createBucket(peer())
    await objects.remove(name, 'nothing')
  })

  test('several objects are deleted in one request, each with its own result', async () => {
    const { name, objects } = await createBucket(peer())
    for (const key of ['a', 'b', 'c', 'd']) await put(objects, name, key)
    const removals = ['a', 'c', 'not-there'].map((path) => ({ path, versionID: '' }))
    assert.equal((await objects.removeMany(name, removals)).failed, [])
    assert.equal(await listNames(objects, name, folderListing('')), ['b', 'd'])
  })

  test('a folder is deleted page by page, and only objects below it', async () => {
    const { name, objects } = await createBucket(peer())
    for (const key of ['logs/1', 'logs/2', 'logs/deep/3', 'logs-old/1', 'other']) await put(objects, name, key)
    const first = await objects.removeBelow(name, 'logs/', { limit: 2 })
    assert.equal([first.deleted, first.notDeleted, typeof first.cursor], [2, [], 'string'])
    const second = await objects.removeBelow(name, 'logs/', { limit: 1000, cursor: first.cursor })
    assert.equal(second, { deleted: 1, notDeleted: [], cursor: undefined })
    assert.equal(await listNames(objects, name, folderListing('', { recursive: true })), ['logs-old/1', 'other'])
  })

  test('the rest of a folder is deleted if the first pages may not be deleted', async () => {
    const { name, objects } = await createBucket(peer())
    for (const key of ['logs/a1', 'logs/a2', 'logs/a3', 'logs/b1', 'logs/b2']) await put(objects, name, key)
    const user = await addUser(await peer().as(), [
      allow(['s3:ListBucket'], [name]),
      allow(['s3:DeleteObject'], [`${name}/logs/b*`]),
    ])
    const own = (await peer().as(user))['object-browser']
    const pages = pagesOf((cursor) => own.removeBelow(name, 'logs/', { limit: 2, cursor }))
    let deleted = 0
    const refused: string[] = []
    for await (const page of pages) {
      deleted += page.deleted
      refused.push(...page.notDeleted.map(({ key, reason }) => `${key} ${reason.status}`))
    }
    assert.equal([deleted, refused], [2, ['logs/a1 403', 'logs/a2 403', 'logs/a3 403']])
    assert.equal(await listNames(objects, name, folderListing('logs/')), ['logs/a1', 'logs/a2', 'logs/a3'])
  })

  test('an empty prefix deletes nothing', async () => {
    const { name, objects } = await createBucket(peer())
    await put(objects, name, 'precious')
    await expectFailure(400, objects.removeBelow(name, '', { limit: 1000 }))
    assert.equal(await listNames(objects, name, folderListing('')), ['precious'])
  })

  test('a name that the server confuses with another is refused, and the other object stays', async () => {
    const { name, objects } = await createBucket(peer())
    const [key, other] = ['a\\b', 'a/b']
    await put(objects, name, other)
    if (peer().name === 'seaweedfs') await expectFailure(400, put(objects, name, key), /object names with "\\"/)
    else await put(objects, name, key)
    assert.is((await read(objects, name, other)).data.toString(), other)
  })

  test('a missing object is not found, in a missing bucket too', async () => {
    const { name, objects } = await createBucket(peer())
    await expectFailure(404, objects.get(name, 'nothing', {}))
    await expectFailure(404, objects.list(uniqueName('nowhere'), folderListing('')))
  })

  test('an upload to a missing bucket is refused', async () => {
    const { objects } = await createBucket(peer())
    await expectFailure(404, put(objects, uniqueName('nowhere'), 'a'))
  })

  test('everyone can do with objects what their policies allow, prefix by prefix', async () => {
    const { name, objects } = await createBucket(peer())
    for (const key of ['team/a', 'secret/b']) await put(objects, name, key)
    const user = await addUser(await peer().as(), [
      allow(['s3:ListBucket'], [name], { StringLike: { 's3:prefix': ['team/*'] } }),
      allow(['s3:GetObject', 's3:PutObject'], [`${name}/team/*`]),
    ])
    const ownBackend = (await peer().as(user))['object-browser']
    assert.equal(await listNames(ownBackend, name, folderListing('team/')), ['team/a'])
    assert.is((await read(ownBackend, name, 'team/a')).data.toString(), 'team/a')
    await put(ownBackend, name, 'team/new')
    // the user may not list the root, but sees the path to the permitted folder
    assert.equal(await listNames(ownBackend, name, folderListing('')), ['team/'])
    await expectFailure(403, ownBackend.list(name, folderListing('', { recursive: true })))
    await expectFailure(403, ownBackend.list(name, folderListing('secret/')))
    await expectFailure(403, ownBackend.get(name, 'secret/b', {}))
    await expectFailure(403, put(ownBackend, name, 'secret/new'))
    await expectFailure(403, ownBackend.remove(name, 'team/a'))
    const [failure] = (await ownBackend.removeMany(name, [{ path: 'team/a', versionID: '' }])).failed
    assert.is(failure?.path, 'team/a')
    await expectFailure(403, ownBackend.removeBelow(name, 'team/', { limit: 1000 }))
    assert.is((await read(objects, name, 'team/a')).data.toString(), 'team/a')
  })
})
