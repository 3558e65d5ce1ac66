import { renameSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { assert, test } from '../../lib/suite.ts'
import { temporaryFolder } from '../../lib/temporary-folder.ts'
import { checkFolder } from '../../../engines/embedded/check.ts'
import { openStore } from '../../../engines/embedded/store/store.ts'
import { StartError } from '../../../engines/start-error.ts'
import { put, read } from './workspace.ts'
import { failureOf } from '../../lib/failure-of.ts'
import {
  BLOCK_SIZE,
  MEGABYTE,
  pseudoRandomBytes,
  openWithBucket,
  fileOf,
  flipByte,
  readRange,
  readUntilError,
} from './damage-files.ts'
import { listing } from '../../lib/listing.ts'

for (const encrypted of [false, true]) {
  const kind = encrypted ? 'an encrypted object' : 'an object'

  test(`a flipped byte of ${kind} is never returned as content, and the log names its position`, async () => {
    const { folder, objects, logged } = await openWithBucket(undefined, encrypted)
    const content = pseudoRandomBytes(5 * MEGABYTE + 7)
    await put(objects, 'things', 'photo', content)
    await put(objects, 'things', 'empty', '')
    assert.ok((await read(objects, 'things', 'photo')).equals(content))
    const file = await fileOf(folder, objects, 'photo')

    for (const at of [0, BLOCK_SIZE - 1, BLOCK_SIZE, 3 * MEGABYTE, content.length - 1]) {
      flipByte(file, at)
      const { received, error } = await readUntilError(objects, 'photo')
      assert.is(error.status, 503)
      assert.match(error.message, /content of this object is damaged/)
      assert.ok(received.length <= at, `${received.length} bytes although the content is damaged at ${at}`)
      assert.ok(received.equals(content.subarray(0, received.length)), 'no wrong byte')
      assert.match(logged.pop() ?? '', /damaged; "stowage check" finds all damaged objects/)
      flipByte(file, at)
    }
    assert.ok((await read(objects, 'things', 'photo')).equals(content))
    assert.is((await read(objects, 'things', 'empty')).length, 0)
    assert.equal(logged, [])
  })

  test(`ranges of ${kind} are verified too, but only within the range`, async () => {
    const { folder, objects } = await openWithBucket(undefined, encrypted)
    const content = pseudoRandomBytes(3 * MEGABYTE + 11)
    await put(objects, 'things', 'film', content)
    const spans = [
      [0, 0],
      [5, 5],
      [BLOCK_SIZE - 1, BLOCK_SIZE],
      [BLOCK_SIZE, 2 * BLOCK_SIZE - 1],
      [100, 3 * MEGABYTE],
      [3 * MEGABYTE + 10, 3 * MEGABYTE + 10],
      [7, content.length - 1],
    ] as const
    for (const [start, end] of spans) {
      assert.ok(
        (await readRange(objects, 'film', { start, end })).equals(content.subarray(start, end + 1)),
        `${start} to ${end}`,
      )
    }
    const file = await fileOf(folder, objects, 'film')
    flipByte(file, 2 * BLOCK_SIZE + 9)
    assert.ok(
      (await readRange(objects, 'film', { start: 0, end: 2 * BLOCK_SIZE - 1 })).equals(
        content.subarray(0, 2 * BLOCK_SIZE),
      ),
    )
    assert.ok((await readRange(objects, 'film', { end: 100 })).equals(content.subarray(-100)))
    assert.is((await failureOf(readRange(objects, 'film', { start: 2 * BLOCK_SIZE, end: 2 * BLOCK_SIZE }))).status, 503)
  })
}

test('a file truncated while being read ends the response', async () => {
  const { folder, objects } = await openWithBucket()
  const content = pseudoRandomBytes(9 * MEGABYTE)
  await put(objects, 'things', 'long', content)
  const file = await fileOf(folder, objects, 'long')
  const { body } = await objects.get('things', 'long', {})
  truncateSync(file, 8 * MEGABYTE)
  assert.is((await failureOf(buffer(body))).status, 503)
})

test('while the data files are missing, restoring a version fails with 503 and changes nothing, and works once they are back', async () => {
  const { folder, objects } = await openWithBucket()
  for (const content of ['then', 'now']) await put(objects, 'things', 'a', Buffer.from(content))
  const versions = async () =>
    (await objects.list('things', listing({ versions: true }))).objects.map(({ version_id }) => version_id)
  const [now, then] = await versions()
  const etag = (await objects.list('things', listing({ versions: true }))).objects[1]?.etag ?? ''
  const file = join(folder, 'blobs', etag.slice(0, 2), etag.slice(2))
  const restore = () =>
    objects.copy({
      from: { bucket: 'things', key: 'a', version: then },
      to: { bucket: 'things', key: 'a' },
      existing: 'replace',
    })
  for (const path of [join(folder, 'blobs'), file]) {
    renameSync(path, join(folder, 'away'))
    assert.is((await failureOf(restore())).status, 503)
    assert.equal(await versions(), [now, then])
    renameSync(join(folder, 'away'), path)
  }
  await restore()
  assert.equal([String(await read(objects, 'things', 'a')), (await versions()).length], ['then', 3])
})

test('a folder of an older version, without checksums, opens, and its objects can be read and deleted', async () => {
  const { folder, engine, objects } = await openWithBucket()
  for (const key of ['kept', 'removed']) await put(objects, 'things', key, `content of ${key}`)
  await engine.close()
  const before = await openStore(folder)
  await before.index.write(() => {
    for (const key of [...before.index.blobs.getKeys()]) void before.index.blobs.put(key, true)
  })
  await before.close()

  const next = await openWithBucket(folder)
  assert.is((await read(next.objects, 'things', 'kept')).toString(), 'content of kept')
  const [removed] = (await next.objects.list('things', listing({ prefix: 'removed', versions: true }))).objects
  await next.objects.remove('things', 'removed', removed?.version_id)
  await put(next.objects, 'things', 'new', 'content of new')
  await next.engine.close()
  const findings = await checkFolder(folder)
  assert.equal(findings.problems, [])
  assert.is(findings.withoutChecksums, 1)
})

test('a check reads everything and names exactly the damaged objects', async () => {
  const { folder, engine, objects } = await openWithBucket(undefined, true)
  for (const key of ['sound', 'flipped', 'cut', 'lost'])
    await put(objects, 'things', key, pseudoRandomBytes(MEGABYTE + 3))
  await put(objects, 'things', 'flipped', 'a newer version hides the one that will be damaged')
  const { objects: items } = await objects.list('things', listing({ versions: true }))
  const etagOf = (key: string) => items.findLast(({ name }) => name === key)?.etag ?? ''
  const file = (key: string) => join(folder, 'blobs', etagOf(key).slice(0, 2), etagOf(key).slice(2))
  await engine.close()
  assert.equal((await checkFolder(folder)).problems, [])

  flipByte(file('flipped'), MEGABYTE)
  truncateSync(file('cut'), 100)
  rmSync(file('lost'))
  const { problems, versions, buckets } = await checkFolder(folder)
  assert.is(versions, 5)
  assert.is(buckets, 1)
  assert.is(problems.length, 3, problems.join('\n'))
  assert.ok(
    problems.some((problem) => /^things\/cut: .* it has 100 bytes instead of 1048579$/.test(problem)),
    problems.join('\n'),
  )
  assert.ok(problems.some((problem) => /^things\/lost: its file .* is missing$/.test(problem)))
  assert.ok(
    problems.some((problem) =>
      /^things\/flipped \(version .*: its file differs from what was stored, starting at byte 1048576$/.test(problem),
    ),
  )

  rmSync(join(folder, 'encryption.key'))
  assert.ok((await checkFolder(folder)).sealed > 0)
})

test('a check refuses a folder in use and says so', async () => {
  const { folder, engine } = await openWithBucket()
  const error = await checkFolder(folder).catch((reason: unknown) => reason)
  assert.instance(error, StartError)
  assert.match((error as StartError).message, /is in use by another Stowage .*; stop it to check the folder/)
  await engine.close()
  const none = await checkFolder(temporaryFolder()).catch((reason: unknown) => reason)
  assert.match((none as StartError).message, /is not a data folder/)
})
