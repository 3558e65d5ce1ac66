import { Readable } from 'node:stream'
import { createS3Engine } from '../../../../engines/s3/engine.ts'
import { startS3Server } from '../../../../test/lib/s3-servers.ts'
import { assert } from '../../../../test/lib/suite.ts'
import { allow, expectFailure, onIamServers, uniqueName } from '../../../../test/conformance/engines.ts'

onIamServers("users of AWS's IAM API", (test, peer) => {
  /** A policy that lets its users read one bucket. */
  const readPolicy = async (bucket: string) => {
    const { policies } = await peer().as()
    const name = uniqueName('read')
    await policies.set(name, allow(['s3:GetObject', 's3:ListBucket'], [bucket, `${bucket}/*`]))
    return name
  }

  test('a user is created with a group and a policy, listed, changed and deleted', async () => {
    const { identity } = await peer().as()
    const [name, group, policy] = [uniqueName('ana'), uniqueName('team'), await readPolicy('photos')]
    const added = await identity.addUser({ accessKey: name, groups: [group], policies: [policy] })
    assert.equal([added.status, added.memberOf, added.policy], ['enabled', [group], [policy]])
    assert.equal((await identity.users()).find(({ accessKey }) => accessKey === name)?.policy, [policy])
    assert.equal(await identity.group(group), { name: group, members: [name], status: 'enabled', policy: '' })

    await identity.addAccount({ policy: '' }, name)
    assert.equal((await identity.updateUser(name, { status: 'enabled', groups: [] })).memberOf, [])
    await identity.removeUser(name)
    await expectFailure(404, identity.user(name))
    assert.not((await identity.users()).some(({ accessKey }) => accessKey === name))
  })

  test('a name in use, unknown names and settings that keys do not have are refused, and nothing is created', async () => {
    const { identity } = await peer().as()
    const name = uniqueName('ben')
    await expectFailure(501, identity.addUser({ accessKey: name, secretKey: 'own-secret', groups: [], policies: [] }))
    await expectFailure(404, identity.addUser({ accessKey: name, groups: [], policies: ['no-such-policy'] }))
    await expectFailure(404, identity.user(name))
    await identity.addUser({ accessKey: name, groups: [], policies: [] })
    await expectFailure(409, identity.addUser({ accessKey: name, groups: [], policies: [] }))
    await expectFailure(501, identity.updateUser(name, { status: 'disabled', groups: [] }))
    await expectFailure(501, identity.addAccount({ policy: '', name: 'laptop' }, name))
    await expectFailure(501, identity.addAccount({ policy: allow(['s3:*'], ['*']) }, name))
    await expectFailure(404, identity.addAccount({ policy: '' }, uniqueName('nobody')))
    assert.equal(await identity.accounts(name), [])
    await expectFailure(404, identity.accounts(uniqueName('nobody')))
    await expectFailure(404, identity.removeUser(uniqueName('nobody')))
  })

  test('access keys are created, disabled, found by their name and deleted', async () => {
    const { identity } = await peer().as()
    const name = uniqueName('cleo')
    await identity.addUser({ accessKey: name, groups: [], policies: [] })
    const { accessKey, secretKey } = await identity.addAccount({ policy: '' }, name)
    assert.ok(accessKey && secretKey)
    // SeaweedFS does not report when a key was last used
    const unused = peer().name === 'moto' ? { lastUsed: null } : {}
    assert.equal(await identity.accounts(name), [{ accessKey, status: 'enabled', ...unused }])
    await identity.updateAccount(accessKey, { status: 'disabled' })
    assert.is((await identity.account(accessKey)).status, 'disabled')
    assert.ok((await identity.othersAccounts()).some((one) => one.user === name && one.accessKey === accessKey))
    await identity.removeAccount(accessKey)
    assert.equal(await identity.accounts(name), [])
    await expectFailure(404, identity.removeAccount(accessKey))
  })

  test('groups are created, changed, and deleted once they are empty', async () => {
    const { identity } = await peer().as()
    const [group, policy] = [uniqueName('staff'), await readPolicy('photos')]
    const members = [uniqueName('dan'), uniqueName('eva')]
    for (const accessKey of members) await identity.addUser({ accessKey, groups: [], policies: [] })
    await identity.addGroup(group, members)
    await identity.setPolicy({ type: 'group', name: group }, [policy])
    assert.equal(await identity.groupDetails([group, uniqueName('none')]), [
      { name: group, members: 2, status: 'enabled', policies: [policy] },
    ])
    await expectFailure(409, identity.removeGroup(group))
    const changed = await identity.updateGroup(group, { members: members.slice(1), status: 'enabled' })
    assert.equal(changed.members, members.slice(1))
    await expectFailure(501, identity.updateGroup(group, { members: [], status: 'disabled' }))
    await identity.updateGroup(group, { members: [], status: 'enabled' })
    await identity.removeGroup(group)
    assert.not((await identity.groups()).includes(group))
    await expectFailure(404, identity.group(group))
  })

  test('a policy is created, attached, replaced, and deleted after it was detached', async () => {
    const { identity, policies } = await peer().as()
    const [user, name] = [uniqueName('fay'), uniqueName('rules')]
    const [first, next] = [
      allow(['s3:GetObject', 's3:ListBucket'], ['photos', 'photos/*']),
      allow(['s3:PutObject', 's3:ListBucket'], ['photos', 'photos/*']),
    ]
    assert.equal(JSON.parse((await policies.set(name, first)).policy), JSON.parse(first))
    assert.ok((await policies.list()).policies.some((policy) => policy.name === name))
    await identity.addUser({ accessKey: user, groups: [], policies: [name] })
    assert.equal(await policies.users(name), [user])
    assert.equal(
      (await policies.attachments()).find(({ policy }) => policy === name),
      { policy: name, users: 1, groups: [] },
    )
    assert.equal((await policies.effects({ name, policy: next })).users, [user])
    // AWS keeps at most five versions of a policy
    for (let times = 0; times < 7; times += 1) await policies.set(name, next)
    assert.equal(JSON.parse((await policies.get(name)).policy), JSON.parse(next))
    await expectFailure(409, policies.remove(name), new RegExp(user))
    await identity.setPolicy({ type: 'user', name: user }, [])
    await policies.remove(name)
    await expectFailure(404, policies.get(name))
    await expectFailure(400, policies.set(name, 'no JSON'))
  })

  test('a user signs in with a new access key and can do what the attached policy allows', async () => {
    const admin = await peer().as()
    const bucket = uniqueName('shared')
    await admin.buckets.add({ name: bucket, versioning: false, locking: false })
    const body = () => Readable.from([Buffer.from('text')])
    const put = (objects: typeof admin, key: string) =>
      objects['object-browser'].put(bucket, key, {
        size: 4,
        type: '',
        body: body(),
        signal: new AbortController().signal,
      })
    await put(admin, 'note')
    const name = uniqueName('gus')
    await admin.identity.addUser({ accessKey: name, groups: [], policies: [await readPolicy(bucket)] })
    const pair = await admin.identity.addAccount({ policy: '' }, name)
    const user = await peer().as(pair)
    assert.equal((await user['object-browser'].info(bucket, 'note')).size, 4)
    // moto checks no policies
    if (peer().name !== 'moto') await expectFailure(403, put(user, 'other'))
    const [listed] = await admin.identity.accounts(name)
    if (peer().name === 'moto') assert.ok(Date.parse(listed?.lastUsed ?? '') > 0)
    else assert.is(listed?.lastUsed, undefined)
    const own = await user.identity.accounts()
    if (peer().name !== 'moto') assert.equal(own, [{ accessKey: pair.accessKey, status: 'enabled' }])
  })

  test('an administrator is offered users, groups and policies, and a user changes only their own access keys', async () => {
    const admin = await peer().as()
    const name = uniqueName('hal')
    await admin.identity.addUser({ accessKey: name, groups: [], policies: [] })
    const pair = await admin.identity.addAccount({ policy: '' }, name)
    const offered = async (keys: typeof pair) => {
      const credentials = await peer().engine.login(keys)
      const { features, permissions } = await peer().engine.account(credentials)
      const names = ['users', 'groups', 'policies', 'access-keys'] as const
      return [names.filter((feature) => features.includes(feature)), permissions.mayAnywhere('admin:CreateUser')]
    }
    assert.equal(await offered(peer().root), [['users', 'groups', 'policies', 'access-keys'], true])
    if (peer().name === 'moto') return
    // what the user may not see is not missing
    assert.equal(await offered(pair), [['users', 'groups', 'policies', 'access-keys'], false])
  })

  test('a server whose IAM API is read-only shows its users and offers no changes', async () => {
    if (peer().name !== 'seaweedfs') return
    const server = await startS3Server('seaweedfs', { isIamReadOnly: true })
    const engine = createS3Engine({ url: new URL(server.url) })
    try {
      const { features, permissions } = await engine.account(await engine.login(server.root))
      const names = ['users', 'policies', 'access-keys', 'account-changes'] as const
      assert.equal(
        names.filter((feature) => features.includes(feature)),
        ['users', 'policies', 'access-keys'],
      )
      const actions = [
        'admin:ListUsers',
        'admin:CreateUser',
        'admin:CreatePolicy',
        'admin:CreateServiceAccount',
      ] as const
      assert.equal(
        actions.filter((action) => permissions.mayAnywhere(action)),
        ['admin:ListUsers'],
      )
    } finally {
      await engine.close()
      await server.stop()
    }
  })
})
