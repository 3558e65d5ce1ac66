import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { open } from 'lmdb'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { acceptFolder, checkFolder } from '../../../engines/embedded/check.ts'
import { checkPages } from '../../../engines/embedded/store/index-pages.ts'
import { openStore } from '../../../engines/embedded/store/store.ts'
import { StartError } from '../../../engines/start-error.ts'
import type { Range } from '../../../plugins/object-browser/stored.ts'
import {
  bucket,
  failure,
  listing,
  openEngine,
  put,
  randomFrom,
  read,
  root,
  signedIn,
  temporaryFolder,
} from './workspace.ts'

const PIECE = 256 * 1024
const MEGABYTE = 4 * PIECE

const sealed = { algorithm: 'AES256', kmsMasterKeyID: '' } as const

/** Bytes that are the same in every run, and nowhere alike. */
const noise = (length: number) => {
  const next = randomFrom(length)
  return Buffer.from(Uint32Array.from({ length: Math.ceil(length / 4) }, () => next() * 2 ** 32).buffer).subarray(
    0,
    length,
  )
}

const refusal = async (work: Promise<{ close(): Promise<void> }>): Promise<string> => {
  const error = await work.then(
    async (opened) => {
      await opened.close()
      return new Error('It opened')
    },
    (reason: unknown) => reason,
  )
  if (error instanceof StartError) return error.message
  throw error
}

/** An engine on a folder with a bucket, and what it told. */
const opened = async (folder = temporaryFolder(), encrypted = false) => {
  const told: string[] = []
  const tell = (_facts: object, text: string) => void told.push(text)
  const engine = await openEngine(folder, root, { log: { info: () => undefined, warn: tell, error: tell } })
  const { buckets, 'object-browser': objects } = await signedIn(engine)
  if ((await buckets.list()).length === 0) {
    await buckets.add(bucket('things', { versioning: true }))
    if (encrypted) await buckets.setEncryption('things', sealed)
  }
  return { folder, engine, objects, told }
}

type Objects = Awaited<ReturnType<typeof opened>>['objects']

const fileOf = async (folder: string, objects: Objects, key: string) => {
  const { objects: items } = await objects.list('things', listing({ prefix: key }))
  const etag = items.find(({ name }) => name === key)?.etag ?? ''
  return join(folder, 'blobs', etag.slice(0, 2), etag.slice(2))
}

const flip = (file: string, at: number) => {
  const bytes = readFileSync(file)
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at)
  writeFileSync(file, bytes)
}

const readRange = async (objects: Objects, key: string, range: Range) =>
  buffer((await objects.get('things', key, { range })).body)

/** What is given of an object before it ends with an error. */
const readUntilError = async (objects: Objects, key: string) => {
  const given: Uint8Array[] = []
  try {
    for await (const portion of (await objects.get('things', key, {})).body) given.push(portion)
  } catch (error) {
    return { given: Buffer.concat(given), error: error as { status: number; message: string; detail?: string } }
  }
  throw new Error('It was given whole')
}

for (const encrypted of [false, true]) {
  const kind = encrypted ? 'an encrypted object' : 'an object'

  test(`a flipped byte of ${kind} is never given as its content, and the log tells where it is`, async () => {
    const { folder, engine, objects, told } = await opened(undefined, encrypted)
    const content = noise(5 * MEGABYTE + 7)
    await put(objects, 'things', 'photo', content)
    await put(objects, 'things', 'empty', '')
    assert.ok((await read(objects, 'things', 'photo')).equals(content))
    const file = await fileOf(folder, objects, 'photo')

    for (const at of [0, PIECE - 1, PIECE, 3 * MEGABYTE, content.length - 1]) {
      flip(file, at)
      const { given, error } = await readUntilError(objects, 'photo')
      assert.is(error.status, 503)
      assert.match(error.message, /content of this object is damaged/)
      assert.ok(given.length <= at, `${given.length} bytes of a content that is broken at ${at}`)
      assert.ok(given.equals(content.subarray(0, given.length)), 'no wrong byte')
      assert.match(told.pop() ?? '', /damaged; "stowage check" finds all that are/)
      flip(file, at)
    }
    assert.ok((await read(objects, 'things', 'photo')).equals(content))
    assert.is((await read(objects, 'things', 'empty')).length, 0)
    assert.equal(told, [])
    await engine.close()
  })

  test(`ranges of ${kind} are checked as well, and only where they lie`, async () => {
    const { folder, engine, objects } = await opened(undefined, encrypted)
    const content = noise(3 * MEGABYTE + 11)
    await put(objects, 'things', 'film', content)
    const spans = [
      [0, 0],
      [5, 5],
      [PIECE - 1, PIECE],
      [PIECE, 2 * PIECE - 1],
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
    flip(file, 2 * PIECE + 9)
    assert.ok(
      (await readRange(objects, 'film', { start: 0, end: 2 * PIECE - 1 })).equals(content.subarray(0, 2 * PIECE)),
    )
    assert.ok((await readRange(objects, 'film', { end: 100 })).equals(content.subarray(-100)))
    assert.is((await failure(readRange(objects, 'film', { start: 2 * PIECE, end: 2 * PIECE }))).status, 503)
    await engine.close()
  })
}

test('a file that becomes shorter while it is read ends the answer', async () => {
  const { folder, engine, objects } = await opened()
  const content = noise(9 * MEGABYTE)
  await put(objects, 'things', 'long', content)
  const file = await fileOf(folder, objects, 'long')
  const { body } = await objects.get('things', 'long', {})
  truncateSync(file, 8 * MEGABYTE)
  assert.is((await failure(buffer(body))).status, 503)
  await engine.close()
})

test('while the files of the data folder are away nothing is restored, which is told as what it is; it is once they are back', async () => {
  const { folder, engine, objects } = await opened()
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
  for (const lies of [join(folder, 'blobs'), file]) {
    renameSync(lies, join(folder, 'away'))
    assert.is((await failure(restore())).status, 503)
    assert.equal(await versions(), [now, then])
    renameSync(join(folder, 'away'), lies)
  }
  await restore()
  assert.equal([String(await read(objects, 'things', 'a')), (await versions()).length], ['then', 3])
  await engine.close()
})

test('a folder of the Stowage before, without checksums, opens, and gives and removes what is in it', async () => {
  const { folder, engine, objects } = await opened()
  for (const key of ['kept', 'removed']) await put(objects, 'things', key, `content of ${key}`)
  await engine.close()
  const before = await openStore(folder)
  await before.index.write(() => {
    for (const key of [...before.index.blobs.getKeys()]) void before.index.blobs.put(key, true)
  })
  await before.close()

  const next = await opened(folder)
  assert.is((await read(next.objects, 'things', 'kept')).toString(), 'content of kept')
  const [removed] = (await next.objects.list('things', listing({ prefix: 'removed', versions: true }))).objects
  await next.objects.remove('things', 'removed', removed?.version_id)
  await put(next.objects, 'things', 'new', 'content of new')
  await next.engine.close()
  const findings = await checkFolder(folder)
  assert.equal(findings.problems, [])
  assert.is(findings.unsummed, 1)
})

test('a check reads all and names every object that is damaged, and nothing else', async () => {
  const { folder, engine, objects } = await opened(undefined, true)
  for (const key of ['sound', 'flipped', 'cut', 'lost']) await put(objects, 'things', key, noise(MEGABYTE + 3))
  await put(objects, 'things', 'flipped', 'a newer version hides the one that will be damaged')
  const { objects: items } = await objects.list('things', listing({ versions: true }))
  const etagOf = (key: string) => items.findLast(({ name }) => name === key)?.etag ?? ''
  const file = (key: string) => join(folder, 'blobs', etagOf(key).slice(0, 2), etagOf(key).slice(2))
  await engine.close()
  assert.equal((await checkFolder(folder)).problems, [])

  flip(file('flipped'), MEGABYTE)
  truncateSync(file('cut'), 100)
  rmSync(file('lost'))
  const { problems, versions, buckets } = await checkFolder(folder)
  assert.is(versions, 5)
  assert.is(buckets, 1)
  assert.is(problems.length, 3, problems.join('\n'))
  assert.ok(
    problems.some((problem) => /^things\/cut: .* it has 100 bytes in place of 1048579$/.test(problem)),
    problems.join('\n'),
  )
  assert.ok(problems.some((problem) => /^things\/lost: its file .* is missing$/.test(problem)))
  assert.ok(
    problems.some((problem) =>
      /^things\/flipped \(version .*: its file is not what was stored, from byte 1048576 on$/.test(problem),
    ),
  )

  rmSync(join(folder, 'encryption.key'))
  assert.ok(
    (await checkFolder(folder)).problems.some((problem) => /^things\/sound: encryption.key is missing/.test(problem)),
  )
})

test('a folder that somebody has open is not checked, and says so', async () => {
  const { folder, engine } = await opened()
  const error = await checkFolder(folder).catch((reason: unknown) => reason)
  assert.instance(error, StartError)
  assert.match((error as StartError).message, /is in use by another Stowage .*; stop it to check the folder/)
  await engine.close()
  const none = await checkFolder(temporaryFolder()).catch((reason: unknown) => reason)
  assert.match((none as StartError).message, /is no data folder/)
})

/** A folder whose index has some hundred pages. */
const withLargeIndex = async () => {
  const { folder, engine, objects } = await opened()
  const keys = Array.from({ length: 300 }, (_, index) => `${index}/${'long-name-'.repeat(60)}`)
  await Promise.all(keys.map((key) => put(objects, 'things', key, 'x')))
  await engine.close()
  return { folder, file: join(folder, 'index', 'data.mdb') }
}

test('an index that was cut off is told before it is opened, wherever the cut is', async () => {
  const { folder, file } = await withLargeIndex()
  const whole = readFileSync(file)
  assert.is(checkPages(file).problem, undefined)
  for (const size of [whole.length / 2, 12288, 8192, 5000]) {
    writeFileSync(file, whole.subarray(0, size))
    assert.match(
      await refusal(openEngine(folder)),
      /The index .*data\.mdb is damaged \(.*\); put a backup of the data folder in its place/,
    )
  }
  writeFileSync(file, whole)
  await (await openEngine(folder)).close()
})

test('a page of noise anywhere in the index is told, or was free', async () => {
  const { folder, file } = await withLargeIndex()
  const whole = readFileSync(file)
  let noticed = 0
  for (let page = 2; page < whole.length / 4096; page += 1) {
    writeFileSync(file, Buffer.concat([whole.subarray(0, page * 4096), noise(4096), whole.subarray((page + 1) * 4096)]))
    if (checkPages(file).problem === undefined) continue
    noticed += 1
    if (noticed % 20 === 0) assert.match(await refusal(openEngine(folder)), /is damaged/)
  }
  writeFileSync(file, whole)
  assert.is(noticed, checkPages(file).pages, 'every page that is used, and no other')
})

test('a bucket that has not what it counts stops the start, until that is accepted', async () => {
  const { folder, engine, objects } = await opened()
  for (const key of ['one', 'two', 'three']) await put(objects, 'things', key, key)
  await engine.close()
  const store = await openStore(folder)
  const [key] = [...store.index.objects.getKeys()]
  await store.index.write(() => void store.index.objects.remove(key as Buffer))
  await store.close()

  const told =
    /bucket "things" counts 3 objects and 3 versions, and has 2 objects and 2 versions; .*"stowage check --accept"/
  assert.match(await refusal(openEngine(folder)), told)
  assert.match((await checkFolder(folder)).problems.join('\n'), /counts 3 objects/)
  await acceptFolder(folder)
  assert.equal((await checkFolder(folder)).problems, [])
  const next = await opened(folder)
  assert.is((await next.objects.list('things', listing())).objects.length, 2)
  await next.engine.close()
})

test('a row that cannot be read stops the start with a sentence that names the index', async () => {
  const { folder, engine, objects } = await opened()
  await put(objects, 'things', 'a', 'a')
  await engine.close()
  const file = join(folder, 'index', 'data.mdb')
  const bytes = readFileSync(file)
  // the value of the root account: a map of two, the first key "accessKey"
  for (let at = bytes.indexOf('accessKey'); at >= 0; at = bytes.indexOf('accessKey', at + 1))
    bytes.fill(0xc1, at - 2, at + 40)
  writeFileSync(file, bytes)
  assert.match(
    await refusal(openEngine(folder)),
    /The index .*data\.mdb is damaged \(.+\); put a backup of the data folder in its place/,
  )
})

/** All files below `lost`. */
const lostIn = (folder: string) =>
  existsSync(join(folder, 'lost'))
    ? readdirSync(join(folder, 'lost'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    : []

/** A folder with an older index put back: the index of before `count` more objects. */
const withOlderIndex = async (count: number) => {
  const { folder, engine, objects } = await opened()
  await put(objects, 'things', 'old', 'old')
  const file = join(folder, 'index', 'data.mdb')
  copyFileSync(file, `${folder}/.older`)
  for (let index = 0; index < count; index += 1) await put(objects, 'things', `new-${index}`, `new ${index}`)
  await engine.close()
  const newer = readFileSync(file)
  copyFileSync(`${folder}/.older`, file)
  return { folder, file, newer }
}

test('under an older index the files of newer objects are kept in lost, and a newer index finds them again', async () => {
  const { folder, file, newer } = await withOlderIndex(20)
  const { engine, objects, told } = await opened(folder)
  assert.is((await read(objects, 'things', 'old')).toString(), 'old')
  assert.is(lostIn(folder).length, 20)
  assert.match(told.join('\n'), /files that no object has were moved, and are kept for a week/)
  await engine.close()

  writeFileSync(file, newer)
  for (const { parentPath, name } of lostIn(folder))
    copyFileSync(join(parentPath, name), join(folder, 'blobs', name.slice(0, 2), name.slice(2)))
  assert.equal((await checkFolder(folder)).problems, [])
})

test('more files without an object than a crash leaves stop the start and stay where they are, until that is accepted', async () => {
  const { folder, file, newer } = await withOlderIndex(300)
  assert.match(
    await refusal(openEngine(folder)),
    /has 300 files that no object of its index has, more than a crash leaves: is it an older index\?/,
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

test('what was lost stays for a week', async () => {
  const { folder, engine } = await opened()
  await engine.close()
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  for (const ago of [0, 7, 9]) {
    mkdirSync(join(folder, 'lost', day(ago)), { recursive: true })
    writeFileSync(join(folder, 'lost', day(ago), 'f'.repeat(32)), 'lost')
  }
  await (await openEngine(folder)).close()
  assert.equal(readdirSync(join(folder, 'lost')).sort(), [day(7), day(0)].sort())
})

test('a row of the index that cannot be read is told as what it is, and what is beside it is given', async () => {
  const { folder, engine } = await opened()
  const { identity } = await signedIn(engine)
  await identity.addGroup('whole', [])
  await engine.close()
  const index = open({ path: join(folder, 'index'), maxDbs: 32 })
  // a list of three that ends after the first
  await index.openDB({ name: 'groups', encoding: 'binary' }).put('torn', Buffer.from([0x93, 1]))
  await index.close()

  const next = await opened(folder)
  const groups = (await signedIn(next.engine)).identity
  const { status, message, detail } = await failure(groups.group('torn'))
  assert.is(status, 503)
  assert.is(message, 'A part of the index of the storage cannot be read')
  assert.match(detail ?? '', folder)
  assert.is((await groups.group('whole')).name, 'whole')
  await next.engine.close()
})

test('a removal that a crash broke off is finished by the next start, and is no loss', async () => {
  const { folder, engine, objects } = await opened()
  await put(objects, 'things', 'gone', 'gone')
  const file = await fileOf(folder, objects, 'gone')
  const [item] = (await objects.list('things', listing({ versions: true }))).objects
  const kept = readFileSync(file)
  await objects.remove('things', 'gone', item?.version_id)
  assert.not(existsSync(file))
  // killed here, with the removal in the index and the file still there
  const crashed = `${folder}/.crashed`
  mkdirSync(crashed)
  for (const part of ['index', 'blobs', 'temporary', 'format.json'])
    cpSync(join(folder, part), join(crashed, part), { recursive: true })
  const left = join(crashed, file.slice(folder.length))
  writeFileSync(left, kept)
  await engine.close()

  const next = await opened(crashed)
  assert.not(existsSync(left))
  assert.equal(lostIn(crashed), [])
  await next.engine.close()
  const { index, close } = await openStore(crashed)
  assert.is(index.dropped.getKeysCount(), 0)
  await close()
})

test.run()
