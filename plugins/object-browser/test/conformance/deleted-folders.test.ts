import { assert } from '../../../../test/lib/suite.ts'
import type { ObjectsBackend } from '../../backend.ts'
import { addUser, allow, onEveryStorage } from '../../../../test/conformance/engines.ts'
import { folderListing, createBucket, listNames, put } from './object-calls.ts'

/** Folders of a listing with versions, each with whether it contains only deleted objects. */
const marked = async (objects: ObjectsBackend, bucket: string, prefix = '') =>
  (await objects.list(bucket, folderListing(prefix, { versions: true }))).objects
    .filter(({ name }) => name.endsWith('/'))
    .map(({ name, only_deleted }) => [name, only_deleted === true])

onEveryStorage('deleted folders', (test, peer) => {
  test('a folder with only deleted objects is listed, and marked, with versions only', async () => {
    const { name, objects } = await createBucket(peer(), { versioning: true })
    for (const key of ['gone/a', 'gone/deep/b', 'half/a', 'half/deep/b', 'left']) await put(objects, name, key)
    await objects.removeBelow(name, 'gone/', { limit: 1000 })
    await objects.removeBelow(name, 'half/deep/', { limit: 1000 })
    assert.equal(await listNames(objects, name, folderListing('')), ['half/', 'left'])
    assert.equal(await listNames(objects, name, folderListing('half/')), ['half/a'])
    assert.equal(await marked(objects, name), [
      ['gone/', true],
      ['half/', false],
    ])
    assert.equal(await marked(objects, name, 'half/'), [['half/deep/', true]])
    await put(objects, name, 'gone/a', 'again')
    assert.equal(await listNames(objects, name, folderListing('')), ['gone/', 'half/', 'left'])
    assert.equal(await marked(objects, name), [
      ['gone/', false],
      ['half/', false],
    ])
  })

  test('a folder whose own marker object is left is listed as a folder', async () => {
    const { name, objects } = await createBucket(peer(), { versioning: true })
    await put(objects, name, 'kept/', '')
    await put(objects, name, 'kept/a')
    await objects.remove(name, 'kept/a')
    assert.equal(await listNames(objects, name, folderListing('')), ['kept/'])
    assert.equal(await marked(objects, name), [['kept/', false]])
  })

  test('pages of a listing with deleted folders have no gaps', async () => {
    const { name, objects } = await createBucket(peer(), { versioning: true })
    for (const at of [1, 2, 3, 4, 5, 6]) await put(objects, name, `${at}/a`)
    for (const at of [1, 2, 5]) await objects.remove(name, `${at}/a`)
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await objects.list(name, folderListing('', { limit: 2, cursor }))
      found.push(...page.objects.map((item) => item.name))
      cursor = page.cursor
    } while (cursor)
    assert.equal(found, ['3/', '4/', '6/'])
  })

  test("a user who may not read a bucket's versioning sees no deleted folders", async () => {
    const { name, objects } = await createBucket(peer(), { versioning: true })
    for (const key of ['gone/a', 'left/a']) await put(objects, name, key)
    await objects.remove(name, 'gone/a')
    const user = await addUser(await peer().as(), [allow(['s3:ListBucket'], [name])])
    assert.equal(await listNames((await peer().as(user))['object-browser'], name, folderListing('')), ['left/'])
  })
})
