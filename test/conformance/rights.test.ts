import { Readable } from 'node:stream'
import { assert } from '../lib/suite.ts'
import * as v from 'valibot'
import { Filter } from '../../plugins/trace/contract.ts'
import { slowScanner } from '../lib/minio.ts'
import { actAs, type Backend } from '../lib/ports.ts'
import { addUser, allow, onEveryEngine, type EngineUnderTest, expectFailure, uniqueName } from './engines.ts'
import { listing } from '../lib/listing.ts'

const document = (...Statement: object[]) => JSON.stringify({ Version: '2012-10-17', Statement })

const permit = (Action: string[], Resource?: string[]) => ({ Effect: 'Allow', Action, ...(Resource && { Resource }) })

/** Denies everything on objects that are tagged as secret. */
const denySecret = {
  Effect: 'Deny',
  Action: ['s3:*'],
  Resource: ['arn:aws:s3:::*'],
  Condition: { StringEquals: { 's3:ExistingObjectTag/secret': 'yes' } },
}

const put = (backend: Backend, bucket: string, key: string, text = 'x') => {
  const body = Buffer.from(text)
  const { signal } = new AbortController()
  return backend['object-browser'].put(bucket, key, {
    size: body.length,
    type: 'text/plain',
    body: Readable.from([body]),
    signal,
  })
}

/** Creates a bucket with versioning and locking, and objects `open` and `secret`, the latter tagged as secret. */
const bucketWith = async (admin: Backend) => {
  const bucket = uniqueName('rights')
  await admin.buckets.add({ name: bucket, versioning: true, locking: true })
  for (const key of ['open', 'secret']) await put(admin, bucket, key)
  await admin['object-browser'].setTags(bucket, 'secret', undefined, { secret: 'yes' })
  return bucket
}

/** Creates a user with these policies and signs in as it. */
const withRights = async (peer: EngineUnderTest, ...policies: string[]) =>
  peer.as(await addUser(await peer.as(), policies))

const inDays = (days: number) => new Date(Math.ceil((Date.now() + days * 86_400_000) / 1000) * 1000)

onEveryEngine(
  'rights',
  (test, peer) => {
    test('a group that is named twice keeps its members', async () => {
      const { identity } = await peer().as()
      const { accessKey } = await addUser(await peer().as())
      const [strict, staff] = [uniqueName('strict'), uniqueName('staff')]
      for (const group of [strict, staff]) await identity.addGroup(group, [accessKey])
      const manager = await withRights(peer(), allow(['admin:GetUser', 'admin:EnableUser', 'admin:DisableUser']))
      for (const groups of [[staff, staff], [staff], [], [strict, staff, uniqueName('new')]])
        await expectFailure(403, manager.identity.updateUser(accessKey, { status: 'enabled', groups }))
      assert.equal((await identity.user(accessKey)).memberOf, [staff, strict])
      const changed = await manager.identity.updateUser(accessKey, {
        status: 'disabled',
        groups: [strict, staff, strict],
      })
      assert.equal([changed.memberOf, changed.status], [[staff, strict], 'disabled'])
    })

    test('a group keeps its members if one is named twice', async () => {
      const { identity } = await peer().as()
      const [one, two] = [
        (await addUser(await peer().as())).accessKey,
        (await addUser(await peer().as())).accessKey,
      ].sort() as [string, string]
      const group = uniqueName('group')
      await identity.addGroup(group, [one, two])
      const manager = await withRights(peer(), allow(['admin:GetGroup', 'admin:EnableGroup', 'admin:DisableGroup']))
      await expectFailure(403, manager.identity.updateGroup(group, { members: [one, one], status: 'enabled' }))
      assert.equal(
        (await manager.identity.updateGroup(group, { members: [two, one, two], status: 'disabled' })).members,
        [one, two],
      )
      assert.equal((await identity.group(group)).status, 'disabled')
    })

    test('an empty change reveals nothing the caller may not read', async () => {
      const admin = await peer().as()
      const { accessKey } = await addUser(admin, ['readonly'])
      const group = uniqueName('group')
      await admin.identity.addGroup(group, [])
      const nobody = await withRights(peer())
      const changer = await withRights(
        peer(),
        allow(['admin:AddUserToGroup', 'admin:EnableGroup', 'admin:EnableUser', 'admin:AttachUserOrGroupPolicy']),
      )
      for (const { identity } of [nobody, changer]) {
        const [known, unknown] = await Promise.all(
          [accessKey, uniqueName('absent')].map((name) =>
            expectFailure(403, identity.updateUser(name, { status: 'enabled', groups: [] })),
          ),
        )
        assert.equal([known?.message, known?.detail], [unknown?.message, unknown?.detail])
        const [one, none] = await Promise.all(
          [group, uniqueName('absent')].map((name) =>
            expectFailure(403, identity.updateGroup(name, { members: [], status: 'enabled' })),
          ),
        )
        assert.equal([one?.message, one?.detail], [none?.message, none?.detail])
      }
    })

    test('a request refused for a missing right has changed nothing', async () => {
      const admin = await peer().as()
      const name = uniqueName('half')
      const creator = await withRights(peer(), allow(['admin:CreateUser', 'admin:GetUser']))
      const user = { accessKey: name, secretKey: 'half-made-secret' }
      await expectFailure(403, creator.identity.addUser({ ...user, groups: [uniqueName('group')], policies: [] }))
      await expectFailure(403, creator.identity.addUser({ ...user, groups: [], policies: ['readonly'] }))
      await expectFailure(404, admin.identity.user(name))
      const withoutRead = await withRights(peer(), allow(['admin:CreateUser']))
      await expectFailure(403, withoutRead.identity.addUser({ ...user, groups: [], policies: [] }))
      await expectFailure(404, admin.identity.user(name))

      const own = await admin.policies.set(uniqueName('own'), allow(['admin:CreatePolicy']))
      const writer = await peer().as(await addUser(admin, [own.name]))
      await expectFailure(403, writer.policies.set(own.name, allow(['admin:*'])))
      assert.equal(JSON.parse((await admin.policies.get(own.name)).policy), JSON.parse(own.policy))
    })

    test('a bucket is not created if one of its settings is refused', async () => {
      const admin = await peer().as()
      const { buckets } = await withRights(peer(), allow(['s3:CreateBucket'], ['*']))
      const name = uniqueName('half')
      const plain = { name, versioning: false, locking: false }
      await expectFailure(403, buckets.add({ ...plain, versioning: true }))
      await expectFailure(403, buckets.add({ ...plain, locking: true }))
      await expectFailure(403, buckets.add({ ...plain, retention: { mode: 'governance', unit: 'days', validity: 1 } }))
      await expectFailure(403, buckets.add({ ...plain, quota: { enabled: true, quota_type: 'hard', amount: 1024 } }))
      await expectFailure(404, admin.buckets.versioning(name))
      await buckets.add(plain)
    })

    test("setting another user's password needs the right to see the user", async () => {
      const { engine } = peer()
      const admin = await addUser(await peer().as(), ['consoleAdmin'])
      const creator = await withRights(peer(), allow(['admin:CreateUser']))
      await expectFailure(403, creator.identity.setPassword(admin.accessKey, 'taken-over-secret'))
      await engine.login(admin)
      const able = await withRights(peer(), allow(['admin:CreateUser', 'admin:GetUser']))
      await able.identity.setPassword(admin.accessKey, 'given-by-another')
      await engine.login({ ...admin, secretKey: 'given-by-another' })
    })

    test('the users of a policy are shown to callers who may list users, and the groups likewise', async () => {
      const admin = await peer().as()
      const { name } = await admin.policies.set(uniqueName('told'), allow(['s3:GetObject'], ['told/*']))
      const { accessKey } = await addUser(admin, [name])
      const group = uniqueName('told')
      await admin.identity.addGroup(group, [])
      await admin.identity.setPolicy({ type: 'group', name: group }, [name])
      const [ofUsers, ofGroups] = [
        await withRights(peer(), allow(['admin:ListUsers'])),
        await withRights(peer(), allow(['admin:ListGroups'])),
      ]
      assert.equal(await ofUsers.policies.users(name), [accessKey])
      assert.equal(await ofGroups.policies.groups(name), [group])
      await expectFailure(403, ofUsers.policies.groups(name))
      await expectFailure(403, ofGroups.policies.users(name))
    })

    test('retention is bypassed only with the rights to set and to bypass it on that resource', async () => {
      const admin = await peer().as()
      const bucket = await bucketWith(admin)
      const objects = admin['object-browser']
      const until = inDays(3)
      await objects.setRetention(bucket, 'open', undefined, { mode: 'governance', until }, 'enforced')
      const rights = (actions: string[], resource: string) => withRights(peer(), allow(actions, [resource]))
      const both = ['s3:PutObjectRetention', 's3:BypassGovernanceRetention']
      const callers = [
        await rights(both, 'elsewhere/*'),
        await rights(['s3:PutObjectRetention', 's3:GetObject'], `${bucket}/*`),
        await rights(['s3:BypassGovernanceRetention', 's3:GetObject'], `${bucket}/*`),
        await withRights(
          peer(),
          document(permit(['s3:*'], ['arn:aws:s3:::*']), {
            Effect: 'Deny',
            Action: ['s3:BypassGovernanceRetention'],
            Resource: [`arn:aws:s3:::${bucket}/open`],
          }),
        ),
      ]
      for (const caller of callers) {
        const set = (retention?: { mode: 'governance' | 'compliance'; until: Date }) =>
          caller['object-browser'].setRetention(bucket, 'open', undefined, retention, 'bypassed')
        await expectFailure(403, set())
        await expectFailure(403, set({ mode: 'compliance', until: inDays(9) }))
        await expectFailure(403, set({ mode: 'governance', until: inDays(1) }))
      }
      const { retention_mode, retention_until_date = '' } = await objects.info(bucket, 'open')
      assert.equal([retention_mode, Date.parse(retention_until_date)], ['GOVERNANCE', until.getTime()])
      const able = await rights(both, `${bucket}/open`)
      await able['object-browser'].setRetention(bucket, 'open', undefined, undefined, 'bypassed')
    })

    test('a Deny by tag prevents tagged objects from being read, listed, retagged and locked', async () => {
      const admin = await peer().as()
      const bucket = await bucketWith(admin)
      const { 'object-browser': objects } = await withRights(
        peer(),
        document(permit(['s3:*'], ['arn:aws:s3:::*']), denySecret),
      )
      const future = { mode: 'governance' as const, until: inDays(2) }
      assert.is((await objects.info(bucket, 'open')).size, 1)
      for await (const _ of (await objects.get(bucket, 'open', {})).body);
      await objects.setTags(bucket, 'open', undefined, { secret: 'no' })
      await expectFailure(403, objects.info(bucket, 'secret'))
      await expectFailure(403, objects.get(bucket, 'secret', {}))
      await expectFailure(403, objects.setTags(bucket, 'secret', undefined, {}))
      await expectFailure(403, objects.setTags(bucket, 'secret', undefined, { secret: 'no' }))
      await expectFailure(403, objects.setLegalHold(bucket, 'secret', undefined, true))
      await expectFailure(403, objects.setRetention(bucket, 'secret', undefined, future, 'enforced'))
      await expectFailure(403, objects.setRetention(bucket, 'secret', undefined, undefined, 'bypassed'))
      assert.equal((await admin['object-browser'].info(bucket, 'secret')).tags, { secret: 'yes' })
      const { objects: lines } = await objects.list(bucket, listing({ metadata: true }))
      assert.equal(
        lines.map(({ name, tags, user_metadata }) => [name, tags, user_metadata !== undefined]),
        [
          ['open', { secret: 'no' }, true],
          ['secret', undefined, false],
        ],
      )
    })

    test('an Allow by tag gives no access to other objects', async () => {
      const admin = await peer().as()
      const bucket = await bucketWith(admin)
      const byTag = {
        ...permit(['s3:GetObject', 's3:GetObjectTagging'], [`arn:aws:s3:::${bucket}/*`]),
        Condition: { StringEquals: { 's3:ExistingObjectTag/secret': 'yes' } },
      }
      const { 'object-browser': objects } = await withRights(peer(), document(byTag))
      assert.equal((await objects.info(bucket, 'secret')).tags, { secret: 'yes' })
      await expectFailure(403, objects.info(bucket, 'open'))
      await expectFailure(403, objects.get(bucket, 'open', {}))
    })

    test('a listing includes metadata and tags of objects the caller may read', async () => {
      const admin = await peer().as()
      const bucket = await bucketWith(admin)
      const lister = permit(['s3:ListBucket', 's3:ListBucketVersions'], [`arn:aws:s3:::${bucket}`])
      const listMetadata = async (...statements: object[]) => {
        const { 'object-browser': objects } = await withRights(peer(), document(lister, ...statements))
        const pages = await Promise.all(
          [false, true].map((versions) => objects.list(bucket, listing({ metadata: true, versions }))),
        )
        return pages.map((page) =>
          page.objects.map(({ name, tags, user_metadata }) => [name, tags?.secret, user_metadata !== undefined]),
        )
      }
      const each = (lines: unknown[]) => [lines, lines]
      const secret = [`arn:aws:s3:::${bucket}/secret`]
      assert.equal(
        await listMetadata(),
        each([
          ['open', undefined, false],
          ['secret', undefined, false],
        ]),
      )
      assert.equal(
        await listMetadata(permit(['s3:GetObject'], secret)),
        each([
          ['open', undefined, false],
          ['secret', undefined, true],
        ]),
      )
      assert.equal(
        await listMetadata(permit(['s3:GetObjectTagging'], secret)),
        each([
          ['open', undefined, false],
          ['secret', 'yes', false],
        ]),
      )
    })

    test('an open trace ends when the subscriber loses the right, is disabled or signs out', async () => {
      const { engine, as } = peer()
      const admin = await as()
      const { name } = await admin.policies.set(uniqueName('tracer'), allow(['admin:ServerTrace']))
      const traceUntil = async (
        revoke: (pair: { accessKey: string }, signOut: () => Promise<void>) => Promise<unknown>,
      ) => {
        const pair = await addUser(admin, [name, 'readonly'])
        const credentials = await engine.login(pair)
        const controller = new AbortController()
        const { trace } = await actAs(engine, credentials)
        const calls = trace
          .follow(v.parse(Filter, { path: 'nothing-is-called-so' }), controller.signal)
          [Symbol.asyncIterator]()
        try {
          const [refusal] = await Promise.all([
            expectFailure([401, 403], calls.next()),
            revoke(pair, () => engine.logout(credentials)),
          ])
          return refusal.status
        } finally {
          controller.abort()
        }
      }
      const ended = await Promise.all([
        traceUntil(({ accessKey }) => admin.identity.setPolicy({ type: 'user', name: accessKey }, ['readonly'])),
        traceUntil(({ accessKey }) => admin.identity.updateUser(accessKey, { status: 'disabled', groups: [] })),
        traceUntil((_, signOut) => signOut()),
      ])
      // if the session ends while the server opens the trace, the error is about the permission
      assert.is(ended[0], 403)
    })

    test('every call after signing out says so', async () => {
      const { engine } = peer()
      const pair = await addUser(await peer().as(), ['consoleAdmin'])
      const credentials = await engine.login(pair)
      const { identity } = await actAs(engine, credentials)
      await engine.logout(credentials)
      await expectFailure(401, identity.addToGroups([], [uniqueName('group')]))
      await expectFailure(401, identity.changePassword(pair.secretKey, 'another-secret'))
      await expectFailure(401, identity.changePassword('a-wrong-guess', 'another-secret'))
      await engine.login(pair)
    })
  },
  slowScanner,
)
