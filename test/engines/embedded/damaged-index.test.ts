import {
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { open } from 'lmdb'
import { assert, test } from '../../lib/suite.ts'
import { acceptFolder, checkFolder } from '../../../engines/embedded/check.ts'
import { checkPages } from '../../../engines/embedded/store/index-pages.ts'
import { openStore } from '../../../engines/embedded/store/store.ts'
import { openEngine, put, read, signIn } from './workspace.ts'
import { failureOf } from '../../lib/failure-of.ts'
import { pseudoRandomBytes, startErrorOf, openWithBucket, fileOf } from './damage-files.ts'
import { listing } from '../../lib/listing.ts'

/** A folder whose index has some hundred pages. */
const withLargeIndex = async () => {
  const { folder, engine, objects } = await openWithBucket()
  const keys = Array.from({ length: 300 }, (_, index) => `${index}/${'long-name-'.repeat(60)}`)
  await Promise.all(keys.map((key) => put(objects, 'things', key, 'x')))
  await engine.close()
  return { folder, file: join(folder, 'index', 'data.mdb') }
}

test('a truncated index is detected before it is opened, at any position', async () => {
  const { folder, file } = await withLargeIndex()
  const original = readFileSync(file)
  assert.is(checkPages(file).problem, undefined)
  for (const size of [original.length / 2, 12288, 8192, 5000]) {
    writeFileSync(file, original.subarray(0, size))
    assert.match(
      await startErrorOf(openEngine(folder)),
      /The index .*data\.mdb is damaged \(.*\); restore the data folder from a backup/,
    )
  }
  writeFileSync(file, original)
  await (await openEngine(folder)).close()
})

test('a page of random bytes in the index is detected, unless it was free', async () => {
  const { folder, file } = await withLargeIndex()
  const original = readFileSync(file)
  let noticed = 0
  for (let page = 2; page < original.length / 4096; page += 1) {
    writeFileSync(
      file,
      Buffer.concat([original.subarray(0, page * 4096), pseudoRandomBytes(4096), original.subarray((page + 1) * 4096)]),
    )
    if (checkPages(file).problem === undefined) continue
    noticed += 1
    if (noticed % 20 === 0) assert.match(await startErrorOf(openEngine(folder)), /is damaged/)
  }
  writeFileSync(file, original)
  assert.is(noticed, checkPages(file).pages, 'every page that is used, and no other')
})

test('an index with a cycle or a doubly referenced page is damaged', async () => {
  const { file } = await withLargeIndex()
  const original = readFileSync(file)
  const problems = { itself: 0, twice: 0 }
  const problemWith = (at: number, child: Buffer) => {
    const bytes = Buffer.from(original)
    child.copy(bytes, at, 0, 6)
    writeFileSync(file, bytes)
    return checkPages(file).problem ?? ''
  }
  for (let page = 2; page < original.length / 4096; page += 1) {
    const bytes = original.subarray(page * 4096, (page + 1) * 4096)
    // a branch page of LMDB: node offsets follow a header of 24 bytes, and each node begins with a page number
    if (bytes.readUInt16LE(18) !== 1 || bytes.readUInt16LE(20) < 4) continue
    const [first, second] = [bytes.readUInt16LE(24) + 24, bytes.readUInt16LE(26) + 24]
    const own = Buffer.alloc(6)
    own.writeUIntLE(page, 0, 6)
    if (/is used twice$/.test(problemWith(page * 4096 + first, own))) problems.itself += 1
    if (/is used twice$/.test(problemWith(page * 4096 + second, bytes.subarray(first, first + 6)))) problems.twice += 1
  }
  writeFileSync(file, original)
  assert.ok(problems.itself > 0)
  assert.is(problems.twice, problems.itself)
})

test('a bucket whose count differs from its objects stops the start until accepted', async () => {
  const { folder, engine, objects } = await openWithBucket()
  for (const key of ['one', 'two', 'three']) await put(objects, 'things', key, key)
  await engine.close()
  const store = await openStore(folder)
  const [key] = [...store.index.objects.getKeys()]
  await store.index.write(() => void store.index.objects.remove(key as Buffer))
  await store.close()

  const logged =
    /bucket "things" records 3 objects and 3 versions, but has 2 objects and 2 versions; .*"stowage check --accept"/
  assert.match(await startErrorOf(openEngine(folder)), logged)
  assert.match((await checkFolder(folder)).problems.join('\n'), /records 3 objects/)
  await acceptFolder(folder)
  assert.equal((await checkFolder(folder)).problems, [])
  const next = await openWithBucket(folder)
  assert.is((await next.objects.list('things', listing())).objects.length, 2)
  await next.engine.close()
})

test('an unreadable row stops the start with a message that names the index', async () => {
  const { folder, engine, objects } = await openWithBucket()
  await put(objects, 'things', 'a', 'a')
  await engine.close()
  const file = join(folder, 'index', 'data.mdb')
  const bytes = readFileSync(file)
  // the value of the root account: a map of two, the first key "accessKey"
  for (let at = bytes.indexOf('accessKey'); at >= 0; at = bytes.indexOf('accessKey', at + 1))
    bytes.fill(0xc1, at - 2, at + 40)
  writeFileSync(file, bytes)
  assert.match(
    await startErrorOf(openEngine(folder)),
    /The index .*data\.mdb is damaged \(.+\); restore the data folder from a backup/,
  )
})

/** All files below `lost`. */
const lostIn = (folder: string) =>
  existsSync(join(folder, 'lost'))
    ? readdirSync(join(folder, 'lost'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    : []

/** A folder whose index is replaced by an older one, from before `count` more objects. */
const withOlderIndex = async (count: number) => {
  const { folder, engine, objects } = await openWithBucket()
  await put(objects, 'things', 'old', 'old')
  const file = join(folder, 'index', 'data.mdb')
  copyFileSync(file, `${folder}/.older`)
  for (let index = 0; index < count; index += 1) await put(objects, 'things', `new-${index}`, `new ${index}`)
  await engine.close()
  const newer = readFileSync(file)
  copyFileSync(`${folder}/.older`, file)
  return { folder, file, newer }
}

test('with an older index the files of newer objects move to lost, and a newer index restores them', async () => {
  const { folder, file, newer } = await withOlderIndex(20)
  const { engine, objects, logged } = await openWithBucket(folder)
  assert.is((await read(objects, 'things', 'old')).toString(), 'old')
  assert.is(lostIn(folder).length, 20)
  assert.match(logged.join('\n'), /orphaned files were moved, and will be deleted after a week/)
  await engine.close()

  writeFileSync(file, newer)
  for (const { parentPath, name } of lostIn(folder))
    copyFileSync(join(parentPath, name), join(folder, 'blobs', name.slice(0, 2), name.slice(2)))
  assert.equal((await checkFolder(folder)).problems, [])
})

test('more orphaned files than a crash leaves stop the start and stay in place until accepted', async () => {
  const { folder, file, newer } = await withOlderIndex(300)
  assert.match(
    await startErrorOf(openEngine(folder)),
    /has 300 files that belong to no object of its index, more than a crash leaves: is it an older index\?/,
  )
  assert.is(lostIn(folder).length, 0)
  const older = readFileSync(file)
  writeFileSync(file, newer)
  assert.equal((await checkFolder(folder)).problems, [])

  writeFileSync(file, older)
  assert.match((await checkFolder(folder)).problems.join('\n'), /300 files belong to no object/)
  await acceptFolder(folder)
  assert.is(lostIn(folder).length, 300)
  assert.equal((await checkFolder(folder)).problems, [])
  await (await openEngine(folder)).close()
})

test('lost files are kept for a week', async () => {
  const { folder, engine } = await openWithBucket()
  await engine.close()
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  for (const ago of [0, 7, 9]) {
    mkdirSync(join(folder, 'lost', day(ago)), { recursive: true })
    writeFileSync(join(folder, 'lost', day(ago), 'f'.repeat(32)), 'lost')
  }
  await (await openEngine(folder)).close()
  assert.equal(readdirSync(join(folder, 'lost')).sort(), [day(7), day(0)].sort())
})

test('an unreadable row is reported as damage, and its neighbors are returned', async () => {
  const { folder, engine } = await openWithBucket()
  const { identity } = await signIn(engine)
  await identity.addGroup('whole', [])
  await engine.close()
  const index = open({ path: join(folder, 'index'), maxDbs: 32 })
  // a list of three that ends after the first
  await index.openDB({ name: 'groups', encoding: 'binary' }).put('torn', Buffer.from([0x93, 1]))
  await index.close()

  const next = await openWithBucket(folder)
  const groups = (await signIn(next.engine)).identity
  const { status, message, detail } = await failureOf(groups.group('torn'))
  assert.is(status, 503)
  assert.is(message, 'A part of the index of the storage cannot be read')
  assert.match(detail ?? '', folder)
  assert.is((await groups.group('whole')).name, 'whole')
  await next.engine.close()
})

test('a delete interrupted by a crash completes at the next start and is no loss', async () => {
  const { folder, engine, objects } = await openWithBucket()
  await put(objects, 'things', 'gone', 'gone')
  const file = await fileOf(folder, objects, 'gone')
  const [item] = (await objects.list('things', listing({ versions: true }))).objects
  const kept = readFileSync(file)
  await objects.remove('things', 'gone', item?.version_id)
  assert.not(existsSync(file))
  // killed here, with the removal in the index while the file still exists
  const crashed = `${folder}/.crashed`
  mkdirSync(crashed)
  for (const part of ['index', 'blobs', 'temporary', 'format.json'])
    cpSync(join(folder, part), join(crashed, part), { recursive: true })
  const left = join(crashed, file.slice(folder.length))
  writeFileSync(left, kept)
  await engine.close()

  const next = await openWithBucket(crashed)
  assert.not(existsSync(left))
  assert.equal(lostIn(crashed), [])
  await next.engine.close()
  const { index, close } = await openStore(crashed)
  assert.is(index.dropped.getKeysCount(), 0)
  await close()
})

const isRoot = process.getuid?.() === 0
const asRoot = isRoot ? test : Object.assign(() => test.skip(), test)

asRoot('folders that root creates below lost belong to the owner of the data folder', async () => {
  const { folder, engine } = await openWithBucket()
  await engine.close()
  mkdirSync(join(folder, 'blobs/ab'), { recursive: true })
  writeFileSync(join(folder, 'blobs/ab', 'c'.repeat(30)), 'belongs to no object')
  chownSync(folder, 1234, 1235)
  await acceptFolder(folder)
  const lost = join(folder, 'lost')
  const owners = [lost, ...readdirSync(lost).map((day) => join(lost, day))].map((path) => statSync(path))
  assert.equal(
    owners.map(({ uid, gid }) => [uid, gid]),
    [
      [1234, 1235],
      [1234, 1235],
    ],
  )
})

test('lost files that cannot be deleted are reported', async () => {
  const { folder, engine } = await openWithBucket()
  await engine.close()
  writeFileSync(join(folder, 'lost'), 'not a folder')
  const again = await openWithBucket(folder)
  await again.engine.close()
  assert.match(again.logged.join('\n'), /old files in lost\/ .* could not be deleted/)
})
