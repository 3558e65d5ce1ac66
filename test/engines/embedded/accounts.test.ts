import { assert, test } from '../../lib/suite.ts'
import { temporaryFolder } from '../../lib/temporary-folder.ts'
import { tokenHash } from '../../../engines/embedded/secrets.ts'
import { beginSession } from '../../../engines/embedded/sessions.ts'
import { SignInRefused } from '../../../engines/sign-in-refused.ts'
import { quickSecrets } from '../../lib/secrets.ts'
import { openStore } from '../../../engines/embedded/store/store.ts'
import { bucket, openEngine, root, signIn } from './workspace.ts'
import { failureOf } from '../../lib/failure-of.ts'
import { actAs } from '../../lib/ports.ts'
import { withFixedDate } from '../../lib/fake-timers.ts'
import { policy, ann, openEngineWithAnn } from './engine-with-ann.ts'

test('policy conditions on the source address use the address of the request', async () => {
  const { engine, admin } = await openEngineWithAnn()
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
  assert.is((await failureOf((await from('192.168.1.1', true)).add(bucket('outside')))).status, 403)
  assert.is((await failureOf((await from('10.1.1.1', false)).add(bucket('plain')))).status, 403)
  assert.is((await failureOf((await actAs(engine, credentials)).buckets.add(bucket('unknown')))).status, 403)
  await (await from('10.1.1.1', true)).add(bucket('inside'))
  assert.ok(
    (await engine.account(credentials, { address: '10.1.1.1', secure: true })).permissions.mayAnywhere('s3:PutObject'),
  )
  assert.not(
    (await engine.account(credentials, { address: '11.1.1.1', secure: true })).permissions.mayAnywhere('s3:PutObject'),
  )
})

test('a service account has at most the rights of its policy, even on its own user', async () => {
  const { engine, admin } = await openEngineWithAnn('consoleAdmin')
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
  for (const work of refusals) assert.is((await failureOf(work())).status, 403)

  const unrestricted = await own.identity.addAccount({ policy: '' })
  await (await actAs(engine, await engine.login(unrestricted))).identity.users()
  const wider = await own.identity.addAccount({ policy: policy('Allow', 's3:*') })
  const acting = await actAs(engine, await engine.login(wider))
  await acting.buckets.add(bucket('ours'))
  await admin.identity.setPolicy({ type: 'user', name: 'ann' }, ['readonly'])
  assert.is((await failureOf(acting.buckets.remove('ours'))).status, 403)
  await admin.identity.updateUser('ann', { status: 'disabled', groups: [] })
  assert.is((await failureOf(acting.buckets.list())).status, 401)
  assert.is((await failureOf(engine.login(wider))).status, 401)
})

test("root's service accounts have root's rights unless restricted", async () => {
  const engine = await openEngine(temporaryFolder())
  const own = await signIn(engine)
  const unrestricted = await own.identity.addAccount({ policy: '' })
  const reader = await own.identity.addAccount({ policy: policy('Allow', 's3:GetObject') })
  const account = await engine.account(await engine.login(unrestricted))
  assert.is(account.name, root.accessKey)
  assert.ok(account.permissions.may('admin:CreateUser'))
  const restricted = await engine.account(await engine.login(reader))
  assert.not(restricted.permissions.may('admin:CreateUser'))
  assert.not(restricted.permissions.may('s3:PutObject', { bucket: 'b', key: 'k' }))
  assert.ok(restricted.permissions.may('s3:GetObject', { bucket: 'b', key: 'k' }))
  assert.is((await failureOf(own.identity.changePassword(root.secretKey, 'another-root-secret'))).status, 403)
})

test("a new password ends the user's sessions, but not those of service accounts", async () => {
  const { engine, admin } = await openEngineWithAnn('readwrite')
  const [first, second] = [await engine.login(ann), await engine.login(ann)]
  const service = await engine.login(await (await actAs(engine, first)).identity.addAccount({ policy: '' }))
  await (await actAs(engine, first)).identity.changePassword(ann.secretKey, 'the-next-password')
  for (const ended of [first, second]) assert.is((await failureOf(engine.account(ended))).status, 401)
  await engine.account(service)
  const third = await engine.login({ ...ann, secretKey: 'the-next-password' })
  await admin.identity.setPassword('ann', 'set-by-another')
  assert.is((await failureOf(engine.account(third))).status, 401)
})

test('a sign-in is refused if the account changes between the check of its password and the new session', async () => {
  const folder = temporaryFolder()
  const engine = await openEngine(folder)
  const admin = await signIn(engine)
  await admin.identity.addUser({ ...ann, groups: [], policies: ['readwrite'] })
  await engine.close()

  const { index, close } = await openStore(folder)
  const stored = index.users.get('ann')
  assert.ok(stored)
  const secrets = quickSecrets()
  const newHash = await secrets.hash('the-next-password')
  const changes: Record<string, () => void> = {
    'new password': () => void index.users.put('ann', { ...stored, secret: newHash }),
    disabled: () => void index.users.put('ann', { ...stored, status: 'disabled' }),
    removed: () => void index.users.remove('ann'),
    'removed and created again': () => {
      void index.users.remove('ann')
      void index.users.put('ann', { ...stored, id: 'another', secret: newHash })
    },
  }
  for (const [name, change] of Object.entries(changes)) {
    await index.write(() => void index.users.put('ann', stored))
    let committed: Promise<void> | undefined
    const signingIn = beginSession(
      index,
      {
        ...secrets,
        verify: async (secret, hash) => {
          const fits = await secrets.verify(secret, hash)
          // starts the transaction, which is not committed yet when the sign-in continues
          committed = index.write(() => {
            change()
            index.endSessions('ann')
          })
          return fits
        },
      },
      ann,
    )
    const refused = await failureOf(signingIn)
    await committed
    assert.instance(refused, SignInRefused, name)
    assert.is(refused.status, 401, name)
    assert.equal([...index.sessions.getKeys({ start: ['ann', ''], end: ['ann', '~'] })], [], name)
  }
  await close()
})

test('an expired session ends, and its record is deleted', async () => {
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
      void store.index.sessions.put([root.accessKey, tokenHash(token)], { account: root.accessKey, expires })
  })
  await store.close()

  const credentials = (sessionToken: string) => ({
    account: root.accessKey,
    accessKey: '',
    secretKey: '',
    sessionToken,
    expires: 0,
  })
  await withFixedDate(async (pass) => {
    const engine = await openEngine(folder)
    await engine.account(credentials('open'))
    await engine.account(credentials('soon over'))
    for (const token of ['over', 'never begun', '', 'x'.repeat(10_000)])
      assert.is((await failureOf(engine.account(credentials(token)))).status, 401)
    pass(60_000)
    assert.is((await failureOf(engine.account(credentials('soon over')))).status, 401)
    await engine.account(credentials('open'))
    await engine.close()
    await (await openEngine(folder)).close()
  })
  const after = await openStore(folder)
  assert.equal([...after.index.sessions.getKeys()], [[root.accessKey, tokenHash('open')]])
  await after.close()
})

test('an account has at most 200 sessions: another ends the oldest one and no session of other accounts', async () => {
  const { engine, admin } = await openEngineWithAnn()
  const pair = await admin.identity.addAccount({
    accessKey: 'script-of-root',
    secretKey: 'script-secret-key',
    policy: '',
  })
  // the oldest session is determined by its time
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
  assert.is((await failureOf(engine.account(oldest))).status, 401)
  for (const session of [next, ...others]) await engine.account(session)
})
