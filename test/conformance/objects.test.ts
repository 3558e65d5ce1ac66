import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import * as assert from 'uvu/assert'
import type { NewBucket } from '../../plugins/buckets/contract.ts'
import type { Listing, ObjectsBackend } from '../../plugins/object-browser/backend.ts'
import { addUser, allow, onEveryEngine, type Peer, refused, unique } from './engines.ts'

const folder = (prefix: string, more: Partial<Listing> = {}): Listing => ({
  prefix,
  recursive: false,
  versions: false,
  metadata: false,
  limit: 1000,
  ...more,
})

const make = async (peer: Peer, more: Partial<NewBucket> = {}) => {
  const name = unique('objects')
  const backend = await peer.as()
  await backend.buckets.add({ name, versioning: false, locking: false, ...more })
  return { name, objects: backend['object-browser'] }
}

const put = (
  objects: ObjectsBackend,
  bucket: string,
  key: string,
  content: Buffer | string = key,
  type = 'text/plain',
) => {
  const data = Buffer.from(content)
  const chunks = Array.from({ length: Math.ceil(data.length / 65536) }, (_, n) =>
    data.subarray(n * 65536, (n + 1) * 65536),
  )
  return objects.put(bucket, key, {
    size: data.length,
    type,
    body: Readable.from(chunks),
    signal: new AbortController().signal,
  })
}

const read = async (
  objects: ObjectsBackend,
  bucket: string,
  key: string,
  options: Parameters<ObjectsBackend['get']>[2] = {},
) => {
  const object = await objects.get(bucket, key, options)
  return { ...object, data: await buffer(object.body) }
}

const names = async (objects: ObjectsBackend, bucket: string, listing: Listing) =>
  (await objects.list(bucket, listing)).objects.map(({ name }) => name)

/** The ids of a key's versions, the newest first. */
const versionsOf = async (objects: ObjectsBackend, bucket: string, key: string) =>
  (await objects.list(bucket, folder(key, { versions: true }))).objects.map(({ version_id = '' }) => version_id)

const day = 86_400_000

/** A moment so many days from now, to the second, as S3 keeps it. */
const inDays = (days: number) => new Date(Math.ceil((Date.now() + days * day) / 1000) * 1000)

/** What keeps a version: hold, mode and end. */
const lockOf = async (objects: ObjectsBackend, bucket: string, key: string, version?: string) => {
  const { legal_hold_status, retention_mode, retention_until_date } = await objects.info(bucket, key, version)
  return [legal_hold_status === 'ON', retention_mode, retention_until_date && Date.parse(retention_until_date)]
}

/** Keys that have broken consoles before; the last ones only where the storage takes them. */
const hostile = [
  'plain.txt',
  'with space.txt',
  'a+b&c=d?e#f.txt',
  '100%',
  'a%2Fb%25.txt',
  'quote"s and \'s.txt',
  'back\\slash.txt',
  'übung/naïve/日本語.txt',
  '🦄/🧱.bin',
  '\u202Egnp.exe',
  '__proto__',
  'constructor/prototype',
  '<img src=x onerror=alert(1)>.html',
  `long/${'k'.repeat(240)}/${'l'.repeat(240)}/${'m'.repeat(240)}/${'n'.repeat(240)}`,
  '~tilde*(paren)!.txt',
]
const embeddedOnly = ['..', 'a/../b', 'a//b', '/leading', 'new\r\nline', 'tab\there', './dot']

onEveryEngine('objects', (test, peer) => {
  test('an object is stored and read back byte for byte, with its type, size and date', async () => {
    const { name, objects } = await make(peer())
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
    const { name, objects } = await make(peer())
    await put(objects, name, 'empty', '')
    await put(objects, name, 'folder/', '')
    assert.is((await read(objects, name, 'empty')).data.length, 0)
    assert.equal(await names(objects, name, folder('')), ['empty', 'folder/'])
  })

  test('a large object passes through whole', async () => {
    const { name, objects } = await make(peer())
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

  test('a range gives just these bytes; one outside the object is refused', async () => {
    const { name, objects } = await make(peer())
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
    await refused(416, objects.get(name, 'letters', { range: { start: 10 } }))
  })

  test('a body that is shorter or longer than announced stores nothing', async () => {
    const { name, objects } = await make(peer())
    const signal = new AbortController().signal
    for (const size of [3, 8])
      await refused(
        400,
        objects.put(name, 'wrong', { size, type: '', body: Readable.from([Buffer.from('12345')]), signal }),
      )
    await refused(404, objects.get(name, 'wrong', {}))
  })

  test('an upload whose sender goes away stores nothing', async () => {
    const { name, objects } = await make(peer())
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
    await refused(404, objects.get(name, 'half', {}))
    assert.equal(await names(objects, name, folder('')), [])
  })

  test('a listing shows one level, folders among the objects in key order', async () => {
    const { name, objects } = await make(peer())
    for (const key of ['b.txt', 'a/1', 'a/2', 'a/deep/3', 'c/1', 'a-b', 'z']) await put(objects, name, key)
    assert.equal((await names(objects, name, folder(''))).sort(), ['a-b', 'a/', 'b.txt', 'c/', 'z'])
    assert.equal((await names(objects, name, folder('a/'))).sort(), ['a/1', 'a/2', 'a/deep/'])
    assert.equal((await names(objects, name, folder('a/', { recursive: true }))).sort(), ['a/1', 'a/2', 'a/deep/3'])
    assert.equal(await names(objects, name, folder('nothing/')), [])
    const [file] = (await objects.list(name, folder('b'))).objects
    assert.is(file?.size, 5)
    assert.ok(Math.abs(Date.parse(file?.last_modified ?? '') - Date.now()) < 60_000)
  })

  test('pages follow one another without a gap or a repeat', async () => {
    const { name, objects } = await make(peer())
    const keys = Array.from({ length: 23 }, (_, n) => (n % 3 === 0 ? `dir-${n}/x` : `key-${n}`))
    for (const key of keys) await put(objects, name, key)
    const seen: string[] = []
    let cursor: string | undefined
    let pages = 0
    do {
      const page = await objects.list(name, folder('', { limit: 5, cursor }))
      assert.ok(page.objects.length <= 5)
      seen.push(...page.objects.map((item) => item.name))
      cursor = page.cursor
      pages += 1
    } while (cursor)
    assert.is(pages, 5)
    assert.equal([...seen].sort(), keys.map((key) => (key.includes('/') ? key.replace(/x$/, '') : key)).sort())
  })

  test('a cursor that somebody made up is refused', async () => {
    const { name, objects } = await make(peer())
    await put(objects, name, 'a')
    const work = objects.list(name, folder('', { cursor: 'no-cursor-of-ours' }))
    const outcome = await work.then(
      () => 'answered',
      (error: { status?: number }) => error.status,
    )
    assert.ok([400, 'answered'].includes(outcome ?? 0), String(outcome))
  })

  test('hostile names are stored, listed, read and removed exactly, and nothing else is touched', async () => {
    const { name, objects } = await make(peer())
    const keys = peer().name === 'embedded' ? [...hostile, ...embeddedOnly] : hostile
    for (const key of keys) await put(objects, name, key, `content of ${key}`)
    const listed = await names(objects, name, folder('', { recursive: true }))
    assert.equal([...listed].sort(), [...keys].sort())
    for (const key of keys) assert.is((await read(objects, name, key)).data.toString(), `content of ${key}`, key)
    const rest = new Set(keys)
    for (const key of keys) {
      await objects.remove(name, key)
      rest.delete(key)
      assert.equal((await names(objects, name, folder('', { recursive: true }))).sort(), [...rest].sort(), key)
    }
  })

  test('removing what is not there is no error', async () => {
    const { name, objects } = await make(peer())
    await objects.remove(name, 'nothing')
  })

  test('several are removed at once, each for itself', async () => {
    const { name, objects } = await make(peer())
    for (const key of ['a', 'b', 'c', 'd']) await put(objects, name, key)
    const removals = ['a', 'c', 'not-there'].map((path) => ({ path, versionID: '' }))
    assert.equal(await objects.removeMany(name, removals), [])
    assert.equal(await names(objects, name, folder('')), ['b', 'd'])
  })

  test('a folder is removed page by page, and only what is below it', async () => {
    const { name, objects } = await make(peer())
    for (const key of ['logs/1', 'logs/2', 'logs/deep/3', 'logs-old/1', 'other']) await put(objects, name, key)
    const first = await objects.removeBelow(name, 'logs/', 2)
    assert.equal(first, { deleted: 2, partial: true })
    const second = await objects.removeBelow(name, 'logs/', 1000)
    assert.equal(second, { deleted: 1, partial: false })
    assert.equal(await names(objects, name, folder('', { recursive: true })), ['logs-old/1', 'other'])
  })

  test('an empty prefix removes nothing', async () => {
    const { name, objects } = await make(peer())
    await put(objects, name, 'precious')
    await refused(400, objects.removeBelow(name, '', 1000))
    assert.equal(await names(objects, name, folder('')), ['precious'])
  })

  test('in a versioned bucket an overwrite keeps the old version and a removal leaves a marker', async () => {
    const { name, objects } = await make(peer(), { versioning: true })
    await put(objects, name, 'note', 'first')
    await put(objects, name, 'note', 'second')
    await objects.remove(name, 'note')
    assert.equal(await names(objects, name, folder('')), [])
    await refused(404, objects.get(name, 'note', {}))
    const { objects: versions } = await objects.list(name, folder('', { versions: true }))
    assert.equal(
      versions.map(({ is_delete_marker }) => Boolean(is_delete_marker)),
      [true, false, false],
    )
    assert.equal(
      versions.map(({ is_latest }) => Boolean(is_latest)),
      [true, false, false],
    )
    const [marker, , oldest] = versions.map(({ version_id }) => version_id)
    assert.is((await read(objects, name, 'note', { version: oldest })).data.toString(), 'first')
    await objects.remove(name, 'note', marker)
    assert.is((await read(objects, name, 'note')).data.toString(), 'second')
    assert.equal(await names(objects, name, folder('')), ['note'])
  })

  test('removing in a versioned bucket leaves one marker at most, and none where there was nothing', async () => {
    const { name, objects } = await make(peer(), { versioning: true })
    await objects.remove(name, 'never-there')
    await put(objects, name, 'note', 'text')
    for (let times = 0; times < 3; times += 1) await objects.remove(name, 'note')
    const { objects: versions } = await objects.list(name, folder('', { versions: true }))
    assert.equal(
      versions.map((version) => [version.name, Boolean(version.is_delete_marker)]),
      [
        ['note', true],
        ['note', false],
      ],
    )
  })

  test('a version that is not there is not found, and what is no version id is refused', async () => {
    const { name, objects } = await make(peer(), { versioning: true })
    await put(objects, name, 'note', 'text')
    const unknown = '01234567-89ab-7def-8123-456789abcdef'
    for (const version of [unknown, 'null']) await refused(404, objects.get(name, 'note', { version }))
    await refused(400, objects.get(name, 'note', { version: 'nonsense' }))
    await objects.remove(name, 'note', unknown)
    await refused(400, objects.remove(name, 'note', 'nonsense'))
    assert.equal(
      (await objects.removeMany(name, [{ path: 'note', versionID: 'nonsense' }])).map(({ path }) => path),
      ['note'],
    )
    assert.is((await read(objects, name, 'note')).data.toString(), 'text')
  })

  test('versions come page by page as well, all of them once and in order', async () => {
    const { name, objects } = await make(peer(), { versioning: true })
    for (const key of ['a', 'b/1', 'b/2', 'c']) for (const text of ['1', '2', '3']) await put(objects, name, key, text)
    await objects.remove(name, 'c')
    for (const recursive of [true, false]) {
      const lines: string[] = []
      let cursor: string | undefined
      do {
        const page = await objects.list(name, folder('', { versions: true, recursive, limit: 2, cursor }))
        lines.push(...page.objects.map((item) => `${item.name} ${item.version_id ?? ''} ${item.is_latest ?? ''}`))
        cursor = page.cursor
      } while (cursor)
      const whole = (await objects.list(name, folder('', { versions: true, recursive }))).objects
      assert.equal(
        lines,
        whole.map((item) => `${item.name} ${item.version_id ?? ''} ${item.is_latest ?? ''}`),
      )
      assert.is(lines.length, recursive ? 13 : 8)
    }
  })

  test('metadata is listed where it is asked for, and a cursor that no listing gave is refused', async () => {
    const { name, objects } = await make(peer())
    await put(objects, name, 'page', 'text', 'text/x-page')
    const [plain] = (await objects.list(name, folder(''))).objects
    assert.is(plain?.content_type, undefined)
    const [item] = (await objects.list(name, folder('', { metadata: true }))).objects
    assert.is(item?.content_type, 'text/x-page')
    assert.is(item?.user_metadata?.['content-type'], 'text/x-page')
    for (const versions of [false, true])
      await refused(400, objects.list(name, folder('', { versions, cursor: 'junk!' })))
  })

  test('an object under retention cannot be removed for good', async () => {
    const { name, objects } = await make(peer(), { retention: { mode: 'compliance', unit: 'days', validity: 1 } })
    await put(objects, name, 'ledger', 'kept')
    const [version] = (await objects.list(name, folder('', { versions: true }))).objects
    await refused([400, 403], objects.remove(name, 'ledger', version?.version_id))
    assert.is((await read(objects, name, 'ledger')).data.toString(), 'kept')
    await objects.remove(name, 'ledger')
    assert.is((await read(objects, name, 'ledger', { version: version?.version_id })).data.toString(), 'kept')
  })

  test('all versions of a key are removed for good, and none of another one', async () => {
    const { name, objects } = await make(peer(), { versioning: true })
    for (const key of ['note', 'note', 'note', 'notes', 'note/1']) await put(objects, name, key)
    await objects.remove(name, 'note')
    const first = await objects.removeVersions(name, { prefix: 'note', of: 'key', limit: 3 })
    assert.equal([first.deleted, first.kept, first.partial], [3, [], true])
    const rest = await objects.removeVersions(name, { prefix: 'note', of: 'key', limit: 3, cursor: first.cursor })
    assert.equal([rest.deleted, rest.kept, rest.partial], [1, [], false])
    assert.equal(await names(objects, name, folder('', { recursive: true, versions: true })), ['note/1', 'notes'])
    const none = await objects.removeVersions(name, { prefix: 'note', of: 'key', limit: 3 })
    assert.equal([none.deleted, none.kept, none.partial], [0, [], false])
  })

  test('a bucket is emptied page by page, and what is locked stays and is told', async () => {
    const { name, objects } = await make(peer(), { locking: true })
    for (const key of ['a', 'b', 'b', 'b', 'b', 'c']) await put(objects, name, key)
    const [, second = '', , fourth = ''] = await versionsOf(objects, name, 'b')
    for (const version of [second, fourth]) await objects.setLegalHold(name, 'b', version, true)
    await objects.remove(name, 'c')
    const kept: string[] = []
    let [deleted, cursor, pages] = [0, undefined as string | undefined, 0]
    for (let more = true; more; pages += 1) {
      const page = await objects.removeVersions(name, { prefix: '', of: 'below', limit: 2, cursor })
      deleted += page.deleted
      for (const { path, version_id, message } of page.kept) {
        assert.match(message, /WORM/)
        kept.push(`${path} ${version_id}`)
      }
      ;[cursor, more] = [page.cursor, page.partial]
      assert.ok(pages < 20, 'it comes to an end')
    }
    assert.equal(kept, [`b ${second}`, `b ${fourth}`], 'each is told once')
    assert.is(deleted, 5)
    assert.equal(await versionsOf(objects, name, 'b'), [second, fourth])
    for (const version of [second, fourth]) await objects.setLegalHold(name, 'b', version, false)
    assert.is((await objects.removeVersions(name, { prefix: '', of: 'below', limit: 1000 })).deleted, 2)
    await (await peer().as()).buckets.remove(name)
  })

  test('a bucket without versions is emptied as well, of hostile names too', async () => {
    const { name, objects } = await make(peer())
    for (const key of hostile) await put(objects, name, key)
    assert.equal(await objects.removeVersions(name, { prefix: '', of: 'below', limit: 1000 }), {
      deleted: hostile.length,
      kept: [],
      partial: false,
    })
    assert.equal(await names(objects, name, folder('', { recursive: true })), [])
  })

  test('whoever may not remove a version keeps it, and is refused where that is all there is', async () => {
    const { name, objects } = await make(peer(), { versioning: true })
    for (const key of ['keep/a', 'go/b']) await put(objects, name, key)
    const pair = await addUser(await peer().as(), [
      allow(['s3:ListBucketVersions', 's3:ListBucket'], [name]),
      allow(['s3:DeleteObject'], [`${name}/go/*`]),
    ])
    const { 'object-browser': own } = await peer().as(pair)
    await refused(403, own.removeVersions(name, { prefix: 'keep/', of: 'below', limit: 1000 }))
    const { deleted, kept } = await own.removeVersions(name, { prefix: '', of: 'below', limit: 1000 })
    assert.equal([deleted, kept.map(({ path }) => path)], [1, ['keep/a']])
  })

  test('an object tells all that is known of it, and of each of its versions', async () => {
    const { name, objects } = await make(peer(), { versioning: true })
    await put(objects, name, 'a/note', 'first', 'text/x-note')
    await put(objects, name, 'a/note', 'second!', 'text/x-other')
    const [newer, older] = await versionsOf(objects, name, 'a/note')
    const { last_modified, etag, tags, checksum, ...rest } = await objects.info(name, 'a/note')
    const told = { name: 'a/note', size: 7, content_type: 'text/x-other', version_id: newer, is_latest: true }
    assert.equal(rest, { ...told, storage_class: 'STANDARD', user_metadata: { 'content-type': 'text/x-other' } })
    assert.equal(tags, {})
    // a MinIO server keeps the one that came with an upload
    assert.is(checksum, peer().name === 'embedded' ? 'CRC32 qrM5Pg==' : undefined)
    assert.match(etag ?? '', /^[0-9a-f-]+$/)
    assert.ok(Math.abs(Date.parse(last_modified ?? '') - Date.now()) < 60_000)
    const first = await objects.info(name, 'a/note', older)
    assert.equal([first.size, first.content_type, first.is_latest, first.version_id], [5, 'text/x-note', false, older])
    assert.is((await objects.info(name, 'a/note', newer)).is_latest, true)

    await objects.remove(name, 'a/note')
    const [marker] = await versionsOf(objects, name, 'a/note')
    await refused(404, objects.info(name, 'a/note'))
    await refused(404, objects.info(name, 'a/note', marker))
    assert.is((await objects.info(name, 'a/note', newer)).is_latest, false)
    await refused(400, objects.info(name, 'a/note', 'nonsense'))
    await refused(404, objects.info(name, 'a/no'))
    await refused(404, objects.info(unique('nowhere'), 'a/note'))
  })

  test('tags are set, replaced as a whole and removed, each version having its own', async () => {
    const { name, objects } = await make(peer(), { versioning: true })
    await put(objects, name, 'note', 'first')
    const [older] = await versionsOf(objects, name, 'note')
    await objects.setTags(name, 'note', undefined, { team: 'a + b', 'k e/y:@=_.-': '' })
    await put(objects, name, 'note', 'second')
    assert.equal((await objects.info(name, 'note')).tags, {})
    await objects.setTags(name, 'note', undefined, { only: 'newer' })
    assert.equal((await objects.info(name, 'note', older)).tags, { team: 'a + b', 'k e/y:@=_.-': '' })
    await objects.setTags(name, 'note', older, { stage: 'old', constructor: 'none' })
    assert.equal({ ...(await objects.info(name, 'note', older)).tags }, { stage: 'old', constructor: 'none' })
    await objects.setTags(name, 'note', older, {})
    assert.equal((await objects.info(name, 'note', older)).tags, {})
    assert.equal((await objects.info(name, 'note')).tags, { only: 'newer' })
    assert.is((await read(objects, name, 'note')).data.toString(), 'second')
  })

  test('a tag keeps its name, also where programs give it a meaning of their own', async () => {
    const { name, objects } = await make(peer())
    await put(objects, name, 'note', 'text')
    const named = Object.fromEntries([
      ['__proto__', 'a'],
      ['__proto_', 'b'],
      ['constructor', 'c'],
      ['plain', 'd'],
    ])
    await objects.setTags(name, 'note', undefined, named)
    const { tags } = await objects.info(name, 'note')
    assert.equal(Object.entries(tags ?? {}).sort(), Object.entries(named).sort())
  })

  test('an object without versions is tagged under the id null as well', async () => {
    const { name, objects } = await make(peer())
    await put(objects, name, 'note', 'text')
    await objects.setTags(name, 'note', 'null', { team: 'a' })
    const { tags, version_id } = await objects.info(name, 'note', 'null')
    assert.equal([tags, version_id], [{ team: 'a' }, 'null'])
    await put(objects, name, 'note', 'again')
    assert.equal((await objects.info(name, 'note')).tags, {})
  })

  test('tags that nobody could read again are refused', async () => {
    const { name, objects } = await make(peer())
    await put(objects, name, 'note', 'text')
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`tag-${index}`, 'x']))
    for (const tags of [
      many,
      { '': 'x' },
      { ['k'.repeat(129)]: 'x' },
      { key: 'v'.repeat(257) },
      { käse: 'x' },
      { key: 'a\nb' },
    ])
      await refused(400, objects.setTags(name, 'note', undefined, tags))
    assert.equal((await objects.info(name, 'note')).tags, {})
    await objects.setTags(name, 'note', undefined, {
      ['k'.repeat(128)]: 'v'.repeat(256),
      ...Object.fromEntries(Object.entries(many).slice(2)),
    })
    assert.is(Object.keys((await objects.info(name, 'note')).tags ?? {}).length, 10)
  })

  test('a version under a legal hold stays until the hold is lifted, whoever asks and whatever is bypassed', async () => {
    const { name, objects } = await make(peer(), { locking: true })
    await put(objects, name, 'evidence', 'first')
    await put(objects, name, 'evidence', 'second')
    const [newer, older] = await versionsOf(objects, name, 'evidence')
    await objects.setLegalHold(name, 'evidence', older, true)
    assert.equal(await lockOf(objects, name, 'evidence', older), [true, undefined, undefined])
    assert.equal(await lockOf(objects, name, 'evidence'), [false, undefined, undefined])
    await refused(400, objects.remove(name, 'evidence', older), /WORM.*legal hold/i)
    await refused(400, objects.remove(name, 'evidence', older, 'bypassed'))
    await objects.remove(name, 'evidence', newer)
    await objects.setLegalHold(name, 'evidence', older, false)
    assert.equal(await lockOf(objects, name, 'evidence', older), [false, undefined, undefined])
    await objects.remove(name, 'evidence', older)
    await refused(404, objects.info(name, 'evidence', older))
  })

  test('compliance is extended, but neither made shorter nor weaker nor lifted', async () => {
    const { name, objects } = await make(peer(), { locking: true })
    await put(objects, name, 'ledger', 'kept')
    const [version] = await versionsOf(objects, name, 'ledger')
    const set = (mode: 'compliance' | 'governance', days: number, governance: 'kept' | 'bypassed' = 'kept') =>
      objects.setRetention(name, 'ledger', version, { mode, until: inDays(days) }, governance)
    const until = inDays(2)
    await objects.setRetention(name, 'ledger', version, { mode: 'compliance', until }, 'kept')
    assert.equal(await lockOf(objects, name, 'ledger'), [false, 'COMPLIANCE', until.getTime()])
    await refused(400, set('compliance', 1), /only be extended/)
    for (const governance of ['kept', 'bypassed'] as const) {
      await refused(400, set('compliance', 1, governance))
      await refused(400, set('governance', 3, governance))
      await refused(400, objects.setRetention(name, 'ledger', version, undefined, governance))
      await refused(400, objects.remove(name, 'ledger', version, governance), /compliance/)
    }
    assert.equal(await lockOf(objects, name, 'ledger'), [false, 'COMPLIANCE', until.getTime()])
    await set('compliance', 3)
    assert.ok(Number((await lockOf(objects, name, 'ledger'))[2]) > until.getTime())
  })

  test('governance is extended by all who may set it, and changed, lifted or ignored only where it is bypassed', async () => {
    const { name, objects } = await make(peer(), { locking: true })
    const fresh = async (key: string) => {
      await put(objects, name, key, 'kept')
      await objects.setRetention(name, key, undefined, { mode: 'governance', until: inDays(2) }, 'kept')
      return (await versionsOf(objects, name, key))[0]
    }
    const version = await fresh('draft')
    const set = (mode: 'compliance' | 'governance', days: number, governance: 'kept' | 'bypassed') =>
      objects.setRetention(name, 'draft', version, { mode, until: inDays(days) }, governance)
    await refused(400, objects.remove(name, 'draft', version), /governance/)
    await set('governance', 4, 'kept')
    await refused(400, set('governance', 3, 'kept'), /bypass/)
    await refused(400, set('compliance', 5, 'kept'))
    await refused(400, objects.setRetention(name, 'draft', version, undefined, 'kept'))
    await set('governance', 1, 'bypassed')
    await objects.setRetention(name, 'draft', version, undefined, 'bypassed')
    assert.equal(await lockOf(objects, name, 'draft'), [false, undefined, undefined])
    await objects.remove(name, 'draft', version)

    const other = await fresh('other')
    await objects.remove(name, 'other', other, 'bypassed')
    await refused(404, objects.info(name, 'other', other))
    const strict = await fresh('strict')
    await objects.setRetention(name, 'strict', strict, { mode: 'compliance', until: inDays(1) }, 'bypassed')
    await refused(400, objects.remove(name, 'strict', strict, 'bypassed'), /compliance/)
  })

  test("a retention ends in the future, and a default one is each new version's own", async () => {
    const { name, objects } = await make(peer(), { retention: { mode: 'governance', unit: 'days', validity: 3 } })
    await put(objects, name, 'note', 'text')
    const [hold, mode, until] = await lockOf(objects, name, 'note')
    assert.equal([hold, mode], [false, 'GOVERNANCE'])
    assert.ok(Math.abs(Number(until) - inDays(3).getTime()) < 60_000)
    await refused(
      400,
      objects.setRetention(name, 'note', undefined, { mode: 'governance', until: inDays(-1) }, 'bypassed'),
    )
  })

  test('a bucket without object locking has neither hold nor retention, but tells so', async () => {
    const { name, objects } = await make(peer(), { versioning: true })
    await put(objects, name, 'note', 'text')
    await refused(400, objects.setLegalHold(name, 'note', undefined, true), /Object locking is not enabled/)
    const until = inDays(1)
    await refused(
      400,
      objects.setRetention(name, 'note', undefined, { mode: 'governance', until }, 'kept'),
      /not enabled/,
    )
    await refused(400, objects.setRetention(name, 'note', undefined, undefined, 'bypassed'), /not enabled/)
    assert.equal(await lockOf(objects, name, 'note'), [false, undefined, undefined])
  })

  test('what is not there is neither tagged nor locked', async () => {
    const { name, objects } = await make(peer(), { locking: true })
    await put(objects, name, 'note', 'text')
    await objects.remove(name, 'note')
    const [marker, version] = await versionsOf(objects, name, 'note')
    const unknown = '01234567-89ab-7def-8123-456789abcdef'
    const until = inDays(1)
    for (const [key, id] of [
      ['nothing', undefined],
      ['note', undefined],
      ['note', marker],
      ['note', unknown],
    ] as const) {
      await refused(404, objects.setTags(name, key, id, { team: 'a' }))
      await refused(404, objects.setLegalHold(name, key, id, true))
      await refused(404, objects.setRetention(name, key, id, { mode: 'governance', until }, 'kept'))
    }
    await refused(404, objects.setTags(unique('nowhere'), 'note', undefined, {}))
    await refused(404, objects.setLegalHold(unique('nowhere'), 'note', undefined, true))
    await objects.setTags(name, 'note', version, { team: 'a' })
    assert.equal((await objects.info(name, 'note', version)).tags, { team: 'a' })
  })

  test('everyone tags, holds, retains and bypasses what their policies say, and sees no more', async () => {
    const { name, objects } = await make(peer(), { locking: true })
    for (const key of ['team/a', 'team/b', 'other']) await put(objects, name, key, 'x')
    const [a = '', b = ''] = [
      (await versionsOf(objects, name, 'team/a'))[0],
      (await versionsOf(objects, name, 'team/b'))[0],
    ]
    await objects.setTags(name, 'team/a', a, { team: 'a' })
    await objects.setLegalHold(name, 'team/a', a, true)
    const governance = { mode: 'governance' as const, until: inDays(2) }
    for (const key of ['team/a', 'team/b']) await objects.setRetention(name, key, undefined, governance, 'kept')
    const as = async (...actions: string[]) => {
      const user = await addUser(await peer().as(), [allow(actions, [`${name}/team/*`])])
      return (await peer().as(user))['object-browser']
    }

    const reader = await as('s3:GetObject')
    const { tags, legal_hold_status, retention_mode, size } = await reader.info(name, 'team/a', a)
    assert.equal([tags, legal_hold_status, retention_mode, size], [undefined, undefined, undefined, 1])
    await refused(403, reader.info(name, 'other'))
    await refused(403, reader.setTags(name, 'team/a', a, {}))
    await refused(403, reader.setLegalHold(name, 'team/a', a, false))
    await refused(403, reader.setRetention(name, 'team/a', a, { ...governance, until: inDays(3) }, 'kept'))

    const tagger = await as('s3:GetObject', 's3:GetObjectTagging', 's3:PutObjectTagging')
    await tagger.setTags(name, 'team/a', a, { team: 'b' })
    assert.equal((await tagger.info(name, 'team/a')).tags, { team: 'b' })
    await refused(403, tagger.setTags(name, 'other', undefined, {}))
    await refused(403, tagger.setLegalHold(name, 'team/a', a, false))

    const holder = await as('s3:GetObject', 's3:GetObjectLegalHold', 's3:PutObjectLegalHold', 's3:DeleteObject')
    await holder.setLegalHold(name, 'team/a', a, false)
    assert.is((await holder.info(name, 'team/a')).legal_hold_status, 'OFF')
    await refused(400, holder.remove(name, 'team/a', a))
    await refused(403, holder.remove(name, 'team/a', a, 'bypassed'))

    const keeper = await as(
      's3:GetObjectRetention',
      's3:PutObjectRetention',
      's3:BypassGovernanceRetention',
      's3:DeleteObject',
    )
    await keeper.setRetention(name, 'team/a', a, undefined, 'bypassed')
    await refused(400, keeper.remove(name, 'team/b', b))
    await keeper.remove(name, 'team/b', b, 'bypassed')
    await refused(404, objects.info(name, 'team/b', b))
  })

  test('a missing object is not found, in a missing bucket too', async () => {
    const { name, objects } = await make(peer())
    await refused(404, objects.get(name, 'nothing', {}))
    await refused(404, objects.list(unique('nowhere'), folder('')))
    await refused(404, put(objects, unique('nowhere'), 'a'))
  })

  test('everyone does with objects what their policies say, prefix by prefix', async () => {
    const { name, objects } = await make(peer())
    for (const key of ['team/a', 'secret/b']) await put(objects, name, key)
    const user = await addUser(await peer().as(), [
      allow(['s3:ListBucket'], [name], { StringLike: { 's3:prefix': ['team/*'] } }),
      allow(['s3:GetObject', 's3:PutObject'], [`${name}/team/*`]),
    ])
    const own = (await peer().as(user))['object-browser']
    assert.equal(await names(own, name, folder('team/')), ['team/a'])
    assert.is((await read(own, name, 'team/a')).data.toString(), 'team/a')
    await put(own, name, 'team/new')
    // the root may not be listed, but it shows the way to what may be
    assert.equal(await names(own, name, folder('')), ['team/'])
    await refused(403, own.list(name, folder('', { recursive: true })))
    await refused(403, own.list(name, folder('secret/')))
    await refused(403, own.get(name, 'secret/b', {}))
    await refused(403, put(own, name, 'secret/new'))
    await refused(403, own.remove(name, 'team/a'))
    const [failure] = await own.removeMany(name, [{ path: 'team/a', versionID: '' }])
    assert.is(failure?.path, 'team/a')
    await refused(403, own.removeBelow(name, 'team/', 1000))
    assert.is((await read(objects, name, 'team/a')).data.toString(), 'team/a')
  })
})
