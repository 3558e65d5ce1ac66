import { fork } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assert, test } from '../../lib/suite.ts'
import { startErrorOf } from './damage-files.ts'
import { pluck } from '../../lib/pluck.ts'
import { temporaryFolder } from '../../lib/temporary-folder.ts'
import { tokenHash } from '../../../engines/embedded/secrets.ts'
import { openStore } from '../../../engines/embedded/store/store.ts'
import { bucket, openEngine, put, read, root, signIn } from './workspace.ts'
import { failureOf } from '../../lib/failure-of.ts'
import { actAs } from '../../lib/ports.ts'
import { until } from '../../lib/until.ts'
import { listing } from '../../lib/listing.ts'

/** The process that has a folder open until it is killed. */
const holdOpen = async (folder: string) => {
  const { buckets, 'object-browser': objects } = await signIn(await openEngine(folder))
  await buckets.add(bucket('held'))
  await put(objects, 'held', 'old', 'stored before')
  process.send?.('open')
  setInterval(() => undefined, 1000)
}

const main = () => {
  test('stored data is there after closing and reopening the folder', async () => {
    const folder = join(temporaryFolder(), 'deep', 'data')
    const first = await openEngine(folder)
    const before = await signIn(first)
    await before.buckets.add(bucket('photos', { versioning: true }))
    await put(before['object-browser'], 'photos', 'a/1.txt', 'first')
    await put(before['object-browser'], 'photos', 'a/1.txt', 'second')
    await before.policies.set(
      'reader',
      '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"s3:GetObject","Resource":"*"}]}',
    )
    await before.identity.addUser({
      accessKey: 'ann',
      secretKey: 'ann-secret-key',
      groups: ['team'],
      policies: ['reader'],
    })
    const credentials = await first.login({ accessKey: 'ann', secretKey: 'ann-secret-key' })
    await first.close()

    const second = await openEngine(folder)
    const after = await signIn(second)
    assert.is((await read(after['object-browser'], 'photos', 'a/1.txt')).toString(), 'second')
    const { objects } = await after['object-browser'].list('photos', listing({ versions: true }))
    assert.is((await read(after['object-browser'], 'photos', 'a/1.txt', objects[1]?.version_id)).toString(), 'first')
    assert.equal((await after.identity.user('ann')).memberOf, ['team'])
    assert.is(
      (await read((await actAs(second, credentials))['object-browser'], 'photos', 'a/1.txt')).toString(),
      'second',
    )
  })

  test('a folder is opened by one engine at a time, and by the next after the first closed it', async () => {
    const folder = temporaryFolder()
    const first = await openEngine(folder)
    assert.match(
      await startErrorOf(openEngine(folder, root, { lockTimeout: 0 })),
      new RegExp(`${folder} is in use by another Stowage \\(process ${process.pid}\\)`),
    )
    await (await signIn(first)).buckets.add(bucket('still-works'))
    await first.close()
    const second = await openEngine(folder)
    assert.equal(pluck(await (await signIn(second)).buckets.list(), 'name'), ['still-works'])
  })

  test('another process is refused while the folder is locked, and takes over after the owner was killed', async () => {
    const folder = temporaryFolder()
    const child = fork(fileURLToPath(import.meta.url), { env: { ...process.env, HOLD_FOLDER: folder } })
    await once(child, 'message')
    assert.match(
      await startErrorOf(openEngine(folder, root, { lockTimeout: 0 })),
      new RegExp(`in use by another Stowage \\(process ${child.pid}\\)`),
    )
    child.kill('SIGKILL')
    await once(child, 'close')
    await (await openEngine(folder)).close()
  })

  test('a folder of a later format, or with foreign files, is left alone', async () => {
    const newer = temporaryFolder()
    writeFileSync(join(newer, 'format.json'), '{"storage":"stowage","version":3}')
    assert.match(
      await startErrorOf(openEngine(newer)),
      /has data of format 3, and this Stowage reads formats up to 2; install the later version again/,
    )
    assert.equal(readdirSync(newer), ['format.json'])

    const broken = temporaryFolder()
    writeFileSync(join(broken, 'format.json'), '{"vers')
    assert.match(await startErrorOf(openEngine(broken)), /format\.json is damaged/)

    const home = temporaryFolder()
    writeFileSync(join(home, 'letter.txt'), 'Dear …')
    assert.match(
      await startErrorOf(openEngine(home)),
      /is not a data folder: it contains "letter.txt"; choose an empty or a new folder with --data/,
    )
    assert.equal(readdirSync(home), ['letter.txt'])
  })

  test('a migration that a crash interrupted is completed, and sessions of format 1 continue', async () => {
    const folder = temporaryFolder()
    await (await openEngine(folder)).close()
    const store = await openStore(folder)
    const expires = Date.now() + 600_000
    await store.index.write(
      () => void store.index.sessions.put(tokenHash('a token'), { account: root.accessKey, expires }),
    )
    await store.close()
    writeFileSync(join(folder, 'format.json'), '{"storage":"stowage","version":2,"from":1}')
    const engine = await openEngine(folder)
    await engine.account({ account: root.accessKey, accessKey: '', secretKey: '', sessionToken: 'a token', expires })
    await engine.close()
    assert.is(readFileSync(join(folder, 'format.json'), 'utf8'), '{"storage":"stowage","version":2}\n')
    // the copy was made before the crash
    assert.equal(
      readdirSync(folder).filter((name) => name.startsWith('before-')),
      [],
    )
  })

  test('an unusable folder is reported in one line with the reason', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'file'), '')
    assert.match(await startErrorOf(openEngine(join(folder, 'file'))), /cannot be used: it is a file/)
    assert.match(
      await startErrorOf(openEngine(join(folder, 'file', 'data'))),
      /cannot be used: it is a file, or inside one/,
    )
  })

  test('a damaged index is reported, and a missing one is not replaced while objects exist', async () => {
    for (const content of ['', 'x'.repeat(100_000), '\0'.repeat(100_000)]) {
      const folder = temporaryFolder()
      const engine = await openEngine(folder)
      const { buckets, 'object-browser': objects } = await signIn(engine)
      await buckets.add(bucket('kept'))
      await put(objects, 'kept', 'a', 'a')
      await engine.close()
      const file = join(folder, 'index', 'data.mdb')
      writeFileSync(file, content)
      assert.match(
        await startErrorOf(openEngine(folder)),
        content
          ? /The index .*data\.mdb is damaged \(.*\); restore the data folder from a backup/
          : /contains objects, but .* is missing or empty; restore it/,
      )
      rmSync(file)
      assert.match(await startErrorOf(openEngine(folder)), /contains objects, but .* is missing or empty; restore it/)
    }
  })

  test('a read-only folder is reported', async () => {
    const folder = temporaryFolder()
    chmodSync(folder, 0o555)
    const asRoot = process.getuid?.() === 0
    if (asRoot) process.seteuid?.(65534)
    try {
      assert.match(await startErrorOf(openEngine(folder)), /cannot be used: its permissions do not allow it/)
    } finally {
      if (asRoot) process.seteuid?.(0)
    }
  })

  test('an interrupted first start is completed by the next', async () => {
    const dataFolder = temporaryFolder()
    await (await openEngine(dataFolder)).close()
    for (const missing of ['blobs', 'temporary', 'index', 'format.json']) {
      const folder = temporaryFolder()
      if (missing === 'format.json') writeFileSync(join(folder, 'format.json.new'), '{')
      else {
        cpSync(dataFolder, folder, { recursive: true })
        rmSync(join(folder, missing), { recursive: true })
      }
      await (await openEngine(folder)).close()
    }
  })

  test('leftovers of a crash are deleted, and nothing else', async () => {
    const folder = temporaryFolder()
    const child = fork(fileURLToPath(import.meta.url), { env: { ...process.env, HOLD_FOLDER: folder } })
    await once(child, 'message')
    child.kill('SIGKILL')
    await once(child, 'close')
    const stray = [join(folder, 'blobs', '00', 'f'.repeat(30)), join(folder, 'temporary', 'half')]
    mkdirSync(join(folder, 'blobs', '00'), { recursive: true })
    for (const path of stray) writeFileSync(path, 'left over')

    const engine = await openEngine(folder)
    const objects = (await signIn(engine))['object-browser']
    await put(objects, 'held', 'new', 'stored meanwhile')
    await until(() => !stray.some(existsSync))
    for (const key of ['old', 'new']) assert.match((await read(objects, 'held', key)).toString(), /stored/)
  })

  test('objects with lost or truncated files differ from objects that do not exist', async () => {
    const folder = temporaryFolder()
    const engine = await openEngine(folder)
    const { buckets, 'object-browser': objects } = await signIn(engine)
    await buckets.add(bucket('damaged'))
    for (const key of ['lost', 'cut']) await put(objects, 'damaged', key, `content of ${key}`)
    const [lost, cut] = (await objects.list('damaged', listing())).objects.sort((one, other) =>
      one.name > other.name ? -1 : 1,
    )
    const fileOf = (etag = '') => join(folder, 'blobs', etag.slice(0, 2), etag.slice(2))
    rmSync(fileOf(lost?.etag))
    writeFileSync(fileOf(cut?.etag), 'short')
    assert.is((await failureOf(objects.get('damaged', 'lost', {}))).status, 503)
    assert.match((await failureOf(objects.get('damaged', 'cut', {}))).message, /damaged/)
    assert.is((await failureOf(objects.get('damaged', 'never', {}))).status, 404)
    await objects.remove('damaged', 'lost')
  })

  test('a vanished data folder is reported by the next write', async () => {
    const folder = join(temporaryFolder(), 'data')
    const engine = await openEngine(folder)
    const credentials = await engine.login(root)
    const backend = await actAs(engine, credentials)
    await backend.buckets.add(bucket('before'))
    await put(backend['object-browser'], 'before', 'a', 'a')
    renameSync(folder, `${folder}-away`)
    const work = [
      () => put(backend['object-browser'], 'before', 'b', 'b'),
      () => read(backend['object-browser'], 'before', 'a'),
      () => backend.buckets.add(bucket('after')),
      () => backend.identity.addGroup('team', []),
      () => engine.ready(),
      () => engine.restart(credentials),
    ]
    for (const one of work) assert.is((await failureOf(one())).status, 503)
    renameSync(`${folder}-away`, folder)
    await engine.ready()
    assert.is((await read(backend['object-browser'], 'before', 'a')).toString(), 'a')
  })
}

if (process.env.HOLD_FOLDER) await holdOpen(process.env.HOLD_FOLDER)
else main()
