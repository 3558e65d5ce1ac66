import { assert } from '../lib/suite.ts'
import { addUser, onEveryEngine, expectFailure, uniqueName } from './engines.ts'

const newUser = () => ({
  accessKey: uniqueName('user'),
  secretKey: 'a-long-secret',
  groups: [],
  policies: [] as string[],
})

onEveryEngine('messages', (test, peer) => {
  test('the same error has the same message on every engine', async () => {
    const { buckets, identity, 'object-browser': objects } = await peer().as()
    const bucket = uniqueName('worded')
    await buckets.add({ name: bucket, versioning: true, locking: false })
    const stored = { size: 4, type: 'text/plain', body: [Buffer.from('text')] as never }
    await objects.put(bucket, 'there', { ...stored, signal: new AbortController().signal })
    const none = '00000000-0000-4000-8000-000000000000'
    const { accessKey } = await addUser(await peer().as())
    const messages: [status: number, message: string, work: () => Promise<unknown>][] = [
      [404, 'The specified bucket does not exist', () => buckets.encryption('no-such-bucket')],
      [
        409,
        'A bucket with this name already exists',
        () => buckets.add({ name: bucket, versioning: false, locking: false }),
      ],
      [409, 'The bucket is not empty: delete its objects and their versions first', () => buckets.remove(bucket)],
      [404, 'The specified key does not exist', () => objects.info(bucket, 'missing')],
      [404, 'The specified key does not exist', () => objects.get(bucket, 'missing', {})],
      [404, 'The specified version does not exist', () => objects.info(bucket, 'there', none)],
      [404, "User doesn't exist", () => identity.user('nobody')],
      [404, "User doesn't exist", () => identity.updateUser('nobody', { status: 'enabled', groups: [] })],
    ]
    for (const [status, message, work] of messages) assert.is((await expectFailure(status, work())).message, message)
    assert.is((await identity.user(accessKey)).accessKey, accessKey)
  })

  test('an error about a missing account, policy or setting names it, with the same code on every engine', async () => {
    const { identity, policies, settings } = await peer().as()
    const { accessKey } = await addUser(await peer().as())
    const user = { type: 'user', name: accessKey } as const
    const [policy, group, account] = ['Policy', 'Group', 'account'].map((kind) => `missing-${kind}`) as [
      string,
      string,
      string,
    ]
    const noPolicy = [404, `The policy "${policy}" does not exist`, 'XMinioAdminNoSuchPolicy'] as const
    const noGroup = [404, `The group "${group}" does not exist`, 'XMinioAdminNoSuchGroup'] as const
    const noAccount = [404, `The service account "${account}" does not exist`, 'XMinioInvalidIAMCredentials'] as const
    const noUser = [404, "User doesn't exist", 'XMinioAdminNoSuchUser'] as const
    const noSection = [404, 'This storage has no section "missing"', undefined] as const
    const errors: [readonly [number, string, string | undefined], () => Promise<unknown>][] = [
      [noPolicy, () => policies.get(policy)],
      [noPolicy, () => policies.remove(policy)],
      [noPolicy, () => policies.users(policy)],
      [noPolicy, () => policies.groups(policy)],
      [noPolicy, () => identity.setPolicy(user, [policy])],
      [noPolicy, () => identity.setPolicy(user, ['readonly', policy])],
      [noPolicy, () => identity.addUser({ ...newUser(), policies: [policy] })],
      [noGroup, () => identity.group(group)],
      [noGroup, () => identity.updateGroup(group, { members: [accessKey], status: 'enabled' })],
      [noGroup, () => identity.removeGroup(group)],
      [noGroup, () => identity.setPolicy({ type: 'group', name: group }, ['readonly'])],
      [noAccount, () => identity.account(account)],
      [noAccount, () => identity.updateAccount(account, { status: 'disabled' })],
      [noAccount, () => identity.removeAccount(account)],
      [noUser, () => identity.user('nobody')],
      [noUser, () => identity.removeUser('nobody')],
      [noUser, () => identity.setPolicy({ type: 'user', name: 'nobody' }, ['readonly'])],
      [noUser, () => identity.addGroup(uniqueName('group'), ['nobody'])],
      [noSection, () => settings.section('missing')],
      [noSection, () => settings.save('missing', '_', { a: 'b' })],
      [[400, 'a: this storage has no such setting', undefined], () => settings.save('api', '_', { a: 'b' })],
      [
        [400, 'The policy is not valid. It is not JSON: Unexpected end of JSON input.', 'MalformedPolicy'],
        () => policies.set(policy, '['),
      ],
    ]
    const found = []
    for (const [[status], work] of errors) {
      const { message, code } = await expectFailure(status, work())
      found.push([status, message, code])
    }
    assert.equal(
      found,
      errors.map(([expected]) => expected),
    )
  })

  test('the former section of the region has the region as its name', async () => {
    const { settings } = await peer().as()
    const nameOf = async () => (await settings.section('region')).targets[0]?.values.name
    assert.is((await settings.section('region')).key, 'region')
    assert.is(await nameOf(), '')
    // MinIO applies it at its next start
    if (peer().name === 'minio') return
    await settings.save('region', '_', { name: 'eu-west-7' })
    assert.is(await nameOf(), 'eu-west-7')
    assert.is((await settings.section('site')).targets[0]?.values.region, 'eu-west-7')
    await settings.reset('region', '_')
    assert.is(await nameOf(), '')
  })
})
