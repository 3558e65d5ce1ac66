import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createS3Engine } from '../../../../engines/s3/engine.ts'
import { assert } from '../../../../test/lib/suite.ts'
import { startS3Server } from '../../../../test/lib/s3-servers.ts'
import { expectFailure, onVersityGateway, uniqueName } from '../../../../test/conformance/engines.ts'
import type { KeyPair } from '../../../../test/lib/server.ts'
import type { IdentityBackend } from '../../backend.ts'
import plugin from '../../server.ts'

onVersityGateway('accounts of VersityGW', (test, peer) => {
  const identityAs = (pair?: KeyPair) => peer().port<IdentityBackend>(plugin, pair)

  const created = async (role: 'admin' | 'userplus' | 'user') => {
    const pair = { accessKey: uniqueName(role), secretKey: 'first-secret-key' }
    await (await identityAs()).addUser({ ...pair, groups: [], policies: [], role })
    return pair
  }

  const offeredTo = async (pair: KeyPair) => {
    const { engine } = peer()
    const { features, permissions, password } = await engine.account(await engine.login(pair))
    const names = ['users', 'roles', 'passwords', 'chosen-keys', 'groups', 'policies', 'access-keys'] as const
    const offered = names.filter((feature) => features.includes(feature))
    return { offered, mayCreate: permissions.mayAnywhere('admin:CreateUser'), password }
  }

  test('a user is created with chosen keys and a role, listed, changed and deleted', async () => {
    const identity = await identityAs()
    const { accessKey: name, secretKey } = { accessKey: uniqueName('ana'), secretKey: 'a<b>&"c-secret' }
    const user = { accessKey: name, status: 'enabled', policy: [], memberOf: [] }
    const added = await identity.addUser({ accessKey: name, secretKey, groups: [], policies: [] })
    assert.equal(added, { ...user, role: 'user', hasPolicy: true })
    assert.equal(
      (await identity.users()).find(({ accessKey }) => accessKey === name),
      { ...user, role: 'user' },
    )
    assert.not(JSON.stringify(await identity.users()).includes(secretKey))
    await peer().engine.login({ accessKey: name, secretKey })

    assert.is((await identity.updateUser(name, { status: 'enabled', groups: [], role: 'userplus' })).role, 'userplus')
    assert.is((await identity.updateUser(name, { status: 'enabled', groups: [] })).role, 'userplus')
    await peer().engine.login({ accessKey: name, secretKey })
    await identity.removeUser(name)
    await expectFailure(404, identity.user(name))
    await expectFailure(401, peer().engine.login({ accessKey: name, secretKey }))
  })

  test('names in use and unknown names are refused', async () => {
    const identity = await identityAs()
    const { accessKey } = await created('user')
    const pair = { secretKey: 'other-secret-key', groups: [], policies: [] }
    await expectFailure(409, identity.addUser({ accessKey, ...pair }))
    await expectFailure(409, identity.addUser({ accessKey: peer().root.accessKey, ...pair }))
    await expectFailure(422, identity.addUser({ accessKey: uniqueName('ben'), groups: [], policies: [] }))
    const unknown = uniqueName('nobody')
    await expectFailure(404, identity.updateUser(unknown, { status: 'enabled', groups: [], role: 'user' }))
    await expectFailure(404, identity.setPassword(unknown, 'other-secret-key'))
    await expectFailure(404, identity.removeUser(unknown))
    await expectFailure(404, identity.group('staff'))
  })

  test('groups, policies, further keys and a status are refused, and nothing is created', async () => {
    const identity = await identityAs()
    const name = uniqueName('cleo')
    const pair = { accessKey: name, secretKey: 'some-secret-key' }
    await expectFailure(501, identity.addUser({ ...pair, groups: ['staff'], policies: [] }))
    await expectFailure(501, identity.addUser({ ...pair, groups: [], policies: ['readonly'] }))
    await expectFailure(404, identity.user(name))
    const { accessKey } = await created('user')
    await expectFailure(501, identity.updateUser(accessKey, { status: 'disabled', groups: [] }))
    await expectFailure(501, identity.setPolicy({ type: 'user', name: accessKey }, ['readonly']))
    await expectFailure(501, identity.addAccount({ policy: '' }, accessKey))
    await expectFailure(501, identity.addGroup('staff', [accessKey]))
    assert.equal([await identity.accounts(accessKey), await identity.groups()], [[], []])
  })

  test('a new password ends the sessions with the old one', async () => {
    const { engine } = peer()
    const pair = await created('user')
    const session = await engine.login(pair)
    assert.is(await (await identityAs()).setPassword(pair.accessKey, 'second-secret-key'), 'ended')
    await expectFailure(401, engine.account(session))
    await engine.login({ ...pair, secretKey: 'second-secret-key' })
  })

  test('an administrator changes the own password, but not the own role, and root neither', async () => {
    const pair = await created('admin')
    const own = await identityAs(pair)
    await expectFailure(403, own.changePassword('wrong-secret-key', 'second-secret-key'))
    await expectFailure(403, own.setPassword(pair.accessKey, 'second-secret-key'))
    await expectFailure(403, own.updateUser(pair.accessKey, { status: 'enabled', groups: [], role: 'user' }))
    await expectFailure(403, own.removeUser(pair.accessKey))
    await own.changePassword(pair.secretKey, 'second-secret-key')
    await peer().engine.login({ ...pair, secretKey: 'second-secret-key' })
    const { secretKey } = peer().root
    await expectFailure(403, (await identityAs()).changePassword(secretKey, 'second-secret-key'))
  })

  test('administrators are offered users, and others are referred to an administrator', async () => {
    const offered = ['users', 'roles', 'passwords', 'chosen-keys']
    assert.equal(await offeredTo(peer().root), { offered, mayCreate: true, password: 'operator' })
    assert.equal(await offeredTo(await created('admin')), { offered, mayCreate: true, password: undefined })
    const user = await created('user')
    assert.equal(await offeredTo(user), { offered: ['users', 'roles'], mayCreate: false, password: undefined })
    const identity = await identityAs(user)
    await expectFailure(403, identity.users())
    await expectFailure(
      403,
      identity.addUser({ accessKey: uniqueName('dan'), secretKey: 'some-secret-key', groups: [], policies: [] }),
    )
  })

  test('a user may create buckets with the role userplus only', async () => {
    const bucket = uniqueName('shared')
    const add = async (pair: KeyPair) =>
      (await peer().as(pair)).buckets.add({ name: bucket, versioning: false, locking: false })
    await expectFailure(403, add(await created('user')))
    const owner = await created('userplus')
    await add(owner)
    const objects = (await peer().as(owner))['object-browser']
    const body = Readable.from([Buffer.from('text')])
    await objects.put(bucket, 'note', { size: 4, type: '', body, signal: new AbortController().signal })
    assert.equal((await objects.info(bucket, 'note')).size, 4)
  })

  test('a server with a single account offers no users, and refuses an unknown access key as an invalid login', async () => {
    const server = await startS3Server('versity', { isSingleAccount: true })
    const engine = createS3Engine({ url: new URL(server.url) })
    try {
      const { features } = await engine.account(await engine.login(server.root))
      assert.not(features.includes('users'))
      await expectFailure(401, engine.login({ accessKey: 'no-such-key', secretKey: 'some-secret-key' }))
    } finally {
      await engine.close()
      await server.stop()
    }
  })

  test('a server without a folder for versions offers no versioning', async () => {
    const server = await startS3Server('versity', { hasVersions: false })
    const engine = createS3Engine({ url: new URL(server.url) })
    try {
      mkdirSync(join(server.folder, 'objects', 'photos'))
      assert.not((await engine.account(await engine.login(server.root))).features.includes('versions'))
    } finally {
      await engine.close()
      await server.stop()
    }
  })
})
