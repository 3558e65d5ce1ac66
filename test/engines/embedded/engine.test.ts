import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { silent } from '../../../engines/engine.ts'
import { createEmbeddedEngine } from '../../../engines/embedded/engine.ts'
import { tokenHash } from '../../../engines/embedded/secrets.ts'
import { openStore } from '../../../engines/embedded/store/store.ts'
import { StartError } from '../../../engines/start-error.ts'
import {
  bucket,
  failure,
  listing,
  openEngine,
  put,
  read,
  root,
  signedIn,
  slowBody,
  temporaryFolder,
} from './workspace.ts'
import { actAs } from '../../lib/ports.ts'
import { atOneMoment } from '../../lib/time.ts'
import { until } from '../../lib/until.ts'

const policy = (effect: 'Allow' | 'Deny', action: string, more: object = {}) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: effect, Action: action, Resource: 'arn:aws:s3:::*', ...more }],
  })

const ann = { accessKey: 'ann', secretKey: 'ann-secret-key' }

const withAnn = async (...policies: string[]) => {
  const engine = await openEngine(temporaryFolder())
  const admin = await signedIn(engine)
  await admin.identity.addUser({ ...ann, groups: [], policies })
  return { engine, admin }
}

test('the first start without a pair makes one, and later starts keep it', async () => {
  const folder = temporaryFolder()
  const first = await openEngine(folder, 'no pair')
  const made = first.made
  assert.ok(made)
  assert.match(made.accessKey, /^[A-Z0-9]{20}$/)
  assert.is(made.secretKey.length, 40)
  await first.login(made)
  await first.close()
  const second = await openEngine(folder, 'no pair')
  assert.is(second.made, undefined)
  await second.login(made)
  await second.close()
})

test('another root pair takes the place of the old one and ends its sessions; the same one does not', async () => {
  const folder = temporaryFolder()
  const first = await openEngine(folder)
  const credentials = await first.login(root)
  await first.close()
  const same = await openEngine(folder)
  assert.is((await same.account(credentials)).name, root.accessKey)
  await same.close()
  const other = await openEngine(folder, { ...root, secretKey: 'quite-another-secret' })
  assert.is((await failure(other.account(credentials))).status, 401)
  assert.is((await failure(other.login(root))).status, 401)
  await other.login({ ...root, secretKey: 'quite-another-secret' })
  await other.close()
})

test('root cannot be called like a user', async () => {
  const folder = temporaryFolder()
  const engine = await openEngine(folder)
  await (await signedIn(engine)).identity.addUser({ ...ann, groups: [], policies: [] })
  await engine.close()
  const error = await openEngine(folder, { ...ann }).catch((reason: unknown) => reason)
  assert.instance(error, StartError)
  assert.match((error as StartError).message, /cannot be called "ann"/)
  await (await openEngine(folder)).close()
})

test('no secret, no password and no token can be read in the data folder', async () => {
  const folder = temporaryFolder()
  const engine = await openEngine(folder)
  const admin = await signedIn(engine)
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

test('secrets cost what OWASP asks for, and an unknown name takes as long as a wrong password', async () => {
  const folder = temporaryFolder()
  const engine = await createEmbeddedEngine({ folder, root })
  const spent = async (accessKey: string) => {
    const before = process.cpuUsage()
    assert.is((await failure(engine.login({ accessKey, secretKey: 'not-the-password' }))).status, 401)
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

test('the storage restarts for whoever may, and everything works as before', async () => {
  const { engine, admin } = await withAnn('readwrite')
  await admin.buckets.add(bucket('files'))
  await put(admin['object-browser'], 'files', 'a', 'content')
  const credentials = await engine.login(ann)
  assert.is((await failure(engine.restart(credentials))).status, 403)
  const restarting = engine.restart(await engine.login(root))
  await restarting
  await engine.ready()
  assert.is((await read((await actAs(engine, credentials))['object-browser'], 'files', 'a')).toString(), 'content')
  assert.is((await read(admin['object-browser'], 'files', 'a')).toString(), 'content')
  await engine.close()
  assert.is((await failure(engine.ready())).status, 503)
  assert.is((await failure(engine.login(root))).status, 503)
})

test('an upload that a restart interrupts fails, shows nothing and leaves no file', async () => {
  const folder = temporaryFolder()
  const engine = await openEngine(folder)
  const admin = await signedIn(engine)
  const objects = admin['object-browser']
  await admin.buckets.add(bucket('files'))
  const { body, begun, letGo } = slowBody()
  const upload = objects.put('files', 'slow', { size: 4, type: '', body, signal: new AbortController().signal })
  const outcome = failure(upload)
  await begun
  await engine.restart(await engine.login(root))
  letGo()
  assert.is((await outcome).status, 503)
  assert.equal((await objects.list('files', listing())).objects, [])
  await put(objects, 'files', 'after', 'the restart')
  const files = () =>
    readdirSync(folder, { recursive: true }).filter((name) => /(blobs\/..|temporary)\/./.test(String(name)))
  await until(() => files().length === 1)
  await engine.close()
})

test("an account's conditions on where a request comes from are asked of the request", async () => {
  const { engine, admin } = await withAnn()
  await admin.policies.set(
    'office',
    policy('Allow', 's3:*', { Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } } }),
  )
  await admin.policies.set(
    'tls',
    policy('Deny', 's3:CreateBucket', { Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
  )
  await admin.identity.setPolicy({ type: 'user', name: 'ann' }, ['office', 'tls'])
  const credentials = await engine.login(ann)
  const from = async (address: string, secure: boolean) =>
    (await actAs(engine, credentials, { address, secure })).buckets
  assert.is((await failure((await from('192.168.1.1', true)).add(bucket('outside')))).status, 403)
  assert.is((await failure((await from('10.1.1.1', false)).add(bucket('plain')))).status, 403)
  assert.is((await failure((await actAs(engine, credentials)).buckets.add(bucket('unknown')))).status, 403)
  await (await from('10.1.1.1', true)).add(bucket('inside'))
  assert.ok(
    (await engine.account(credentials, { address: '10.1.1.1', secure: true })).permissions.mayAnywhere('s3:PutObject'),
  )
  assert.not(
    (await engine.account(credentials, { address: '11.1.1.1', secure: true })).permissions.mayAnywhere('s3:PutObject'),
  )
  await engine.close()
})

test('a service account does no more than its restriction, even to its own user', async () => {
  const { engine, admin } = await withAnn('consoleAdmin')
  const own = await actAs(engine, await engine.login(ann))
  const reader = await own.identity.addAccount({ policy: policy('Allow', 's3:GetObject') })
  const restricted = await actAs(engine, await engine.login(reader))
  const refusals = [
    () => restricted.identity.users(),
    () => restricted.identity.addAccount({ policy: '' }),
    () => restricted.identity.addAccount({ policy: '' }, 'admin'),
    () => restricted.identity.user('ann'),
    () => restricted.identity.changePassword(ann.secretKey, 'stolen-password'),
    () => restricted.buckets.add(bucket('mine')),
  ]
  for (const work of refusals) assert.is((await failure(work())).status, 403)

  const whole = await own.identity.addAccount({ policy: '' })
  await (await actAs(engine, await engine.login(whole))).identity.users()
  const wider = await own.identity.addAccount({ policy: policy('Allow', 's3:*') })
  const acting = await actAs(engine, await engine.login(wider))
  await acting.buckets.add(bucket('ours'))
  await admin.identity.setPolicy({ type: 'user', name: 'ann' }, ['readonly'])
  assert.is((await failure(acting.buckets.remove('ours'))).status, 403)
  await admin.identity.updateUser('ann', { status: 'disabled', groups: [] })
  assert.is((await failure(acting.buckets.list())).status, 401)
  assert.is((await failure(engine.login(wider))).status, 401)
  await engine.close()
})

test("root's service accounts are root's, unless they are restricted", async () => {
  const engine = await openEngine(temporaryFolder())
  const own = await signedIn(engine)
  const whole = await own.identity.addAccount({ policy: '' })
  const reader = await own.identity.addAccount({ policy: policy('Allow', 's3:GetObject') })
  const account = await engine.account(await engine.login(whole))
  assert.is(account.name, root.accessKey)
  assert.ok(account.permissions.may('admin:CreateUser'))
  const restricted = await engine.account(await engine.login(reader))
  assert.not(restricted.permissions.may('admin:CreateUser'))
  assert.not(restricted.permissions.may('s3:PutObject', { bucket: 'b', key: 'k' }))
  assert.ok(restricted.permissions.may('s3:GetObject', { bucket: 'b', key: 'k' }))
  assert.is((await failure(own.identity.changePassword(root.secretKey, 'another-root-secret'))).status, 403)
  await engine.close()
})

test('a new password ends the sessions that the old one began, but not those of service accounts', async () => {
  const { engine, admin } = await withAnn('readwrite')
  const [first, second] = [await engine.login(ann), await engine.login(ann)]
  const service = await engine.login(await (await actAs(engine, first)).identity.addAccount({ policy: '' }))
  await (await actAs(engine, first)).identity.changePassword(ann.secretKey, 'the-next-password')
  for (const ended of [first, second]) assert.is((await failure(engine.account(ended))).status, 401)
  await engine.account(service)
  const third = await engine.login({ ...ann, secretKey: 'the-next-password' })
  await admin.identity.setPassword('ann', 'set-by-another')
  assert.is((await failure(engine.account(third))).status, 401)
  await engine.close()
})

test('a session ends when its time is over, and its row goes with it', async () => {
  const folder = temporaryFolder()
  await (await openEngine(folder)).close()
  const store = await openStore(folder)
  const now = Date.now()
  const sessions: [token: string, expires: number][] = [
    ['over', now - 1],
    ['soon over', now + 60_000],
    ['open', now + 600_000],
  ]
  await store.index.write(() => {
    for (const [token, expires] of sessions)
      void store.index.sessions.put(tokenHash(token), { account: root.accessKey, expires })
  })
  await store.close()

  const credentials = (sessionToken: string) => ({
    account: root.accessKey,
    accessKey: '',
    secretKey: '',
    sessionToken,
    expires: 0,
  })
  await atOneMoment(async (pass) => {
    const engine = await openEngine(folder)
    await engine.account(credentials('open'))
    await engine.account(credentials('soon over'))
    for (const token of ['over', 'never begun', '', 'x'.repeat(10_000)])
      assert.is((await failure(engine.account(credentials(token)))).status, 401)
    pass(60_000)
    assert.is((await failure(engine.account(credentials('soon over')))).status, 401)
    await engine.account(credentials('open'))
    await engine.close()
    await (await openEngine(folder)).close()
  })
  const after = await openStore(folder)
  assert.equal(
    [...after.index.sessions.getKeys()],
    [[root.accessKey, tokenHash('open')]],
    'kept by account, as those of an earlier Stowage are from now on',
  )
  await after.close()
})

test('an account has at most 200 sessions: a further one ends its oldest, and none of another account', async () => {
  const { engine, admin } = await withAnn()
  const pair = await admin.identity.addAccount({
    accessKey: 'script-of-root',
    secretKey: 'script-secret-key',
    policy: '',
  })
  // which one is the oldest is told by its time
  const tick = async () => {
    for (const now = Date.now(); Date.now() === now; ) await new Promise((resolve) => setImmediate(resolve))
  }
  await tick()
  const oldest = await engine.login(root)
  await tick()
  const next = await engine.login(root)
  const others = await Promise.all([
    engine.login(ann),
    engine.login({ accessKey: pair.accessKey, secretKey: 'script-secret-key' }),
  ])
  for (let more = 0; more < 200 - 2; more += 1) await engine.login(root)
  await engine.account(oldest)
  await engine.login(root)
  assert.is((await failure(engine.account(oldest))).status, 401)
  for (const session of [next, ...others]) await engine.account(session)
  await engine.close()
})

test('a restart that cannot open the storage again is told, and the next who needs it has it opened', async () => {
  const folder = temporaryFolder()
  const told: string[] = []
  const log = { ...silent, error: (_facts: object, text: string) => void told.push(text) }
  const engine = await openEngine(folder, root, { log })
  await engine.ready()
  const file = join(folder, 'format.json')
  const format = readFileSync(file)
  writeFileSync(file, '{"storage":"stowage","version":9}')
  assert.is((await failure(engine.restart(await engine.login(root)))).status, 503)
  const refused = await failure(engine.ready())
  assert.is(refused.status, 503)
  assert.match(refused.detail ?? '', /has data of version 9/)
  assert.match(told.join(), /could not be opened again/)
  assert.is((await failure(engine.login(root))).status, 503)

  writeFileSync(file, format)
  await engine.ready()
  await engine.account(await engine.login(root))
  await engine.close()
  assert.is((await failure(engine.ready())).status, 503)
})

test('a change of many things is made whole or not at all', async () => {
  const { engine, admin } = await withAnn()
  const before = await admin.identity.user('ann')
  const wrong = { status: 'disabled' as const, groups: ['new-team', ' b'] }
  assert.is((await failure(admin.identity.updateUser('ann', wrong))).status, 400)
  assert.equal(await admin.identity.user('ann'), before)
  assert.equal(await admin.identity.groups(), [])
  const bob = { accessKey: 'bob', secretKey: 'bob-secret-key', groups: ['a', ' b'], policies: [] }
  assert.is((await failure(admin.identity.addUser(bob))).status, 400)
  assert.equal(
    (await admin.identity.users()).map(({ accessKey }) => accessKey),
    ['ann'],
  )
  assert.is((await failure(admin.identity.addToGroups(['ann', 'nobody'], ['x', 'y']))).status, 404)
  assert.equal(await admin.identity.groups(), [])
  await engine.close()
})

test('names that only look special are names', async () => {
  const { engine, admin } = await withAnn()
  for (const name of ['__proto__', 'constructor', '..etc', 'a/b', '<b>', 'ünï 漢字']) {
    await admin.identity.addUser({ accessKey: name, secretKey: 'a-secret-key', groups: [name], policies: [] })
    assert.equal((await admin.identity.user(name)).memberOf, [name])
    await engine.login({ accessKey: name, secretKey: 'a-secret-key' })
    await admin.identity.removeUser(name)
    await admin.identity.removeGroup(name)
  }
  for (const name of ['', 'x'.repeat(5000)]) {
    assert.is((await failure(admin.identity.user(name))).status, 404)
    assert.is((await failure(admin.identity.group(name))).status, 404)
    assert.is((await failure(admin.policies.get(name))).status, 404)
    assert.is((await failure(admin.buckets.versioning(name))).status, 404)
    assert.is((await failure(engine.login({ accessKey: name, secretKey: name }))).status, 401)
    assert.is((await failure(admin.identity.addGroup(name, []))).status, 400)
    assert.is((await failure(admin.identity.removeAccount(name))).status, 404)
  }
  for (const name of ['\ud800', 'a\nb', ' a', 'a '])
    assert.is(
      (
        await failure(
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

test('a quota counts all versions, lets a bucket be filled but not reached, and counts down again', async () => {
  const { engine, admin } = await withAnn()
  const objects = admin['object-browser']
  await admin.buckets.add(
    bucket('small', { versioning: true, quota: { enabled: true, quota_type: 'hard', amount: 100 } }),
  )
  await put(objects, 'small', 'a', 'x'.repeat(60))
  const full = await failure(put(objects, 'small', 'a', 'x'.repeat(40)))
  assert.is(full.status, 400)
  assert.match(full.message, /Quota of this bucket is used up \(60 of 100 bytes\)/)
  await put(objects, 'small', 'a', 'x'.repeat(39))
  const { objects: versions } = await objects.list('small', listing({ versions: true }))
  await objects.remove('small', 'a', versions[1]?.version_id)
  await put(objects, 'small', 'b', 'x'.repeat(60))
  const [seen] = await admin.buckets.list()
  assert.equal([seen?.size, seen?.objects, seen?.details?.quota], [99, 2, { quota: 100, type: 'hard' }])
  await engine.close()
})

test('uploads that meet at a quota do not pass it together', async () => {
  const { engine, admin } = await withAnn()
  await admin.buckets.add(bucket('small', { quota: { enabled: true, quota_type: 'hard', amount: 1000 } }))
  const uploads = Array.from({ length: 20 }, (_, n) => put(admin['object-browser'], 'small', `k${n}`, 'x'.repeat(300)))
  const stored = (await Promise.allSettled(uploads)).filter(({ status }) => status === 'fulfilled')
  assert.is(stored.length, 3)
  assert.is((await admin.buckets.list())[0]?.size, 900)
  await engine.close()
})

test('a retention is stamped on what is stored, and governance keeps it as well', async () => {
  const { engine, admin } = await withAnn()
  const objects = admin['object-browser']
  await admin.buckets.add(bucket('kept', { retention: { mode: 'governance', unit: 'years', validity: 1 } }))
  await put(objects, 'kept', 'a', 'kept')
  const [version] = (await objects.list('kept', listing({ versions: true }))).objects
  const error = await failure(objects.remove('kept', 'a', version?.version_id))
  assert.is(error.status, 400)
  assert.match(error.detail ?? '', new RegExp(`governance retention ends on ${new Date().getUTCFullYear() + 1}`))
  assert.equal(await objects.removeMany('kept', [{ path: 'a', versionID: version?.version_id ?? '' }]), [
    { path: 'a', message: 'Object is WORM protected and cannot be overwritten' },
  ])
  assert.is((await failure(admin.buckets.remove('kept'))).status, 409)
  await engine.close()
})

test('governance is shortened and lifted only by whoever may bypass it as well, which MinIO does not ask', async () => {
  const { engine, admin } = await withAnn()
  await admin.buckets.add(bucket('kept', { retention: { mode: 'governance', unit: 'days', validity: 9 } }))
  await put(admin['object-browser'], 'kept', 'a', 'kept')
  const Statement = [{ Effect: 'Allow', Action: ['s3:PutObjectRetention'], Resource: ['arn:aws:s3:::kept/*'] }]
  await admin.policies.set('keepers', JSON.stringify({ Version: '2012-10-17', Statement }))
  const keeper = { accessKey: 'keeper', secretKey: 'keeper-secret-key' }
  await admin.identity.addUser({ ...keeper, groups: [], policies: ['keepers'] })
  const objects = (await signedIn(engine, keeper))['object-browser']
  const sooner = { mode: 'governance' as const, until: new Date(Date.now() + 86_400_000) }
  for (const retention of [sooner, undefined])
    assert.is((await failure(objects.setRetention('kept', 'a', undefined, retention, 'bypassed'))).status, 403)
  await objects.setRetention(
    'kept',
    'a',
    undefined,
    { ...sooner, until: new Date(Date.now() + 30 * 86_400_000) },
    'kept',
  )
  await engine.close()
})

test('a new bucket of an old name has nothing of the old one', async () => {
  const { engine, admin } = await withAnn()
  const objects = admin['object-browser']
  await admin.buckets.add(bucket('again'))
  const { body, begun, letGo } = slowBody()
  const late = objects.put('again', 'late', { size: 4, type: '', body, signal: new AbortController().signal })
  await begun
  await admin.buckets.remove('again')
  await admin.buckets.add(bucket('again'))
  letGo()
  assert.is((await failure(late)).status, 404)
  assert.equal((await objects.list('again', listing())).objects, [])
  await engine.close()
})

test('a download goes on while its object is replaced or removed', async () => {
  const { engine, admin } = await withAnn()
  const objects = admin['object-browser']
  await admin.buckets.add(bucket('moving'))
  const content = Buffer.alloc(3_000_000, 'abc')
  await put(objects, 'moving', 'a', content)
  const { body } = await objects.get('moving', 'a', {})
  const parts: Uint8Array[] = []
  for await (const part of body) {
    if (parts.length === 0) {
      await put(objects, 'moving', 'a', 'replaced')
      await objects.remove('moving', 'a')
    }
    parts.push(part)
  }
  assert.ok(Buffer.concat(parts).equals(content))
  await engine.close()
})

test('readers of an object that is replaced all the time get one whole content or another', async () => {
  const { engine, admin } = await withAnn()
  const objects = admin['object-browser']
  await admin.buckets.add(bucket('busy'))
  await put(objects, 'busy', 'a', Buffer.alloc(100_000, 0))
  let done = false
  const write = async () => {
    for (let turn = 1; turn < 60; turn += 1) await put(objects, 'busy', 'a', Buffer.alloc(100_000 + turn, turn))
    done = true
  }
  const check = async () => {
    while (!done) {
      const content = await read(objects, 'busy', 'a')
      assert.ok(content.every((byte) => byte === content[0]) && content.length === 100_000 + (content[0] ?? 0))
    }
  }
  await Promise.all([write(), check(), check(), check()])
  await engine.close()
})

test('an upload that is given up leaves no file behind', async () => {
  const folder = temporaryFolder()
  const engine = await openEngine(folder)
  const admin = await signedIn(engine)
  await admin.buckets.add(bucket('given-up'))
  const controller = new AbortController()
  const endless = Readable.from(
    (async function* () {
      for (let sent = 0; ; sent += 1) {
        if (sent === 100) controller.abort()
        yield Buffer.alloc(65536)
      }
    })(),
  )
  const upload = admin['object-browser'].put('given-up', 'a', {
    size: 1e12,
    type: '',
    body: endless,
    signal: controller.signal,
  })
  assert.ok(
    await upload.then(
      () => undefined,
      (reason: unknown) => reason,
    ),
  )
  const files = ['temporary', 'blobs'].flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
  )
  assert.equal(files, [])
  await engine.close()
})

test('a range is cut to the object, and refused outside of it', async () => {
  const { engine, admin } = await withAnn()
  const objects = admin['object-browser']
  await admin.buckets.add(bucket('odd'))
  await put(objects, 'odd', 'a', 'abc')
  await put(objects, 'odd', 'empty', '')
  for (const range of [{ start: 3 }, { start: 5, end: 4 }, { end: 0 }, { start: 1e30, end: 1e31 }])
    assert.is((await failure(objects.get('odd', 'a', { range }))).status, 416, JSON.stringify(range))
  assert.is((await failure(objects.get('odd', 'empty', { range: { start: 0 } }))).status, 416)
  const { body, span } = await objects.get('odd', 'a', { range: { start: 1, end: 1e30 } })
  assert.equal(span, { start: 1, end: 2 })
  assert.is((await buffer(body)).toString(), 'bc')
  await engine.close()
})

test.run()
