import { assert } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import { backend, minioSuite, others } from '../../../test/lib/minio-suite.ts'
import { wildcardOnlyActions } from '../../../engines/iam/vocabulary.ts'

const test = minioSuite('policies of a MinIO server', { drives: 1 })

const document = (statement: object) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Resource: ['arn:aws:s3:::photos/*'], ...statement }],
})
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { status: number; message: string; detail?: string }) => error,
  )

test('a document that the server would lose or fail on is refused before sending, and nothing is stored', async () => {
  const action = { Action: ['s3:GetObject'] }
  for (const [text, expectedMessage] of [
    [document({ NotAction: ['s3:GetObject'] }), /Statement 1: .*"NotAction"/],
    [document({ notaction: 's3:GetObject' }), /"NotAction"/],
    [document({ ...action, Principal: '*' }), /Statement 1: "Principal" is not a valid key/],
    [{ ...document(action), Comment: 'for the team' }, /"Comment" is not a valid key/],
  ] as const) {
    const failure = await refusal(backend.policies.set('lost', JSON.stringify(text)))
    assert.is(failure?.status, 400)
    assert.match(failure?.message ?? '', expectedMessage)
    assert.is((await refusal(backend.identity.addAccount({ policy: JSON.stringify(text) })))?.status, 400)
  }
  assert.is((await refusal(backend.policies.get('lost')))?.status, 404)
})

test('keys with the case used by other programs are kept', async () => {
  await backend.policies.set(
    'cased',
    JSON.stringify({ ...document({ Action: 's3:GetObject', sid: 'one' }), Id: 'mine' }),
  )
  const { ID, Statement } = JSON.parse((await backend.policies.get('cased')).policy)
  assert.equal([ID, Statement[0].Sid, Statement[0].Action], ['mine', 'one', ['s3:GetObject']])
})

test('a policy that the server cannot show does not break the list, is named, and can be deleted', async () => {
  await others.call({ method: 'PUT', path: '/photos' })
  await backend.policies.set('used', JSON.stringify(document({ Action: ['s3:GetObject'] })))
  for (const accessKey of ['reader', 'odd-one'])
    await backend.identity.addUser({ accessKey, secretKey: 'long-enough', groups: [], policies: ['used'] })
  for (const name of ['odd', 'loose']) await others.policy(name, document({ NotAction: ['s3:GetObject'] }))
  await backend.identity.setPolicy({ type: 'user', name: 'odd-one' }, ['odd'])

  const { policies, incomplete } = await backend.policies.list()
  assert.equal(
    policies.map(({ name }) => name),
    ['consoleAdmin', 'diagnostics', 'odd', 'readonly', 'readwrite', 'used', 'writeonly'],
  )
  assert.equal(
    pluck(
      policies.filter(({ problem }) => problem),
      'name',
    ),
    ['odd'],
  )
  assert.match(incomplete ?? '', /cannot show "odd"/)
  assert.ok((await backend.buckets.policies('photos')).some(({ name }) => name === 'used'))
  assert.ok((await backend.buckets.usersWithAccess('photos')).some(({ user }) => user === 'reader'))

  await backend.identity.setPolicy({ type: 'user', name: 'odd-one' }, [])
  await backend.policies.remove('odd')
  assert.match((await backend.policies.list()).incomplete ?? '', /Unassigned policies/)
  await backend.policies.remove('loose')
  const after = await backend.policies.list()
  assert.is(after.incomplete, undefined)
  assert.ok(after.policies.some(({ name }) => name === 'cased'))
  assert.is((await refusal(backend.policies.remove('odd')))?.status, 404)
})

test('a resource that the server duplicates is shown as written', async () => {
  const written = JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: '*' }],
  })
  const resourceOf = ({ policy }: { policy: string }) => JSON.parse(policy).Statement[0].Resource
  assert.equal(resourceOf(await backend.policies.set('everywhere', written)), ['*'])
  assert.equal(resourceOf(await backend.policies.get('everywhere')), ['*'])
  const { policies } = await backend.policies.list()
  assert.equal(policies.filter(({ name }) => name === 'everywhere').map(resourceOf), [['*']])
  const { accessKey } = await backend.identity.addAccount({ policy: written })
  const { document: own = '' } = await backend.identity.account(accessKey)
  assert.equal(resourceOf({ policy: own }), ['*'])
  await backend.identity.removeAccount(accessKey)
  await backend.policies.remove('everywhere')
})

test('a refused policy names the statement, followed by the reason of the server', async () => {
  const bad = (...Statement: unknown[]) => JSON.stringify({ Version: '2012-10-17', Statement })
  const good = { Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::photos/*'] }
  const acl = await refusal(backend.policies.set('bad', bad(good, { ...good, Action: ['s3:PutObjectAcl'] })))
  assert.equal(
    [acl?.status, acl?.message],
    [400, 'The policy is not valid. Statement 2: "s3:PutObjectAcl" is not an action.'],
  )
  assert.match(acl?.detail ?? '', /PutObjectAcl/)
  const none = await refusal(backend.policies.set('bad', bad()))
  assert.match(none?.message ?? '', /"Statement" must be a list with at least one statement/)
  const account = await refusal(backend.identity.addAccount({ policy: bad(good, { ...good, Effect: 'Maybe' }) }))
  assert.match(account?.message ?? '', /Statement 2: "Effect" must be "Allow" or "Deny"/)
})

test('a single statement outside a list is read as a list of one', async () => {
  const statement = { Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::photos/*'] }
  const { policy } = await backend.policies.set(
    'single',
    JSON.stringify({ Id: 'Policy1', Version: '2012-10-17', Statement: statement }),
  )
  assert.equal(JSON.parse(policy).Statement.length, 1)
  await backend.policies.remove('single')
})

test('the server accepts every action of the vocabulary except those that only admin:* grants', async () => {
  const { actions } = await backend.policies.vocabulary()
  const statements = ['s3', 'admin', 'kms', 'sts'].map((service) => ({
    Effect: 'Allow',
    Action: actions
      .map(({ name }) => name)
      .filter((name) => name.startsWith(`${service}:`) && !wildcardOnlyActions.has(name)),
    ...(service === 's3' && { Resource: ['arn:aws:s3:::*'] }),
  }))
  await backend.policies.set('vocabulary', JSON.stringify({ Version: '2012-10-17', Statement: statements }))
  await backend.policies.remove('vocabulary')
  for (const name of wildcardOnlyActions) {
    const one = { Effect: 'Allow', Action: [name] }
    const failure = await refusal(
      backend.policies.set('one', JSON.stringify({ Version: '2012-10-17', Statement: [one] })),
    )
    assert.match(failure?.message ?? 'It worked', /cannot be used in a policy/)
  }
})
