import { assert } from '../../../../test/lib/suite.ts'
import { archiveChanges, readArchive } from '../../pages/transfer/archive.ts'
import { addUser, allow, onEveryEngine, expectFailure, uniqueName } from '../../../../test/conformance/engines.ts'

onEveryEngine('account archives', (test, peer) => {
  test("an authorized caller downloads the storage's complete account export, if the storage has one", async () => {
    const admin = await peer().as()
    const { accessKey } = await addUser(admin)
    const { identity } = await peer().as(await addUser(admin, [allow(['admin:ListUsers', 'admin:GetUser'])]))
    assert.match((await expectFailure(403, identity.archive())).detail ?? '', 'admin:ExportIAM')
    if (peer().name === 'embedded') return void (await expectFailure(501, admin.identity.archive()))
    const parts: Uint8Array[] = []
    for await (const part of await admin.identity.archive()) parts.push(part)
    const archive = Buffer.concat(parts)
    assert.is(archive.subarray(0, 2).toString(), 'PK')
    assert.ok(archive.includes('allusers.json') || archive.includes('users.json'), accessKey)
  })

  test('an archive of the server is imported as its dry run says, and other files are refused', async () => {
    const admin = await peer().as()
    const { identity } = await peer().as(await addUser(admin, [allow(['admin:ListUsers', 'admin:ExportIAM'])]))
    assert.match((await expectFailure(403, identity.importArchive(Buffer.from('PK')))).detail ?? '', 'admin:ImportIAM')
    if (peer().name === 'embedded')
      return void (await expectFailure(501, admin.identity.importArchive(Buffer.from('PK'))))
    await expectFailure(
      400,
      admin.identity.importArchive(Buffer.from('this is no archive')),
      /not recognize this archive/,
    )
    const ofBuckets = Buffer.from('PK\x03\x04 photos/lifecycle.xml')
    const failure = await expectFailure(422, admin.identity.importArchive(ofBuckets))
    assert.match(failure.detail ?? '', /not an archive of accounts/)
    const pair = await addUser(admin, ['readonly'])
    const group = uniqueName('archived')
    await admin.identity.addGroup(group, [pair.accessKey])
    await admin.identity.setPolicy({ type: 'group', name: group }, ['readwrite'])
    const account = await (await peer().as(pair)).identity.addAccount({
      policy: '',
      accessKey: uniqueName('ARCHIVED').slice(0, 20),
      secretKey: 'archived-secret-key',
    })
    const parts: Uint8Array[] = []
    for await (const part of await admin.identity.archive()) parts.push(part)
    const archive = Buffer.concat(parts)
    const read = await readArchive(new Uint8Array(archive))
    assert.equal(
      [
        read.ofUsers[pair.accessKey]?.policy,
        read.groups[group]?.members,
        read.ofGroups[group]?.policy,
        read.accounts[account.accessKey]?.parent,
      ],
      [['readonly'], [pair.accessKey], ['readwrite'], pair.accessKey],
    )
    assert.not(JSON.stringify(read).includes('secret-key'))

    await admin.identity.setPolicy({ type: 'user', name: pair.accessKey }, ['writeonly'])
    await admin.identity.updateGroup(group, { members: [], status: 'enabled' })
    const users = (await admin.identity.users()).map(({ accessKey, status, policy, memberOf }) => ({
      accessKey,
      status,
      policies: policy,
      groups: memberOf,
    }))
    const groups = [{ name: group, status: 'enabled' as const, policies: ['readwrite'] }]
    const changes = archiveChanges({ users, groups, policies: [] }, read)
    const textsOf = (name: string) => changes.find((one) => one.name === name)?.texts
    assert.equal(
      [textsOf(group), textsOf(pair.accessKey), textsOf(account.accessKey)],
      [
        [`members + ${pair.accessKey}`],
        ['gets the password of the archive', 'policies + readonly', 'policies − writeonly'],
        [`is created again for ${pair.accessKey}, with the secret in the archive`],
      ],
    )
    assert.equal(await admin.identity.importArchive(archive), [])
    const user = await admin.identity.user(pair.accessKey)
    assert.equal([user.policy, user.memberOf], [['readonly'], [group]])
    await (await peer().as(account)).identity.accounts()
  })
})
