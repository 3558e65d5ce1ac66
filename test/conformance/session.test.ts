import { assert } from '../lib/suite.ts'
import { SignInRefused } from '../../engines/sign-in-refused.ts'
import { addUser, allow, onEveryEngine, expectFailure, uniqueName } from './engines.ts'
import { actAs } from '../lib/ports.ts'

onEveryEngine('session', (test, peer) => {
  test('root signs in with full rights', async () => {
    const { engine, root } = peer()
    const credentials = await engine.login(root)
    assert.is(credentials.account, root.accessKey)
    assert.ok(credentials.expires > Date.now())
    const { name, permissions, password } = await engine.account(credentials)
    assert.is(name, root.accessKey)
    // the operator of the storage configures it
    assert.is(password, 'operator')
    assert.ok(permissions.may('s3:DeleteBucket', { bucket: 'any' }))
    assert.ok(permissions.mayAnywhere('admin:CreateUser'))
  })

  test('an account gets the policies of itself and its groups, and a service account its restriction', async () => {
    const { engine, as } = peer()
    const admin = await as()
    const pair = await addUser(admin, [
      allow(['s3:GetObject'], ['photos/*'], { IpAddress: { 'aws:SourceIp': ['0.0.0.0/0'] } }),
    ])
    const group = uniqueName('group')
    await admin.identity.addGroup(group, [pair.accessKey])
    const denied = JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Deny', Action: ['s3:PutObject'], Resource: ['arn:aws:s3:::photos/*'] }],
    })
    const { name } = await admin.policies.set(uniqueName('policy'), denied)
    await admin.identity.setPolicy({ type: 'group', name: group }, [name])
    const credentials = await engine.login(pair)
    const actions = (await engine.account(credentials)).documents.map(({ Statement }) =>
      Statement.map(({ Effect, Action, Resource, Condition }) => ({ Effect, Action, Resource, Condition })),
    )
    assert.is(actions.length, 1)
    const own = [...(actions[0] ?? [])].sort((a, b) => (a.Effect < b.Effect ? -1 : 1))
    assert.equal(own, [
      {
        Effect: 'Allow',
        Action: ['s3:GetObject'],
        Resource: ['arn:aws:s3:::photos/*'],
        Condition: { IpAddress: { 'aws:SourceIp': ['0.0.0.0/0'] } },
      },
      { Effect: 'Deny', Action: ['s3:PutObject'], Resource: ['arn:aws:s3:::photos/*'], Condition: undefined },
    ])
    const restriction = allow(['s3:GetObject'], ['photos/2026/*'])
    const key = await (await actAs(engine, credentials)).identity.addAccount({ policy: restriction })
    const { documents } = await engine.account(await engine.login(key))
    assert.is(documents.length, 2)
    assert.equal(documents[1]?.Statement[0]?.Resource, ['arn:aws:s3:::photos/2026/*'])
  })

  test('a wrong name and a wrong password are refused with the same message', async () => {
    const { engine, root } = peer()
    const wrong = await expectFailure(401, engine.login({ accessKey: root.accessKey, secretKey: 'not-the-password' }))
    const unknown = await expectFailure(
      401,
      engine.login({ accessKey: uniqueName('nobody'), secretKey: 'not-the-password' }),
    )
    assert.is(wrong.message, 'invalid Login')
    assert.is(unknown.message, wrong.message)
    // only for the audit, which records no unknown names
    assert.is(wrong instanceof SignInRefused && wrong.account, 'exists')
    assert.is(unknown instanceof SignInRefused && unknown.account, 'unknown')
  })

  test('an account has the rights of its policies and its groups, and no others', async () => {
    const { engine, as } = peer()
    const admin = await as()
    const pair = await addUser(admin, [allow(['s3:GetObject', 's3:ListBucket'], ['photos', 'photos/*'])])
    const group = uniqueName('group')
    await admin.identity.addGroup(group, [pair.accessKey])
    await admin.identity.setPolicy({ type: 'group', name: group }, ['diagnostics'])
    const { permissions } = await engine.account(await engine.login(pair))
    assert.ok(permissions.may('s3:GetObject', { bucket: 'photos', key: 'a.jpg' }))
    assert.ok(permissions.may('s3:ListBucket', { bucket: 'photos' }))
    assert.not(permissions.may('s3:GetObject', { bucket: 'letters', key: 'a' }))
    assert.not(permissions.may('s3:PutObject', { bucket: 'photos', key: 'a.jpg' }))
    assert.ok(permissions.mayAnywhere('s3:GetObject'))
    assert.ok(permissions.mayAnywhere('admin:ServerTrace'))
    assert.not(permissions.mayAnywhere('admin:ListUsers'))
  })

  test('a user without policies signs in and has no rights', async () => {
    const { engine, as } = peer()
    const pair = await addUser(await as())
    const { permissions, password } = await engine.account(await engine.login(pair))
    assert.is(password, undefined)
    assert.not(permissions.mayAnywhere('s3:GetObject'))
    assert.not(permissions.mayAnywhere('admin:ServerInfo'))
  })

  test('a disabled user cannot sign in, and open sessions end', async () => {
    const { engine, as } = peer()
    const admin = await as()
    const pair = await addUser(admin, ['readwrite'])
    const credentials = await engine.login(pair)
    await engine.account(credentials)
    await admin.identity.updateUser(pair.accessKey, { status: 'disabled', groups: [] })
    await expectFailure(401, engine.login(pair))
    await expectFailure(401, engine.account(credentials))
    await expectFailure(401, (await actAs(engine, credentials)).buckets.list())
    await admin.identity.updateUser(pair.accessKey, { status: 'enabled', groups: [] })
    await engine.account(await engine.login(pair))
  })

  test('a session ends when its account loses its last right, and one that never had any continues', async () => {
    const { engine, as } = peer()
    const admin = await as()
    const pair = await addUser(admin)
    const policies = (names: string[]) => admin.identity.setPolicy({ type: 'user', name: pair.accessKey }, names)
    const withoutPolicies = await engine.login(pair)
    await engine.account(withoutPolicies)
    await policies(['readonly'])
    assert.ok((await engine.account(withoutPolicies)).permissions.mayAnywhere('s3:GetObject'))
    const restricted = await engine.login(pair)
    await policies([])
    await expectFailure(401, engine.account(restricted))
    await engine.account(withoutPolicies)
  })

  test("a deleted user's session ends", async () => {
    const { engine, as } = peer()
    const admin = await as()
    const pair = await addUser(admin, ['readwrite'])
    const credentials = await engine.login(pair)
    await admin.identity.removeUser(pair.accessKey)
    await expectFailure(401, engine.account(credentials))
    await expectFailure(401, engine.login(pair))
  })

  test('signing out ends only this session', async () => {
    const { engine, as } = peer()
    const pair = await addUser(await as(), ['readwrite'])
    const [first, second] = [await engine.login(pair), await engine.login(pair)]
    await engine.logout(first)
    await expectFailure(401, engine.account(first))
    await engine.account(second)
  })

  test('a service account signs in with the rights that both its user and its own policy allow', async () => {
    const { engine, as } = peer()
    const admin = await as()
    const pair = await addUser(admin, [allow(['s3:*'], ['photos', 'photos/*'])])
    const own = await as(pair)
    const wide = await own.identity.addAccount({ policy: allow(['s3:GetObject'], ['*']) })
    const { permissions } = await engine.account(await engine.login(wide))
    assert.ok(permissions.may('s3:GetObject', { bucket: 'photos', key: 'a' }))
    assert.not(permissions.may('s3:PutObject', { bucket: 'photos', key: 'a' }))
    assert.not(permissions.may('s3:GetObject', { bucket: 'letters', key: 'a' }))
  })

  test('invented credentials do not make a session', async () => {
    const { engine } = peer()
    const expires = Date.now() + 60_000
    await expectFailure(
      401,
      engine.account({
        account: 'admin',
        accessKey: 'ABCDEFGHIJKLMNOPQRST',
        secretKey: 'x'.repeat(40),
        sessionToken: 'e.y.z',
        expires,
      }),
    )
  })

  test('the engine reports that it is ready', async () => {
    await peer().engine.ready()
  })
})
