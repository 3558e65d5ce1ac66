import { assert } from '../../../../test/lib/suite.ts'
import { pluck } from '../../../../test/lib/pluck.ts'
import type { Action } from '../../../../core/protocol/contract.ts'
import pMap from 'p-map'
import { createClient } from '../../../../engines/s3/client.ts'
import type { Credentials, Engine } from '../../../../engines/engine.ts'
import type { KeyPair } from '../../../../test/lib/server.ts'
import type { Account } from '../../access.ts'
import { choicesFrom } from '../../../../test/lib/random.ts'
import type { Backend } from '../../../../test/lib/ports.ts'
import {
  addUser,
  allow,
  onEveryEngine,
  type EngineUnderTest,
  expectFailure,
  uniqueName,
} from '../../../../test/conformance/engines.ts'

const seed = Number(process.env.SEED ?? 20261122)
const secretKey = 'access-secret-key'
const origin = { address: '127.0.0.1', secure: false }
const conditions = [
  { key: 'aws:SourceIp', value: '127.0.0.1' },
  { key: 'aws:SecureTransport', value: 'false' },
]

const keys = ['a/1', 'a/b/2', 'top', 'home/ann/3'] as const
const [objects, whole] = [
  ['s3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:GetObjectTagging', 's3:PutObjectTagging'],
  [
    's3:ListBucket',
    's3:ListBucketVersions',
    's3:GetBucketLocation',
    's3:GetBucketPolicy',
    's3:GetBucketVersioning',
    's3:GetLifecycleConfiguration',
  ],
] as const
const server = [
  'admin:ListUsers',
  'admin:ListGroups',
  'admin:ServerInfo',
  'admin:GetPolicy',
  'admin:ListUserPolicies',
] as const

type Case = { action: Action; bucket: string; key: string }

/** Request of each action to a MinIO server, in S3 or the admin API. */
const wire: Readonly<Record<string, { method: string; query?: Record<string, string>; body?: string; name?: string }>> =
  {
    's3:GetObject': { method: 'GET' },
    's3:PutObject': { method: 'PUT', body: 'x' },
    's3:DeleteObject': { method: 'DELETE' },
    's3:GetObjectTagging': { method: 'GET', query: { tagging: '' } },
    's3:PutObjectTagging': {
      method: 'PUT',
      query: { tagging: '' },
      body: '<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>',
    },
    's3:ListBucket': { method: 'GET', query: { 'list-type': '2' } },
    's3:ListBucketVersions': { method: 'GET', query: { versions: '' } },
    's3:GetBucketLocation': { method: 'GET', query: { location: '' } },
    's3:GetBucketPolicy': { method: 'GET', query: { policy: '' } },
    's3:GetBucketVersioning': { method: 'GET', query: { versioning: '' } },
    's3:GetLifecycleConfiguration': { method: 'GET', query: { lifecycle: '' } },
    'admin:ListUsers': { method: 'GET', name: 'list-users' },
    'admin:ListGroups': { method: 'GET', name: 'groups' },
    'admin:ServerInfo': { method: 'GET', name: 'info' },
    'admin:GetPolicy': { method: 'GET', name: 'info-canned-policy', query: { name: 'readonly' } },
    'admin:ListUserPolicies': { method: 'GET', name: 'list-canned-policies' },
  }

const signedIn = new Map<string, Promise<Credentials | undefined>>()
const signIn = (engine: Engine, pair: KeyPair) => {
  const credentials = engine.login(pair).catch(() => undefined)
  signedIn.set(pair.accessKey, credentials)
  return credentials
}

/**
 * Whether the storage allows it for these credentials: a MinIO server is called, and the embedded engine evaluates as
 * for each call.
 */
const isReallyAllowed = async ({ name, engine }: EngineUnderTest, pair: KeyPair, { action, bucket, key }: Case) => {
  if (name === 'embedded') {
    const credentials = await (signedIn.get(pair.accessKey) ?? signIn(engine, pair))
    if (!credentials) return false
    const { permissions } = await engine.account(credentials, origin)
    return permissions.may(action, bucket ? { bucket, key } : {})
  }
  const client = createClient({ url: new URL(`http://${engine.address}`) })
  const { method, query, body, name: call } = wire[action]!
  const isListing = action === 's3:ListBucket'
  const path = call ? `/minio/admin/v3/${call}` : `/${bucket}${key && !isListing ? `/${key}` : ''}`
  try {
    await client.call(
      {
        method,
        path,
        query: { ...query, ...(isListing && key && { prefix: key }) },
        ...(body !== undefined && { body }),
      } as Parameters<typeof client.call>[0],
      pair,
    )
    return true
  } catch (error) {
    const { status } = error as { status: number }
    // a permitted caller gets 404, and a disabled account 401
    assert.ok([401, 403, 404].includes(status), `${action} ${bucket}/${key}: ${String(error)}`)
    return status === 404
  } finally {
    client.close()
  }
}

const { below, withProbability, pick } = choicesFrom(seed)
const some = <Value>(most: number, from: readonly Value[]) => [
  ...new Set(Array.from({ length: 1 + below(most) }, () => pick(from))),
]

/** Conditions on facts that come from tokens, which users of the storage itself do not have. */
const tokenConditions = (users: readonly string[], groups: readonly string[]) =>
  pick([
    { 'ForAnyValue:StringEquals': { 'aws:groups': some(2, groups) } },
    { [pick(['StringEquals', 'StringNotEquals'])]: { 'jwt:groups': some(2, groups) } },
    { 'ForAllValues:StringLike': { 'ldap:groups': [`${groups[0]?.slice(0, 5)}*`] } },
    { Null: { [pick(['aws:groups', 'jwt:sub', 'ldap:user'])]: [pick(['true', 'false'])] } },
    { [pick(['StringEquals', 'StringNotEquals'])]: { 'ldap:username': some(3, users) } },
  ])

const statementFor = (buckets: readonly string[], users: readonly string[], groups: readonly string[]) => {
  const Effect = withProbability(0.82) ? 'Allow' : 'Deny'
  if (withProbability(0.05)) {
    const part = { [pick(['Resource', 'NotResource'])]: [`arn:aws:s3:::${pick(buckets)}${pick(['/*', '/a/*', '*'])}`] }
    return { Effect: withProbability(0.75) ? 'Allow' : 'Deny', Action: ['*'], ...part }
  }
  if (withProbability(0.15)) return { Effect, Action: withProbability(0.2) ? ['admin:*'] : some(3, server) }
  const bucket = pick([...buckets, ...buckets, '*', `${buckets[0]?.slice(0, -1)}?`])
  const listing = withProbability(0.2)
  const Condition = pick([
    undefined,
    undefined,
    undefined,
    { IpAddress: { 'aws:SourceIp': [pick(['127.0.0.0/8', '10.0.0.0/8'])] } },
    { Bool: { 'aws:SecureTransport': [pick(['true', 'false'])] } },
    { [pick(['StringEquals', 'StringNotLike'])]: { 'aws:username': some(2, users) } },
    ...(withProbability(0.5) ? [tokenConditions(users, groups)] : []),
    ...(listing
      ? [{ StringLike: { 's3:prefix': [pick(['a/*', 'home/*', 'a*'])] } }, { StringLike: { 's3:prefix': ['a/*', ''] } }]
      : []),
  ])
  const resource = () =>
    `arn:aws:s3:::${bucket}${pick(['', '/*', '/a/*', '/a/?', '/top', '/home/${aws:username}/*', '/${ldap:username}/*', '*'])}`
  const Action = listing
    ? ['s3:ListBucket']
    : withProbability(0.25)
      ? [pick(['s3:*', 's3:Get*', 's3:*Object'])]
      : some(4, [...objects, ...whole])
  const part = withProbability(0.12) ? 'NotResource' : 'Resource'
  return { Effect, Action, [part]: [...new Set([resource(), resource()])], ...(Condition && { Condition }) }
}

onEveryEngine('effective rights', (test, peer) => {
  let admin: Backend
  let buckets: string[]

  test.before(async () => {
    admin = await peer().as()
    buckets = [uniqueName('cases-a'), uniqueName('cases-b')]
    for (const name of buckets) await admin.buckets.add({ name, versioning: false, locking: false })
  })

  const fill = async (bucket: string, key: string) => {
    if (peer().name === 'embedded') return
    const client = createClient({ url: new URL(`http://${peer().engine.address}`) })
    await client.call({ method: 'PUT', path: `/${bucket}/${key}`, body: 'x' }, peer().root).finally(client.close)
  }

  /**
   * Creates users with attached and group policies, one of them disabled, one in a disabled group, and their service
   * accounts.
   */
  const createAccounts = async () => {
    const names = Array.from({ length: 14 }, () => uniqueName('ann'))
    const groupNames = [0, 1, 2].map(() => uniqueName('staff'))
    const statement = () => statementFor(buckets, names, groupNames)
    const documentOf = () =>
      JSON.stringify({ Version: '2012-10-17', Statement: Array.from({ length: 2 + below(4) }, statement) })
    const policy = async () => (await admin.policies.set(uniqueName('cases'), documentOf())).name
    const groups = await Promise.all(
      groupNames.map(async (name) => ({
        name,
        policies: [await policy(), ...(withProbability(0.5) ? ['readonly'] : [])],
      })),
    )
    for (const { name, policies } of groups) {
      await admin.identity.addGroup(name, [])
      await admin.identity.setPolicy({ type: 'group', name }, policies)
    }
    const accounts: { account: Account; pair: KeyPair }[] = []
    for (const [at, accessKey] of names.entries()) {
      const policies = await Promise.all(Array.from({ length: 1 + below(2) }, policy))
      const member = at === 1 ? [groups[2]!.name] : withProbability(0.5) ? [groups[below(2)]!.name] : []
      const pair = { accessKey, secretKey }
      await admin.identity.addUser({ ...pair, groups: member, policies })
      accounts.push({ account: { kind: 'user', name: accessKey }, pair })
      if (withProbability(0.5)) {
        const own = await admin.identity.addAccount(
          {
            policy: withProbability(0.7) ? JSON.stringify({ Version: '2012-10-17', Statement: [statement()] }) : '',
          },
          accessKey,
        )
        accounts.push({ account: { kind: 'service-account', name: own.accessKey }, pair: own })
      }
    }
    await admin.identity.updateUser(names[0]!, {
      status: 'disabled',
      groups: (await admin.identity.user(names[0]!)).memberOf,
    })
    await admin.identity.updateGroup(groups[2]!.name, { members: [names[1]!], status: 'disabled' })
    return accounts
  }

  const choose = (): Case => {
    if (withProbability(0.15)) return { action: pick(server), bucket: '', key: '' }
    const bucket = pick(buckets)
    if (withProbability(0.7)) return { action: pick(objects), bucket, key: pick(keys) }
    const action = pick(whole)
    // the embedded engine is called without the prefix here
    return {
      action,
      bucket,
      key: action === 's3:ListBucket' && peer().name === 'minio' ? pick(['', 'a/', 'home/ann/', 'x']) : '',
    }
  }

  test(`Check Access answers 300 random questions as the storage decides (SEED=${seed})`, async () => {
    for (const bucket of buckets) for (const key of keys) await fill(bucket, key)
    const accounts = await createAccounts()
    const answers = { yes: 0, no: 0 }
    const all = Array.from({ length: 300 }, () => ({ ...pick(accounts), one: choose() }))
    const assertRights = async ({ account, pair, one }: (typeof all)[number]) => {
      const [effective, done] = await Promise.all([
        admin.policies.check({ ...account, ...one, conditions }),
        isReallyAllowed(peer(), pair, one),
      ])
      answers[done ? 'yes' : 'no'] += 1
      if (effective.allowed !== done)
        assert.unreachable(
          `SEED=${seed}: the storage ${done ? 'does' : 'refuses'} it: ${JSON.stringify({ account, one, effective }, null, 1)}`,
        )
      if (effective.reason === 'statement') assert.is(effective.matchedStatements[0]?.effect, done ? 'Allow' : 'Deny')
    }
    // delete last: a server refuses requests for missing objects
    const deletes = ({ one }: (typeof all)[number]) => one.action === 's3:DeleteObject'
    for (const some of [all.filter((each) => !deletes(each)), all.filter(deletes)])
      await pMap(some, assertRights, { concurrency: 4 })
    assert.ok(Math.min(answers.yes, answers.no) > 20, JSON.stringify(answers))
  })

  test('the answer names the statement, its policy and the group that attached it', async () => {
    const [group, { name: keeping }] = [
      uniqueName('data'),
      await admin.policies.set(
        uniqueName('keep'),
        JSON.stringify({
          Version: '2012-10-17',
          Statement: [
            { Sid: 'Read', Effect: 'Allow', Action: ['s3:GetObject'], Resource: [`arn:aws:s3:::${buckets[0]}/*`] },
            {
              Sid: 'KeepRawData',
              Effect: 'Deny',
              Action: ['s3:DeleteObject'],
              Resource: [`arn:aws:s3:::${buckets[0]}/*`],
            },
          ],
        }),
      ),
    ]
    const { accessKey: user } = await addUser(admin, ['readwrite'])
    await admin.identity.addGroup(group, [user])
    await admin.identity.setPolicy({ type: 'group', name: group }, [keeping])
    const request = { kind: 'user', name: user, bucket: buckets[0]!, key: 'a/1', conditions } as const

    const denied = await admin.policies.check({ ...request, action: 's3:DeleteObject' })
    assert.equal(
      [denied.allowed, denied.reason, denied.matchedStatements.map(({ effect, policy }) => `${effect} ${policy}`)],
      [false, 'statement', [`Deny ${keeping}`, 'Allow readwrite']],
    )
    assert.equal([denied.decidedBy?.group, denied.decidedBy?.number, denied.decidedBy?.sid], [group, 2, 'KeepRawData'])
    assert.equal(denied.decidedBy?.elements, ['Effect', 'Action', 'Resource'])
    assert.ok((await admin.policies.check({ ...request, action: 's3:PutObject' })).allowed)
    const ofGroup = await admin.policies.check({ ...request, kind: 'group', name: group, action: 's3:PutObject' })
    assert.equal([ofGroup.allowed, ofGroup.reason, ofGroup.closest?.elements], [false, 'implicit-deny', ['Action']])
  })

  test('the rights of an account and the accounts with access to a resource agree', async () => {
    const bucket = buckets[1]!
    const { accessKey: reader } = await addUser(admin, [allow(['s3:GetObject'], [`${bucket}/pub/*`])])
    const { accessKey: other } = await addUser(admin, [allow(['s3:GetObject'], ['elsewhere/*'])])
    const { accessKey: chief } = await addUser(admin, ['consoleAdmin'])
    const { users } = await admin.policies.usersWithAccess({ bucket, prefix: 'pub/' })
    const states = (name: string) =>
      users
        .filter(({ user }) => user === name)
        .map(({ list, read, write }) => [list, read, write].map(({ state }) => state).join(' '))
    assert.equal(
      [states(reader), states(other), states(chief)],
      [['none allowed none'], [], ['allowed allowed allowed']],
    )
    assert.is((await admin.policies.usersWithAccess({ bucket, prefix: 'pub/' })).everyone, undefined)
    await admin.buckets.setAccessRule(bucket, { prefix: 'pub/', access: 'readonly' })
    const effective = async (backend: Backend, prefix: string) => {
      const { everyone } = await backend.policies.usersWithAccess({ bucket, prefix })
      return everyone === undefined || everyone === 'unknown'
        ? everyone
        : [everyone.list, everyone.read, everyone.write].map(({ state }) => state).join(' ')
    }
    assert.equal(
      [await effective(admin, 'pub/'), await effective(admin, 'private/')],
      ['conditional allowed none', 'conditional none none'],
    )
    const auditor = await peer().as(
      await addUser(admin, [allow(['admin:ListUsers', 'admin:GetGroup', 'admin:ListUserPolicies'])]),
    )
    assert.is(await effective(auditor, 'pub/'), 'unknown')
    await admin.buckets.removeAccessRule(bucket, 'pub/')

    const all = await admin.policies.everything({ kind: 'user', name: reader })
    assert.equal(
      all.resources.map(({ resource, read }) => `${resource} ${read.state}`),
      [`${bucket}/pub/* allowed`],
    )
    assert.equal(all.adminActions, [])
    const { adminActions: rights, resources } = await admin.policies.everything({ kind: 'user', name: chief })
    assert.ok(rights.includes('admin:CreateUser'))
    assert.equal(pluck(resources, 'resource'), ['*'])
  })

  test('the preview of a policy change matches the rights after saving', async () => {
    const bucket = buckets[0]!
    const before = allow(['s3:GetObject', 's3:DeleteObject'], [`${bucket}/*`])
    const after = allow(['s3:GetObject', 's3:PutObject'], [`${bucket}/*`])
    const { name } = await admin.policies.set(uniqueName('edited'), before)
    const { accessKey: direct } = await addUser(admin, [name])
    const { accessKey: rich } = await addUser(admin, [name, 'readwrite'])
    const { accessKey: member } = await addUser(admin)
    const group = uniqueName('editors')
    await admin.identity.addGroup(group, [member])
    await admin.identity.setPolicy({ type: 'group', name: group }, [name])

    const effective = await admin.policies.effects({ name, policy: after })
    assert.equal(
      [effective.users, effective.groups, effective.accounts],
      [[direct, rich].sort(), [{ name: group, members: 1 }], 3],
    )
    assert.equal(
      effective.changes
        .map(({ kind, actions, resource, accounts }) => [kind, ...actions, resource, accounts].join(' '))
        .sort(),
      [`gained s3:PutObject ${bucket}/* 2`, `lost s3:DeleteObject ${bucket}/* 2`],
    )
    const decisions = async () => {
      const request = [direct, rich, member].flatMap((user) =>
        (['s3:PutObject', 's3:DeleteObject'] as const).map((action) => ({
          kind: 'user' as const,
          name: user,
          action,
          bucket,
          key: 'a/1',
        })),
      )
      return Promise.all(request.map(async (question) => (await admin.policies.check(question)).allowed))
    }
    assert.equal(await decisions(), [false, true, true, true, false, true])
    await admin.policies.set(name, after)
    assert.equal(await decisions(), [true, false, true, true, true, false])
    assert.equal((await admin.policies.effects({ name, policy: after })).changes, [])
    assert.is((await admin.policies.effects({ name: uniqueName('new'), policy: after })).accounts, 0)
  })

  test('questions about unknown accounts, buckets or actions are refused with the reason', async () => {
    const { accessKey: name } = await addUser(admin)
    const request = { bucket: buckets[0]!, key: 'a', action: 's3:GetObject' } as const
    for (const kind of ['user', 'group', 'service-account'] as const)
      await expectFailure(404, admin.policies.check({ ...request, kind, name: uniqueName('nobody') }))
    const unknown = { ...request, kind: 'user', name, action: 's3:Fly' } as const
    await expectFailure(400, admin.policies.check(unknown), /not an action/)
    await expectFailure(400, admin.policies.effects({ name: 'readonly', policy: 'no json' }))
    assert.equal([(await admin.policies.check({ ...request, kind: 'user', name })).reason], ['implicit-deny'])
  })
})
