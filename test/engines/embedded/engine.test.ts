import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, test } from '../../lib/suite.ts'
import { pluck } from '../../lib/pluck.ts'
import { temporaryFolder } from '../../lib/temporary-folder.ts'
import { silentLog } from '../../../engines/engine.ts'
import { createEmbeddedEngine } from '../../../engines/embedded/engine.ts'
import { StartError } from '../../../engines/start-error.ts'
import { bucket, openEngine, put, read, root, signIn, slowBody } from './workspace.ts'
import { failureOf } from '../../lib/failure-of.ts'
import { actAs } from '../../lib/ports.ts'
import { until } from '../../lib/until.ts'
import { ann, openEngineWithAnn } from './engine-with-ann.ts'
import { listing } from '../../lib/listing.ts'

test('the first start without credentials creates root credentials, and later starts keep them', async () => {
  const folder = temporaryFolder()
  const first = await openEngine(folder, 'no pair')
  const made = first.generatedRoot
  assert.ok(made)
  assert.match(made.accessKey, /^[A-Z0-9]{20}$/)
  assert.is(made.secretKey.length, 40)
  await first.login(made)
  await first.close()
  const second = await openEngine(folder, 'no pair')
  assert.is(second.generatedRoot, undefined)
  await second.login(made)
})

test('other root credentials replace the old ones and end their sessions, and the same ones do not', async () => {
  const folder = temporaryFolder()
  const first = await openEngine(folder)
  const credentials = await first.login(root)
  await first.close()
  const same = await openEngine(folder)
  assert.is((await same.account(credentials)).name, root.accessKey)
  await same.close()
  const other = await openEngine(folder, { ...root, secretKey: 'quite-another-secret' })
  assert.is((await failureOf(other.account(credentials))).status, 401)
  assert.is((await failureOf(other.login(root))).status, 401)
  await other.login({ ...root, secretKey: 'quite-another-secret' })
})

test('root cannot have the name of a user', async () => {
  const folder = temporaryFolder()
  const engine = await openEngine(folder)
  await (await signIn(engine)).identity.addUser({ ...ann, groups: [], policies: [] })
  await engine.close()
  const error = await openEngine(folder, { ...ann }).catch((reason: unknown) => reason)
  assert.instance(error, StartError)
  assert.match((error as StartError).message, /cannot be called "ann"/)
  await (await openEngine(folder)).close()
})

test('the data folder contains no plaintext secret, password or token', async () => {
  const folder = temporaryFolder()
  const engine = await openEngine(folder)
  const admin = await signIn(engine)
  await admin.identity.addUser({ ...ann, groups: [], policies: ['readwrite'] })
  const credentials = await engine.login(ann)
  const account = await (await actAs(engine, credentials)).identity.addAccount({ policy: '' })
  await (await actAs(engine, credentials)).identity.changePassword(ann.secretKey, 'the-next-password')
  await engine.close()
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const bytes = Buffer.concat(files.map((entry) => readFileSync(join(entry.parentPath, entry.name))))
  assert.ok(bytes.includes(account.accessKey))
  for (const secret of [
    root.secretKey,
    ann.secretKey,
    'the-next-password',
    account.secretKey,
    credentials.sessionToken,
  ])
    assert.not(bytes.includes(secret), secret)
})

test('password hashing follows OWASP, and an unknown name takes as long as a wrong password', async () => {
  const folder = temporaryFolder()
  const engine = await createEmbeddedEngine({ folder, root })
  const spent = async (accessKey: string) => {
    const before = process.cpuUsage()
    assert.is((await failureOf(engine.login({ accessKey, secretKey: 'not-the-password' }))).status, 401)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const median = async (accessKey: string) => {
    const times: number[] = []
    for (let round = 0; round < 5; round += 1) times.push(await spent(accessKey))
    return times.sort((one, other) => one - other)[2] ?? 0
  }
  const [known, unknown] = [await median(root.accessKey), await median('nobody')]
  assert.ok(known > 30, `${known} ms are too few for a hash that resists guessing`)
  assert.ok(Math.max(known, unknown) < 3 * Math.min(known, unknown), `${known} ms and ${unknown} ms`)
  await engine.close()
  const index = readFileSync(join(folder, 'index', 'data.mdb'), 'latin1')
  assert.match(index, /scrypt\$16384\$8\$5\$/)
})

test('an authorized account restarts the storage, and everything works as before', async () => {
  const { engine, admin } = await openEngineWithAnn('readwrite')
  await admin.buckets.add(bucket('files'))
  await put(admin['object-browser'], 'files', 'a', 'content')
  const credentials = await engine.login(ann)
  assert.is((await failureOf(engine.restart(credentials))).status, 403)
  const restarting = engine.restart(await engine.login(root))
  await restarting
  await engine.ready()
  assert.is((await read((await actAs(engine, credentials))['object-browser'], 'files', 'a')).toString(), 'content')
  assert.is((await read(admin['object-browser'], 'files', 'a')).toString(), 'content')
  await engine.close()
  assert.is((await failureOf(engine.ready())).status, 503)
  assert.is((await failureOf(engine.login(root))).status, 503)
})

test('an upload interrupted by a restart fails, shows nothing and leaves no file', async () => {
  const folder = temporaryFolder()
  const engine = await openEngine(folder)
  const admin = await signIn(engine)
  const objects = admin['object-browser']
  await admin.buckets.add(bucket('files'))
  const { body, begun, release } = slowBody()
  const upload = objects.put('files', 'slow', { size: 4, type: '', body, signal: new AbortController().signal })
  const outcome = failureOf(upload)
  await begun
  await engine.restart(await engine.login(root))
  release()
  assert.is((await outcome).status, 503)
  assert.equal((await objects.list('files', listing())).objects, [])
  await put(objects, 'files', 'after', 'the restart')
  const files = () =>
    readdirSync(folder, { recursive: true }).filter((name) => /(blobs\/..|temporary)\/./.test(String(name)))
  await until(() => files().length === 1)
  await engine.close()
})

test('a restart that cannot reopen the storage is reported, and the next request reopens it', async () => {
  const folder = temporaryFolder()
  const logged: string[] = []
  const log = { ...silentLog, error: (_facts: object, text: string) => void logged.push(text) }
  const engine = await openEngine(folder, root, { log })
  await engine.ready()
  const file = join(folder, 'format.json')
  const format = readFileSync(file)
  writeFileSync(file, '{"storage":"stowage","version":9}')
  assert.is((await failureOf(engine.restart(await engine.login(root)))).status, 503)
  const refused = await failureOf(engine.ready())
  assert.is(refused.status, 503)
  assert.match(refused.detail ?? '', /has data of format 9/)
  assert.match(logged.join(), /could not be opened again/)
  assert.is((await failureOf(engine.login(root))).status, 503)

  writeFileSync(file, format)
  await engine.ready()
  await engine.account(await engine.login(root))
  await engine.close()
  assert.is((await failureOf(engine.ready())).status, 503)
})

test('a batch of changes is applied completely or not at all', async () => {
  const { engine, admin } = await openEngineWithAnn()
  const before = await admin.identity.user('ann')
  const wrong = { status: 'disabled' as const, groups: ['new-team', ' b'] }
  assert.is((await failureOf(admin.identity.updateUser('ann', wrong))).status, 400)
  assert.equal(await admin.identity.user('ann'), before)
  assert.equal(await admin.identity.groups(), [])
  const bob = { accessKey: 'bob', secretKey: 'bob-secret-key', groups: ['a', ' b'], policies: [] }
  assert.is((await failureOf(admin.identity.addUser(bob))).status, 400)
  assert.equal(pluck(await admin.identity.users(), 'accessKey'), ['ann'])
  assert.is((await failureOf(admin.identity.addToGroups(['ann', 'nobody'], ['x', 'y']))).status, 404)
  assert.equal(await admin.identity.groups(), [])
  await engine.close()
})

test('names with special meaning elsewhere are ordinary names', async () => {
  const { engine, admin } = await openEngineWithAnn()
  for (const name of ['__proto__', 'constructor', '..etc', 'a/b', '<b>', 'ünï 漢字']) {
    await admin.identity.addUser({ accessKey: name, secretKey: 'a-secret-key', groups: [name], policies: [] })
    assert.equal((await admin.identity.user(name)).memberOf, [name])
    await engine.login({ accessKey: name, secretKey: 'a-secret-key' })
    await admin.identity.removeUser(name)
    await admin.identity.removeGroup(name)
  }
  for (const name of ['', 'x'.repeat(5000)]) {
    assert.is((await failureOf(admin.identity.user(name))).status, 404)
    assert.is((await failureOf(admin.identity.group(name))).status, 404)
    assert.is((await failureOf(admin.policies.get(name))).status, 404)
    assert.is((await failureOf(admin.buckets.versioning(name))).status, 404)
    assert.is((await failureOf(engine.login({ accessKey: name, secretKey: name }))).status, 401)
    assert.is((await failureOf(admin.identity.addGroup(name, []))).status, 400)
    assert.is((await failureOf(admin.identity.removeAccount(name))).status, 404)
  }
  for (const name of ['\ud800', 'a\nb', ' a', 'a '])
    assert.is(
      (
        await failureOf(
          admin.identity.addUser({
            accessKey: `xx${name}`.replace('xx ', ' xx'),
            secretKey: 'a-secret-key',
            groups: [],
            policies: [],
          }),
        )
      ).status,
      400,
    )
  await engine.close()
})
