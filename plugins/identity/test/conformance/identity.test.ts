import { assert } from '../../../../test/lib/suite.ts'
import { pluck } from '../../../../test/lib/pluck.ts'
import { addUser, allow, onEveryEngine, expectFailure, uniqueName } from '../../../../test/conformance/engines.ts'
import { actAs } from '../../../../test/lib/ports.ts'

onEveryEngine('identity', (test, peer) => {
  test('a user is created with groups and policies, listed, changed and deleted', async () => {
    const { identity } = await peer().as()
    const [accessKey, group] = [uniqueName('ana'), uniqueName('team')]
    const added = await identity.addUser({
      accessKey,
      secretKey: 'ana-secret-key',
      groups: [group],
      policies: ['readonly', 'diagnostics'],
    })
    assert.is(added.status, 'enabled')
    const user = await identity.user(accessKey)
    assert.equal(user.memberOf, [group])
    assert.equal([...user.policy].sort(), ['diagnostics', 'readonly'])
    assert.ok(user.hasPolicy)
    assert.equal((await identity.group(group)).members, [accessKey])

    const changed = await identity.updateUser(accessKey, { status: 'disabled', groups: [] })
    assert.is(changed.status, 'disabled')
    assert.equal((await identity.user(accessKey)).memberOf, [])
    assert.equal([...(await identity.user(accessKey)).policy].sort(), ['diagnostics', 'readonly'])

    await identity.removeUser(accessKey)
    await expectFailure(404, identity.user(accessKey))
    assert.not((await identity.users()).some((listed) => listed.accessKey === accessKey))
  })

  test('users are sorted by access key and without root, and without policies the list is empty', async () => {
    const admin = await peer().as()
    const pairs = [await addUser(admin), await addUser(admin)]
    const users = await admin.identity.users()
    const keys = users.map(({ accessKey }) => accessKey)
    assert.equal(keys, [...keys].sort())
    assert.not(keys.includes(peer().root.accessKey))
    assert.equal(users.find(({ accessKey }) => accessKey === pairs[0]?.accessKey)?.policy, [])
  })

  test('an access key in use is refused and its owner is unchanged', async () => {
    const admin = await peer().as()
    const pair = await addUser(admin, ['readonly'])
    await expectFailure(
      409,
      admin.identity.addUser({ ...pair, secretKey: 'another-secret', groups: [], policies: [] }),
      /already in use/i,
    )
    await peer().engine.login(pair)
    await expectFailure([403, 409], admin.identity.addUser({ ...peer().root, groups: [], policies: [] }))
  })

  test("status and group changes keep a user's policies, and those of a disabled user change once enabled", async () => {
    const { identity } = await peer().as()
    const { accessKey } = await addUser(await peer().as(), ['readonly'])
    for (const status of ['disabled', 'enabled'] as const) {
      assert.equal((await identity.updateUser(accessKey, { status, groups: [] })).policy, ['readonly'])
      if (status === 'disabled')
        await expectFailure(
          409,
          identity.setPolicy({ type: 'user', name: accessKey }, ['writeonly']),
          /enable the user/,
        )
    }
    await expectFailure(404, identity.setPolicy({ type: 'user', name: uniqueName('nobody') }, ['readonly']))
    await identity.setPolicy({ type: 'user', name: accessKey }, [])
    assert.equal((await identity.user(accessKey)).policy, [])
    assert.not((await identity.user(accessKey)).hasPolicy)
  })

  test('a disabled group reports its policies and has them when enabled again', async () => {
    const { identity } = await peer().as()
    const { accessKey } = await addUser(await peer().as())
    const group = uniqueName('resting')
    await identity.addGroup(group, [accessKey])
    await identity.setPolicy({ type: 'group', name: group }, ['readonly', 'diagnostics'])
    for (const status of ['disabled', 'enabled'] as const) {
      await identity.updateGroup(group, { members: [accessKey], status })
      assert.equal((await identity.group(group)).policy?.split(',').sort(), ['diagnostics', 'readonly'])
    }
  })

  test("a group's policy applies to its members", async () => {
    const { identity } = await peer().as()
    const { accessKey } = await addUser(await peer().as())
    const group = uniqueName('team')
    await identity.addGroup(group, [accessKey])
    assert.not((await identity.user(accessKey)).hasPolicy)
    await identity.setPolicy({ type: 'group', name: group }, ['readonly', 'diagnostics'])
    assert.ok((await identity.user(accessKey)).hasPolicy)
    assert.equal((await identity.group(group)).policy?.split(',').sort(), ['diagnostics', 'readonly'])
  })

  test('a group with the name of an existing one is refused, which stays as it is', async () => {
    const { identity } = await peer().as()
    const [name, { accessKey }] = [uniqueName('team'), await addUser(await peer().as())]
    await identity.addGroup(name, [])
    for (const members of [[], [accessKey]]) await expectFailure(409, identity.addGroup(name, members))
    assert.equal((await identity.group(name)).members, [])
  })

  test('a list of groups has member counts and policies, without groups deleted in the meantime', async () => {
    const { identity } = await peer().as()
    const keys = [await addUser(await peer().as()), await addUser(await peer().as())].map(({ accessKey }) => accessKey)
    const [full, resting, gone] = [uniqueName('full'), uniqueName('resting'), uniqueName('gone')]
    await identity.addGroup(full, keys)
    await identity.setPolicy({ type: 'group', name: full }, ['readonly', 'diagnostics'])
    await identity.addGroup(resting, [])
    await identity.updateGroup(resting, { members: [], status: 'disabled' })
    const details = await identity.groupDetails([resting, gone, full])
    assert.equal(
      details.map((group) => ({ ...group, policies: [...group.policies].sort() })),
      [
        { name: resting, members: 0, status: 'disabled', policies: [] },
        { name: full, members: 2, status: 'enabled', policies: ['diagnostics', 'readonly'] },
      ],
    )
    const reader = await addUser(await peer().as(), ['readwrite'])
    await expectFailure(403, (await peer().as(reader)).identity.groupDetails([full]))
  })

  test('a group is created, its members replaced, disabled, and deleted only when empty', async () => {
    const admin = await peer().as()
    const { identity } = admin
    const [first, second] = [(await addUser(admin)).accessKey, (await addUser(admin)).accessKey]
    const name = uniqueName('team')
    await identity.addGroup(name, [first])
    assert.ok((await identity.groups()).includes(name))
    const changed = await identity.updateGroup(name, { members: [second], status: 'disabled' })
    assert.equal([changed.members, changed.status], [[second], 'disabled'])
    await expectFailure([400, 409], identity.removeGroup(name))
    await identity.updateGroup(name, { members: [], status: 'enabled' })
    await identity.removeGroup(name)
    assert.not((await identity.groups()).includes(name))
    await expectFailure(404, identity.group(name))
  })

  test('a disabled group grants its members nothing', async () => {
    const { engine, as } = peer()
    const admin = await as()
    const pair = await addUser(admin)
    const name = uniqueName('team')
    await admin.identity.addGroup(name, [pair.accessKey])
    await admin.identity.setPolicy({ type: 'group', name }, ['diagnostics'])
    const credentials = await engine.login(pair)
    assert.ok((await engine.account(credentials)).permissions.mayAnywhere('admin:ServerInfo'))
    await admin.identity.updateGroup(name, { members: [pair.accessKey], status: 'disabled' })
    assert.not((await engine.account(await engine.login(pair))).permissions.mayAnywhere('admin:ServerInfo'))
    await expectFailure(403, (await actAs(engine, credentials)).identity.users())
  })

  test('a member of a disabled group has no rights, even if other policies grant some', async () => {
    const { engine, as } = peer()
    const admin = await as()
    const pair = await addUser(admin, ['readwrite'])
    const [on, off] = [uniqueName('on'), uniqueName('off')]
    for (const name of [on, off]) await admin.identity.addGroup(name, [pair.accessKey])
    await admin.identity.setPolicy({ type: 'group', name: on }, ['diagnostics'])
    await admin.identity.updateGroup(off, { members: [pair.accessKey], status: 'disabled' })
    const { permissions } = await engine.account(await engine.login(pair))
    assert.not(permissions.mayAnywhere('s3:GetObject'))
    assert.not(permissions.mayAnywhere('admin:ServerInfo'))
    await admin.identity.updateGroup(off, { members: [], status: 'disabled' })
    assert.ok((await engine.account(await engine.login(pair))).permissions.mayAnywhere('s3:GetObject'))
  })

  test('group names may contain spaces, slashes and any letters, unless they could not be addressed', async () => {
    const { identity } = await peer().as()
    for (const name of [uniqueName('two words'), uniqueName('a/b'), uniqueName('日本 käse')]) {
      await identity.addGroup(name, [])
      assert.is((await identity.group(name)).name, name)
      assert.ok((await identity.groups()).includes(name))
      await identity.removeGroup(name)
    }
    for (const name of ['a,b', 'a=b', '.', '..', 'a/../b', ' blank', 'blank '])
      await expectFailure(400, identity.addGroup(name, []))
    const { accessKey } = await addUser(await peer().as())
    await expectFailure(400, identity.updateUser(accessKey, { status: 'enabled', groups: ['..'] }))
  })

  test('an unknown member is refused', async () => {
    const { identity } = await peer().as()
    await expectFailure(404, identity.addGroup(uniqueName('team'), [uniqueName('nobody')]))
  })

  test('several users are added to several groups and stay in their other groups', async () => {
    const admin = await peer().as()
    const { identity } = admin
    const [first, second] = [(await addUser(admin)).accessKey, (await addUser(admin)).accessKey]
    const [old, one, two] = [uniqueName('old'), uniqueName('one'), uniqueName('two')]
    await identity.addGroup(old, [first])
    await identity.addToGroups([first, second], [one, two])
    assert.equal((await identity.user(first)).memberOf.sort(), [old, one, two].sort())
    assert.equal((await identity.group(two)).members.sort(), [first, second].sort())
  })

  test('an account cannot delete or disable itself', async () => {
    const admin = await peer().as()
    const pair = await addUser(admin, ['consoleAdmin'])
    const ownPort = await peer().as(pair)
    const failure = await expectFailure(403, ownPort.identity.removeUser(pair.accessKey))
    assert.match(`${failure.message} ${failure.detail ?? ''}`, /cannot be deleted by itself/)
    await expectFailure(403, ownPort.identity.updateUser(pair.accessKey, { status: 'disabled', groups: [] }))
    await peer().engine.login(pair)
  })

  test('a user changes their own password with the current one', async () => {
    const { engine, as } = peer()
    const pair = await addUser(await as(), ['readonly'])
    const own = await as(pair)
    await expectFailure(403, own.identity.changePassword('not-the-current', 'a-new-password'), /current password/i)
    await engine.login(pair)
    await own.identity.changePassword(pair.secretKey, 'a-new-password')
    await expectFailure(401, engine.login(pair))
    await engine.login({ ...pair, secretKey: 'a-new-password' })
  })

  test("an administrator sets another user's password, and a disabled user stays disabled", async () => {
    const { engine, as } = peer()
    const { identity } = await as()
    const pair = await addUser(await as())
    await identity.updateUser(pair.accessKey, { status: 'disabled', groups: [] })
    await identity.setPassword(pair.accessKey, 'given-password')
    assert.is((await identity.user(pair.accessKey)).status, 'disabled')
    await identity.updateUser(pair.accessKey, { status: 'enabled', groups: [] })
    await engine.login({ ...pair, secretKey: 'given-password' })
    await expectFailure(404, identity.setPassword(uniqueName('nobody'), 'given-password'))
  })

  test('a user creates service accounts with generated or chosen keys, lists and deletes them', async () => {
    const { engine, as } = peer()
    const pair = await addUser(await as(), ['readwrite'])
    const { identity } = await as(pair)
    assert.equal(await identity.accounts(), [])
    const generated = await identity.addAccount({ policy: '' })
    const chosen = { accessKey: `KEY${Date.now()}`, secretKey: 'chosen-secret-key' }
    assert.equal(await identity.addAccount({ policy: '', ...chosen }), chosen)
    assert.equal(pluck(await identity.accounts(), 'accessKey'), [generated.accessKey, chosen.accessKey].sort())
    await engine.login(generated)
    await expectFailure([403, 409], identity.addAccount({ policy: '', ...chosen }))
    await identity.removeAccount(chosen.accessKey)
    assert.equal(pluck(await identity.accounts(), 'accessKey'), [generated.accessKey])
    await expectFailure(401, engine.login(chosen))
    await expectFailure(404, identity.removeAccount(chosen.accessKey))
  })

  test('a service account keeps its description, and changing one field leaves the others', async () => {
    const { engine, as } = peer()
    const { identity } = await as()
    const owner = await addUser(await as(), ['readwrite'])
    const user = owner.accessKey
    const expiry = new Date(Math.floor(Date.now() / 1000) * 1000 + 86_400_000).toISOString().replace('.000', '')
    const document = allow(['s3:GetObject'], ['docs/*'])
    const pair = await identity.addAccount(
      { policy: document, name: 'backup', description: 'nightly, of docs', expiry },
      user,
    )
    const { accessKey } = pair
    const body = {
      accessKey,
      name: 'backup',
      description: 'nightly, of docs',
      status: 'enabled',
      expiration: expiry,
      policy: 'inline',
    }
    const [{ lastModified, ...listed } = { lastModified: '' }] = await identity.accounts(user)
    assert.equal(listed, body)
    const sinceThen = (moment: string) => assert.ok(Math.abs(Date.now() - Date.parse(moment)) < 60_000, moment)
    if (lastModified) sinceThen(lastModified)
    else assert.is(engine.name, 'minio', 'only the embedded engine records the last change')
    await engine.login(pair)

    await identity.updateAccount(accessKey, { name: 'renamed' })
    const { document: storedPolicy = '', lastModified: _, ...details } = await identity.account(accessKey)
    assert.equal(details, { ...body, name: 'renamed' })
    assert.match(storedPolicy, 's3:GetObject')

    await identity.updateAccount(accessKey, { status: 'disabled', expiry: '' })
    await expectFailure(401, engine.login(pair))
    assert.equal((await identity.accounts(user))[0]?.expiration, undefined)
    await identity.updateAccount(accessKey, { status: 'enabled', policy: '' })
    await engine.login(pair)
    const { policy, document: none, name } = await identity.account(accessKey)
    assert.equal({ policy, none, name }, { policy: 'inherited', none: undefined, name: 'renamed' })

    await expectFailure(404, identity.updateAccount(uniqueName('nobody'), { name: 'nobody' }))
    await expectFailure(404, identity.account(uniqueName('nobody')))
    // the permission is required even for one's own account
    const own = await as(owner)
    await expectFailure(403, own.identity.updateAccount(accessKey, { status: 'disabled' }))
    await expectFailure(403, own.identity.account(accessKey))
  })

  test('an administrator creates service accounts for others, and they are deleted with their user', async () => {
    const { engine, as } = peer()
    const { identity } = await as()
    const { accessKey } = await addUser(await as(), ['readwrite'])
    const account = await identity.addAccount({ policy: '' }, accessKey)
    assert.equal(pluck(await identity.accounts(accessKey), 'accessKey'), [account.accessKey])
    await engine.login(account)
    await identity.removeUser(accessKey)
    await expectFailure(401, engine.login(account))
    await expectFailure([400, 404], identity.addAccount({ policy: '' }, accessKey))
  })

  test("other users' service accounts cannot be reached without the right", async () => {
    const admin = await peer().as()
    const [owner, other] = [await addUser(admin, ['readwrite']), await addUser(admin, ['readwrite'])]
    const account = await (await peer().as(owner)).identity.addAccount({ policy: '' })
    const { identity } = await peer().as(other)
    await expectFailure(403, identity.accounts(owner.accessKey))
    await expectFailure([403, 404], identity.removeAccount(account.accessKey))
    await expectFailure(403, identity.addAccount({ policy: '' }, owner.accessKey))
    await peer().engine.login(account)
  })

  test('an invalid policy for a service account is refused', async () => {
    const { identity } = await peer().as(await addUser(await peer().as(), ['readwrite']))
    await expectFailure(400, identity.addAccount({ policy: 'not json' }))
    await expectFailure(
      400,
      identity.addAccount({ policy: '{"Version":"2012-10-17","Statement":[{"Effect":"Allow"}]}' }),
    )
  })

  test('a user without the rights reads and changes only their own account', async () => {
    const admin = await peer().as()
    const pair = await addUser(admin, ['readwrite'])
    const other = await addUser(admin)
    const { identity } = await peer().as(pair)
    assert.is((await identity.user(pair.accessKey)).accessKey, pair.accessKey)
    await expectFailure(403, identity.users())
    await expectFailure(403, identity.user(other.accessKey))
    await expectFailure(
      403,
      identity.addUser({
        accessKey: uniqueName('new'),
        secretKey: 'a-secret-key',
        groups: [],
        policies: ['consoleAdmin'],
      }),
    )
    await expectFailure(403, identity.removeUser(other.accessKey))
    await expectFailure(403, identity.setPassword(other.accessKey, 'a-secret-key'))
    await expectFailure(403, identity.groups())
    await expectFailure(403, identity.addGroup(uniqueName('team'), [pair.accessKey]))
    await expectFailure(403, identity.setPolicy({ type: 'user', name: pair.accessKey }, ['consoleAdmin']))
  })

  test("a Deny overrides another policy's Allow", async () => {
    const admin = await peer().as()
    const deny = JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Deny', Action: ['admin:CreateUser'] }],
    })
    const { identity } = await peer().as(await addUser(admin, ['consoleAdmin', deny]))
    await identity.users()
    await expectFailure(
      403,
      identity.addUser({ accessKey: uniqueName('new'), secretKey: 'a-secret-key', groups: [], policies: [] }),
    )
  })

  test('revoked rights are gone in an open session', async () => {
    const admin = await peer().as()
    const pair = await addUser(admin, [allow(['admin:ListUsers'])])
    const { identity } = await peer().as(pair)
    await identity.users()
    await admin.identity.setPolicy({ type: 'user', name: pair.accessKey }, [])
    await expectFailure(403, identity.users())
  })

  test('a refusal names the missing action', async () => {
    const admin = await peer().as()
    const { identity, policies, dashboard } = await peer().as(
      await addUser(admin, [allow(['admin:CreateUser', 'admin:GetUser'])]),
    )
    const refusals = [
      [() => identity.users(), 'admin:ListUsers'],
      [() => identity.groups(), 'admin:ListGroups'],
      [() => policies.list(), 'admin:ListUserPolicies'],
      [() => dashboard.info(), 'admin:ServerInfo'],
      [
        () =>
          identity.addUser({
            accessKey: uniqueName('user'),
            secretKey: 'user-secret-key',
            groups: [],
            policies: ['readonly'],
          }),
        'admin:AttachUserOrGroupPolicy',
      ],
    ] as const
    for (const [work, action] of refusals) assert.match((await expectFailure(403, work())).detail ?? '', action)
  })
})
