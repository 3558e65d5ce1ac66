import { assert } from '../../../../test/lib/suite.ts'
import { addUser, allow, onEveryEngine, expectFailure, uniqueName } from '../../../../test/conformance/engines.ts'

onEveryEngine('policies', (test, peer) => {
  test('built-in policies are listed, sorted by name, as documents', async () => {
    const { policies } = await peer().as()
    const { policies: list } = await policies.list()
    const names = list.map(({ name }) => name)
    for (const name of ['consoleAdmin', 'diagnostics', 'readonly', 'readwrite', 'writeonly'])
      assert.ok(names.includes(name), name)
    assert.equal(names, [...names].sort())
    for (const { policy } of list) assert.is(JSON.parse(policy).Version, '2012-10-17')
    const actions = (name: string) =>
      JSON.parse(list.find((policy) => policy.name === name)?.policy ?? '{}')
        .Statement.flatMap(({ Action }: { Action: string[] }) => Action)
        .sort()
    assert.equal(actions('readonly'), ['s3:GetBucketLocation', 's3:GetObject'])
    assert.equal(actions('readwrite'), ['s3:*'])
    assert.equal(actions('writeonly'), ['s3:PutObject'])
  })

  test('a policy is created, read back, overwritten and deleted', async () => {
    const { policies } = await peer().as()
    const name = uniqueName('reader')
    await policies.set(name, allow(['s3:GetObject'], ['photos/*']))
    assert.equal(JSON.parse((await policies.get(name)).policy).Statement[0].Action, ['s3:GetObject'])
    await policies.set(name, allow(['s3:PutObject'], ['photos/*']))
    assert.equal(JSON.parse((await policies.get(name)).policy).Statement[0].Action, ['s3:PutObject'])
    await policies.remove(name)
    await expectFailure(404, policies.get(name))
  })

  test('a single action or resource may be given without a list, and is read back as a list', async () => {
    const { policies } = await peer().as()
    const name = uniqueName('single')
    await policies.set(
      name,
      '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"s3:GetObject","Resource":"arn:aws:s3:::a/*"}]}',
    )
    const [statement] = JSON.parse((await policies.get(name)).policy).Statement
    assert.equal([statement.Action, statement.Resource], [['s3:GetObject'], ['arn:aws:s3:::a/*']])
  })

  test('policy names may contain spaces, slashes and any letters, but no comma and no dot segments', async () => {
    const { policies, identity } = await peer().as()
    const document = allow(['s3:GetObject'], ['photos/*'])
    const { accessKey } = await addUser(await peer().as())
    for (const name of [uniqueName('two words'), uniqueName('a/b'), uniqueName('日本 käse')]) {
      await policies.set(name, document)
      await identity.setPolicy({ type: 'user', name: accessKey }, [name, 'readonly'])
      assert.equal((await identity.user(accessKey)).policy.sort(), [name, 'readonly'].sort())
      assert.equal(await policies.users(name), [accessKey])
      await identity.setPolicy({ type: 'user', name: accessKey }, [])
      await policies.remove(name)
    }
    for (const name of ['a,b', '.', '..', 'a/../b', ' blank', 'blank ', 'x'.repeat(256)])
      await expectFailure(400, policies.set(name, document))
  })

  test('an invalid policy document is refused and not saved', async () => {
    const { policies } = await peer().as()
    const name = uniqueName('bad')
    for (const document of [
      'not json',
      '{}',
      '{"Version":"2008-10-17","Statement":[]}',
      '{"Version":"2012-10-17","Statement":[{"Effect":"Maybe","Action":["s3:GetObject"],"Resource":["arn:aws:s3:::a/*"]}]}',
      '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["s3:Fly"],"Resource":["arn:aws:s3:::a/*"]}]}',
      '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["s3:GetObject"]}]}',
      '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["s3:GetObject"],"Resource":["a/*"]}]}',
      '{"Version":"2012-10-17","Statment":[]}',
    ])
      await expectFailure(400, policies.set(name, document))
    await expectFailure(404, policies.get(name))
  })

  test('a policy in use is not deleted, and its users are named', async () => {
    const { policies, identity } = await peer().as()
    const { name } = await policies.set(uniqueName('used'), allow(['s3:GetObject'], ['*']))
    const admin = await peer().as()
    const { accessKey } = await addUser(admin)
    const group = uniqueName('group')
    await identity.addGroup(group, [])
    await identity.setPolicy({ type: 'user', name: accessKey }, [name, 'readonly'])
    await identity.setPolicy({ type: 'group', name: group }, ['writeonly', name])
    assert.equal(await policies.users(name), [accessKey])
    assert.equal(await policies.groups(name), [group])
    const attachment = (await policies.attachments()).find(({ policy }) => policy === name)
    assert.equal(attachment, { policy: name, users: 1, groups: [group] })
    await expectFailure(409, policies.remove(name), new RegExp(`is in use It is attached to ${accessKey}, ${group}$`))
    await identity.setPolicy({ type: 'user', name: accessKey }, [])
    await identity.setPolicy({ type: 'group', name: group }, [])
    assert.not((await policies.attachments()).some(({ policy }) => policy === name))
    await policies.remove(name)
  })

  test('an unknown policy has no document and cannot be attached', async () => {
    const admin = await peer().as()
    const { accessKey } = await addUser(admin)
    await expectFailure(404, admin.policies.get(uniqueName('nothing')))
    await expectFailure(404, admin.identity.setPolicy({ type: 'user', name: accessKey }, [uniqueName('nothing')]))
  })

  test('a caller without the rights reads and changes nothing', async () => {
    const admin = await peer().as()
    const { policies } = await peer().as(await addUser(admin, ['readwrite']))
    await expectFailure(403, policies.list())
    await expectFailure(403, policies.attachments())
    await expectFailure(403, policies.set(uniqueName('mine'), allow(['s3:*'], ['*'])))
    await expectFailure(403, policies.remove('readonly'))
  })
})
