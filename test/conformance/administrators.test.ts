import { assert } from '../lib/suite.ts'
import { addUser, allow, onEveryEngine, type EngineUnderTest, expectFailure, uniqueName } from './engines.ts'
import type { Backend } from '../lib/ports.ts'

const needed = ['admin:CreateUser', 'admin:AttachUserOrGroupPolicy']

/** Administrators after a change, of these users only: other tests may have created more. */
const among = async (
  { policies }: Backend,
  names: readonly string[],
  loss: Parameters<typeof policies.administrators>[0],
) => {
  const { before, after, conditional, ...rest } = await policies.administrators(loss)
  const own = (all: readonly string[]) => all.filter((name) => names.includes(name)).sort()
  return { before: own(before), after: own(after), conditional: own(conditional), ...rest }
}

/** Creates one administrator by a directly attached policy, one by a group, and a user with half of the rights. */
const three = async (peer: EngineUnderTest) => {
  const admin = await peer.as()
  const [fullPolicy, halfPolicy, group] = [uniqueName('whole'), uniqueName('half'), uniqueName('admins')]
  await admin.policies.set(fullPolicy, allow(needed))
  await admin.policies.set(halfPolicy, allow(needed.slice(0, 1)))
  const [direct, member, halfAdmin] = [
    await addUser(admin, [fullPolicy]),
    await addUser(admin),
    await addUser(admin, [halfPolicy]),
  ]
  await admin.identity.addGroup(group, [member.accessKey])
  await admin.identity.setPolicy({ type: 'group', name: group }, [fullPolicy])
  return {
    admin,
    fullPolicy,
    group,
    direct: direct.accessKey,
    member: member.accessKey,
    halfAdmin: halfAdmin.accessKey,
  }
}

onEveryEngine('administrators', (test, peer) => {
  test('users who may create users and attach policies are administrators, however they got the rights', async () => {
    const { admin, fullPolicy, group, direct, member, halfAdmin } = await three(peer())
    const all = [direct, member, halfAdmin]
    const both = [direct, member].sort()
    const ask = (loss: Parameters<typeof among>[2]) => among(admin, all, loss)
    assert.equal((await ask({})).after, both)
    assert.equal((await ask({})).before, both)
    assert.equal((await ask({ users: [direct] })).after, [member])
    assert.equal((await ask({ users: [halfAdmin] })).after, both)
    assert.equal((await ask({ groups: [group] })).after, [direct])
    assert.equal((await ask({ memberships: { users: [member], groups: [group] } })).after, [direct])
    assert.equal((await ask({ memberships: { users: [direct], groups: [group] } })).after, both)
    assert.equal((await ask({ detached: { kind: 'user', name: direct, policies: [fullPolicy] } })).after, [member])
    assert.equal((await ask({ detached: { kind: 'group', name: group, policies: [fullPolicy] } })).after, [direct])
    assert.equal((await ask({ detached: { kind: 'user', name: member, policies: [fullPolicy] } })).after, both)
    const written = { name: fullPolicy, policy: allow(['admin:ListUsers']) }
    assert.equal((await ask({ updatedPolicy: written })).after, [])
    assert.equal((await ask({ updatedPolicy: written })).before, both)

    await admin.identity.updateUser(direct, { status: 'disabled', groups: [] })
    assert.equal((await ask({})).before, [member])
  })

  test('a right that depends on the request makes a user a possible administrator', async () => {
    const { admin, fullPolicy, group, direct, member } = await three(peer())
    const found = await among(admin, [direct, member], {
      updatedPolicy: {
        name: fullPolicy,
        policy: allow(needed, [], { IpAddress: { 'aws:SourceIp': '198.51.100.0/24' } }),
      },
      groups: [group],
    })
    assert.equal([found.after, found.conditional], [[], [direct]])
  })

  test('root may sign in unless its access is off, and a caller without the right to read that gets unknown', async () => {
    const admin = await peer().as()
    assert.is((await admin.policies.administrators({})).root, 'on')
    const [withRead, withoutRead] = [uniqueName('seeing'), uniqueName('blinded')]
    await admin.policies.set(withRead, allow(['admin:ListUsers', 'admin:GetGroup', 'admin:ListUserPolicies']))
    await admin.policies.set(withoutRead, allow(['admin:ListUsers']))
    const reader = await addUser(admin, [withRead])
    const visible = await (await peer().as(reader)).policies.administrators({})
    assert.is(visible.root, peer().name === 'embedded' ? 'on' : 'unknown')
    const withoutUsers = await addUser(admin, [withoutRead])
    await expectFailure(403, (await peer().as(withoutUsers)).policies.administrators({}))
  })

  test('with root access off root can neither continue its session nor sign in, until an administrator turns it on again', async () => {
    const before = await peer().as()
    if (peer().name === 'embedded') {
      // it has no such setting, so root is never locked out
      const { targets } = await before.settings.section('api')
      return assert.is(
        targets.some(({ values }) => Object.keys(values).includes('root_access')),
        false,
      )
    }
    const admin = await peer().as(await addUser(before, ['consoleAdmin']))
    const turn = (value: 'on' | 'off') => admin.settings.save('api', '_', { root_access: value })
    await turn('off')
    try {
      const { root, after } = await admin.policies.administrators({})
      assert.is(root, 'off')
      assert.ok(after.length > 0)
      // sessions that began before end too
      await expectFailure([401, 403], before.buckets.list())
      await expectFailure([401, 403], peer().as(peer().root))
    } finally {
      await turn('on')
    }
    assert.is((await admin.policies.administrators({})).root, 'on')
    await (await peer().as(peer().root)).buckets.list()
  })
})
