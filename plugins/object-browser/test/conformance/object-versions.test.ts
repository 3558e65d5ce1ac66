import { assert } from '../../../../test/lib/suite.ts'
import type { Item } from '../../contract.ts'
import { pagesOf } from '../../pages-of.ts'
import { pluck } from '../../../../test/lib/pluck.ts'
import { addUser, allow, onEveryStorage, expectFailure } from '../../../../test/conformance/engines.ts'
import {
  createBucket,
  daysFromNow,
  folderListing,
  hostileKeys,
  listNames,
  put,
  read,
  versionsOf,
} from './object-calls.ts'

onEveryStorage('object versions', (test, peer) => {
  test('in a versioned bucket an overwrite keeps the old version and a deletion adds a marker', async () => {
    const { name, objects } = await createBucket(peer(), { versioning: true })
    await put(objects, name, 'note', 'first')
    await put(objects, name, 'note', 'second')
    await objects.remove(name, 'note')
    assert.equal(await listNames(objects, name, folderListing('')), [])
    await expectFailure(404, objects.get(name, 'note', {}))
    const { objects: versions } = await objects.list(name, folderListing('', { versions: true }))
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
    assert.equal(await listNames(objects, name, folderListing('')), ['note'])
  })

  test('in a bucket without versions each object is listed as its only version, page by page', async () => {
    const { name, objects } = await createBucket(peer())
    for (const key of ['a', 'b', 'folder/c']) await put(objects, name, key)
    for (const recursive of [true, false]) {
      const items: (readonly [string, boolean])[] = []
      let cursor: string | undefined
      do {
        const page = await objects.list(name, folderListing('', { recursive, versions: true, limit: 2, cursor }))
        items.push(...page.objects.map((item) => [item.name, item.is_latest ?? false] as const))
        cursor = page.cursor
      } while (cursor !== undefined)
      const last = recursive ? (['folder/c', true] as const) : (['folder/', false] as const)
      assert.equal(items, [['a', true], ['b', true], last])
    }
  })

  test('pages of one version each list every version once', async () => {
    const { name, objects } = await createBucket(peer(), { versioning: true })
    for (const key of ['a', 'a', 'a', 'b', 'c', 'folder/d']) await put(objects, name, key)
    await objects.remove(name, 'b')
    for (const recursive of [true, false]) {
      const listing = folderListing('', { recursive, versions: true })
      const items: Item[] = []
      let cursor: string | undefined
      for (let page = 0; page < 20 && (page === 0 || cursor !== undefined); page += 1) {
        const { objects: listed, cursor: next } = await objects.list(name, { ...listing, limit: 1, cursor })
        items.push(...listed)
        cursor = next
      }
      assert.equal(items, (await objects.list(name, listing)).objects)
    }
  })

  test('governance retention of a version is removed, which can then be deleted', async () => {
    const { name, objects } = await createBucket(peer(), { versioning: true, locking: true })
    await put(objects, name, 'note', 'text')
    const [version = ''] = await versionsOf(objects, name, 'note')
    await objects.setRetention(name, 'note', version, { mode: 'governance', until: daysFromNow(2) }, 'enforced')
    await expectFailure([400, 403, 409], objects.remove(name, 'note', version))
    await objects.setRetention(name, 'note', version, undefined, 'bypassed')
    const { retention_until_date: until } = await objects.info(name, 'note', version)
    assert.ok(until === undefined || Date.parse(until) <= Date.now(), until)
    await objects.remove(name, 'note', version)
    assert.equal(await versionsOf(objects, name, 'note'), [])
  })

  test('a deletion reports the version ID of its delete marker', async () => {
    const { name, objects } = await createBucket(peer(), { versioning: true })
    for (const key of ['a', 'b', 'c']) await put(objects, name, key, 'text')
    const versionID = await objects.remove(name, 'a')
    const { markers } = await objects.removeMany(
      name,
      ['b', 'c'].map((path) => ({ path, versionID: '' })),
    )
    const { objects: versions } = await objects.list(name, folderListing('', { versions: true }))
    const added = versions.filter(({ is_delete_marker }) => is_delete_marker)
    assert.equal(
      [{ path: 'a', versionID }, ...markers],
      added.map((marker) => ({ path: marker.name, versionID: marker.version_id })),
    )
  })

  test('deletions in a versioned bucket add one marker, and none for a missing object', async () => {
    const { name, objects } = await createBucket(peer(), { versioning: true })
    await objects.remove(name, 'never-there')
    await put(objects, name, 'note', 'text')
    for (let times = 0; times < 3; times += 1) await objects.remove(name, 'note')
    const { objects: versions } = await objects.list(name, folderListing('', { versions: true }))
    assert.equal(
      versions.map((version) => [version.name, Boolean(version.is_delete_marker)]),
      [
        ['note', true],
        ['note', false],
      ],
    )
  })

  test('an unknown version is not found, and an invalid version ID is refused', async () => {
    const { name, objects } = await createBucket(peer(), { versioning: true })
    await put(objects, name, 'note', 'text')
    const unknown = '01234567-89ab-7def-8123-456789abcdef'
    for (const version of [unknown, 'null']) await expectFailure(404, objects.get(name, 'note', { version }))
    await expectFailure(400, objects.get(name, 'note', { version: 'nonsense' }))
    await objects.remove(name, 'note', unknown)
    await expectFailure(400, objects.remove(name, 'note', 'nonsense'))
    const { failed } = await objects.removeMany(name, [{ path: 'note', versionID: 'nonsense' }])
    assert.equal(pluck(failed, 'path'), ['note'])
    assert.is((await read(objects, name, 'note')).data.toString(), 'text')
  })

  test('versions are paged in order, all of them once', async () => {
    const { name, objects } = await createBucket(peer(), { versioning: true })
    for (const key of ['a', 'b/1', 'b/2', 'c']) for (const text of ['1', '2', '3']) await put(objects, name, key, text)
    await objects.remove(name, 'c')
    for (const recursive of [true, false]) {
      const lines: string[] = []
      let cursor: string | undefined
      do {
        const page = await objects.list(name, folderListing('', { versions: true, recursive, limit: 2, cursor }))
        lines.push(...page.objects.map((item) => `${item.name} ${item.version_id ?? ''} ${item.is_latest ?? ''}`))
        cursor = page.cursor
      } while (cursor)
      const listing = (await objects.list(name, folderListing('', { versions: true, recursive }))).objects
      assert.equal(
        lines,
        listing.map((item) => `${item.name} ${item.version_id ?? ''} ${item.is_latest ?? ''}`),
      )
      assert.is(lines.length, recursive ? 13 : 8)
    }
  })

  test('metadata is listed on request, and an invented cursor is refused', async () => {
    const { name, objects } = await createBucket(peer())
    await put(objects, name, 'page', 'text', 'text/x-page')
    const [plain] = (await objects.list(name, folderListing(''))).objects
    assert.is(plain?.content_type, undefined)
    const [item] = (await objects.list(name, folderListing('', { metadata: true }))).objects
    assert.is(item?.content_type, 'text/x-page')
    assert.is(item?.user_metadata?.['content-type'], 'text/x-page')
    for (const versions of [false, true])
      await expectFailure(400, objects.list(name, folderListing('', { versions, cursor: 'junk!' })))
  })

  test('an object under retention cannot be deleted permanently', async () => {
    const { name, objects } = await createBucket(peer(), {
      retention: { mode: 'compliance', unit: 'days', validity: 1 },
    })
    await put(objects, name, 'ledger', 'kept')
    const [version] = (await objects.list(name, folderListing('', { versions: true }))).objects
    await expectFailure([400, 403], objects.remove(name, 'ledger', version?.version_id))
    assert.is((await read(objects, name, 'ledger')).data.toString(), 'kept')
    await objects.remove(name, 'ledger')
    assert.is((await read(objects, name, 'ledger', { version: version?.version_id })).data.toString(), 'kept')
  })

  test('all versions of one key are deleted permanently, and none of another key', async () => {
    const { name, objects } = await createBucket(peer(), { versioning: true })
    for (const key of ['note', 'note', 'note', 'notes', 'note/1']) await put(objects, name, key)
    await objects.remove(name, 'note')
    const first = await objects.removeVersions(name, { prefix: 'note', of: 'key', limit: 3 })
    assert.equal([first.deleted, first.notDeleted, first.partial], [2, [], true], 'the delete marker remains')
    const rest = await objects.removeVersions(name, { prefix: 'note', of: 'key', limit: 3, cursor: first.cursor })
    assert.equal([rest.deleted, rest.notDeleted, rest.partial], [2, [], false])
    assert.equal(await listNames(objects, name, folderListing('', { recursive: true, versions: true })), [
      'note/1',
      'notes',
    ])
    const none = await objects.removeVersions(name, { prefix: 'note', of: 'key', limit: 3 })
    assert.equal([none.deleted, none.notDeleted, none.partial], [0, [], false])
  })

  test('a deleted key stays deleted if one of its versions cannot be deleted permanently', async () => {
    const { name, objects } = await createBucket(peer(), { locking: true })
    for (const content of ['first', 'second']) await put(objects, name, 'ledger', content)
    const [, first = ''] = await versionsOf(objects, name, 'ledger')
    await objects.setLegalHold(name, 'ledger', first, true)
    await put(objects, name, 'gone')
    for (const key of ['ledger', 'gone']) await objects.remove(name, key)
    const { deleted, notDeleted } = await objects.removeVersions(name, { prefix: '', of: 'below', limit: 1000 })
    assert.equal([deleted, pluck(notDeleted, 'path')], [3, ['ledger']])
    assert.equal(await listNames(objects, name, folderListing('', { recursive: true })), [])
    const { objects: remaining } = await objects.list(name, folderListing('', { versions: true }))
    assert.equal(
      remaining.map(({ is_delete_marker }) => Boolean(is_delete_marker)),
      [true, false],
    )
    await objects.setLegalHold(name, 'ledger', first, false)
    const rest = await objects.removeVersions(name, { prefix: '', of: 'below', limit: 1000 })
    assert.equal([rest.deleted, rest.notDeleted], [2, []])
  })

  test('a deleted key stays deleted if a version on a later page cannot be deleted permanently', async () => {
    for (const of of ['key', 'below'] as const)
      for (const limit of [1, 2, 3, 5]) {
        const { name, objects } = await createBucket(peer(), { locking: true })
        for (const key of ['ledger', 'ledger', 'ledger', 'note', 'note']) await put(objects, name, key)
        const oldest = (await versionsOf(objects, name, 'ledger')).at(-1) ?? ''
        await objects.setLegalHold(name, 'ledger', oldest, true)
        for (const key of ['ledger', 'note']) await objects.remove(name, key)
        const purge = async (prefix: string) => {
          const retained: string[] = []
          let [deleted, cursor, pages] = [0, undefined as string | undefined, 0]
          for (let more = true; more; pages += 1) {
            const page = await objects.removeVersions(name, { prefix, of, limit, cursor })
            assert.ok(page.deleted <= limit)
            deleted += page.deleted
            retained.push(...page.notDeleted.map((version) => version.version_id))
            ;[cursor, more] = [page.cursor, page.partial]
            assert.ok(pages < 20, 'it comes to an end')
          }
          return [deleted, retained]
        }
        const results = of === 'below' ? [await purge('')] : [await purge('ledger'), await purge('note')]
        assert.equal(
          results,
          of === 'below'
            ? [[5, [oldest]]]
            : [
                [2, [oldest]],
                [3, []],
              ],
          `${of} ${limit}`,
        )
        const { objects: remaining } = await objects.list(name, folderListing('', { versions: true }))
        assert.equal(
          remaining.map((item) => `${item.name} ${item.is_delete_marker ?? false}`),
          ['ledger true', 'ledger false'],
          `${of} ${limit}`,
        )
        await objects.setLegalHold(name, 'ledger', oldest, false)
        assert.is((await objects.removeVersions(name, { prefix: '', of: 'below', limit: 1000 })).deleted, 2)
        await (await peer().as()).buckets.remove(name)
      }
  })

  test('keys that begin with one another are deleted page by page with all versions', async () => {
    for (const limit of [1, 2, 3, 4]) {
      const { name, objects } = await createBucket(peer(), { versioning: true })
      for (const key of ['a', 'a', 'a-b', 'a-b', 'a-b', 'a0']) await put(objects, name, key)
      await objects.remove(name, 'a-b')
      const pages = pagesOf((cursor) => objects.removeVersions(name, { prefix: '', of: 'below', limit, cursor }))
      let deleted = 0
      for await (const page of pages) deleted += page.deleted
      assert.is(deleted, 7, String(limit))
    }
  })

  test('a bucket is emptied page by page, and locked versions remain and are reported', async () => {
    const { name, objects } = await createBucket(peer(), { locking: true })
    for (const key of ['a', 'b', 'b', 'b', 'b', 'c']) await put(objects, name, key)
    const [, second = '', , fourth = ''] = await versionsOf(objects, name, 'b')
    for (const version of [second, fourth]) await objects.setLegalHold(name, 'b', version, true)
    await objects.remove(name, 'c')
    const remaining: string[] = []
    let [deleted, cursor, pages] = [0, undefined as string | undefined, 0]
    for (let more = true; more; pages += 1) {
      const page = await objects.removeVersions(name, { prefix: '', of: 'below', limit: 2, cursor })
      deleted += page.deleted
      for (const { path, version_id, message } of page.notDeleted) {
        assert.match(message, /WORM/)
        remaining.push(`${path} ${version_id}`)
      }
      ;[cursor, more] = [page.cursor, page.partial]
      assert.ok(pages < 20, 'it comes to an end')
    }
    assert.equal(remaining, [`b ${second}`, `b ${fourth}`], 'each is reported once')
    assert.is(deleted, 5)
    assert.equal(await versionsOf(objects, name, 'b'), [second, fourth])
    for (const version of [second, fourth]) await objects.setLegalHold(name, 'b', version, false)
    assert.is((await objects.removeVersions(name, { prefix: '', of: 'below', limit: 1000 })).deleted, 2)
    await (await peer().as()).buckets.remove(name)
  })

  test('a bucket without versions is emptied too, including hostile names', async () => {
    const { name, objects } = await createBucket(peer())
    for (const key of hostileKeys(peer())) await put(objects, name, key)
    assert.equal(await objects.removeVersions(name, { prefix: '', of: 'below', limit: 1000 }), {
      deleted: hostileKeys(peer()).length,
      notDeleted: [],
      partial: false,
    })
    assert.equal(await listNames(objects, name, folderListing('', { recursive: true })), [])
  })

  test('a user who may not delete a version keeps it, and is refused if there are no others', async () => {
    const { name, objects } = await createBucket(peer(), { versioning: true })
    for (const key of ['keep/a', 'go/b']) await put(objects, name, key)
    const pair = await addUser(await peer().as(), [
      allow(['s3:ListBucketVersions', 's3:ListBucket'], [name]),
      allow(['s3:DeleteObject'], [`${name}/go/*`]),
    ])
    const { 'object-browser': own } = await peer().as(pair)
    await expectFailure(403, own.removeVersions(name, { prefix: 'keep/', of: 'below', limit: 1000 }))
    const { deleted, notDeleted } = await own.removeVersions(name, { prefix: '', of: 'below', limit: 1000 })
    assert.equal([deleted, notDeleted.map(({ path }) => path)], [1, ['keep/a']])
  })

  test('a caller who may list only the whole bucket deletes a key on several pages', async () => {
    const { name, objects } = await createBucket(peer(), { versioning: true })
    for (const content of ['first', 'second']) await put(objects, name, 'note', content)
    await objects.remove(name, 'note')
    const policies = [
      allow(['s3:ListBucketVersions', 's3:ListBucket'], [name], { StringEquals: { 's3:prefix': '' } }),
      allow(['s3:DeleteObject', 's3:DeleteObjectVersion'], [`${name}/*`]),
    ]
    const { 'object-browser': own } = await peer().as(await addUser(await peer().as(), policies))
    const pages = pagesOf((cursor) => own.removeVersions(name, { prefix: '', of: 'below', limit: 2, cursor }))
    const deleted: number[] = []
    for await (const page of pages) deleted.push(page.deleted)
    assert.equal(deleted.slice(0, 2), [1, 2])
    assert.equal(await versionsOf(objects, name, 'note'), [])
  })
})
