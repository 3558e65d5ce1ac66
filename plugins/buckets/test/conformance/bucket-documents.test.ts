import { assert } from '../../../../test/lib/suite.ts'
import { pluck } from '../../../../test/lib/pluck.ts'
import { addUser, allow, onEveryEngine, expectFailure, uniqueName } from '../../../../test/conformance/engines.ts'

const statement = (more: object = {}) => ({
  Sid: 'Public',
  Effect: 'Allow',
  Principal: { AWS: ['*'] },
  Action: ['s3:GetObject'],
  Resource: ['arn:aws:s3:::nowhere/*'],
  ...more,
})
const policy = (...Statement: object[]) => JSON.stringify({ Version: '2012-10-17', Statement }, null, 1)

onEveryEngine('bucket documents', (test, peer) => {
  const createBucket = async (more: { versioning?: boolean; locking?: boolean } = {}) => {
    const admin = await peer().as()
    const name = uniqueName('papers')
    await admin.buckets.add({ name, versioning: false, locking: false, ...more })
    const on = (path: string) => [`arn:aws:s3:::${name}${path}`]
    return { admin, name, on, ...admin.buckets }
  }

  test('tags are set, listed by key, replaced and removed', async () => {
    const { name, details, setTags } = await createBucket()
    assert.equal((await details(name)).tags, [])
    await setTags(name, { zone: 'eu-1', team: 'a + b', empty: '' })
    assert.equal((await details(name)).tags, [
      { key: 'empty', value: '' },
      { key: 'team', value: 'a + b' },
      { key: 'zone', value: 'eu-1' },
    ])
    await setTags(name, { team: 'b' })
    assert.equal((await details(name)).tags, [{ key: 'team', value: 'b' }])
    await setTags(name, {})
    assert.equal((await details(name)).tags, [])
    await expectFailure(404, setTags(uniqueName('nowhere'), { team: 'b' }))
  })

  test('a caller without the rights can neither read nor set tags', async () => {
    const { admin, name, setTags } = await createBucket()
    await setTags(name, { team: 'a' })
    const { buckets } = await peer().as(await addUser(admin, [allow(['s3:ListBucket', 's3:GetBucketPolicy'], [name])]))
    assert.is((await buckets.details(name)).tags, undefined)
    await expectFailure(403, buckets.setTags(name, { team: 'b' }))
    await expectFailure(403, buckets.setTags(name, {}))
    assert.equal((await admin.buckets.details(name)).tags, [{ key: 'team', value: 'a' }])
  })

  test('a bucket policy is saved as JSON and takes effect', async () => {
    const { name, on, access, accessRules, policyText, setPolicyText } = await createBucket()
    assert.is(await policyText(name), undefined)
    const written = policy(
      statement({ Resource: on('/open/*') }),
      statement({ Sid: 'Never', Effect: 'Deny', Action: ['s3:DeleteObject'], Resource: on('/*') }),
    )
    await setPolicyText(name, written, null)
    const policyBefore = await policyText(name)
    // a MinIO server normalizes the document
    if (peer().name === 'embedded') assert.is(policyBefore, written)
    else assert.equal(JSON.parse(policyBefore ?? ''), JSON.parse(written))
    assert.is(await access(name), 'CUSTOM')
    assert.equal((await accessRules(name)).rules, [{ prefix: 'open/', access: 'readonly', actions: ['s3:GetObject'] }])
    await setPolicyText(name, policy(statement({ Resource: on('/other/*') })), policyBefore ?? null)
    assert.equal(pluck((await accessRules(name)).rules, 'prefix'), ['other/'])
  })

  test('a policy that changed in the meantime is not overwritten', async () => {
    const { name, on, policyText, setPolicyText, setAccessRule } = await createBucket()
    await setAccessRule(name, { prefix: 'a/', access: 'readonly' })
    const before = await policyText(name)
    await setAccessRule(name, { prefix: 'b/', access: 'readonly' })
    const now = await policyText(name)
    await expectFailure(
      409,
      setPolicyText(name, policy(statement({ Resource: on('/*') })), before ?? null),
      /someone else/i,
    )
    for (const other of [null, '{', ''])
      await expectFailure(409, setPolicyText(name, policy(statement({ Resource: on('/*') })), other))
    assert.equal(JSON.parse((await policyText(name)) ?? '').Statement.length, JSON.parse(now ?? '').Statement.length)
  })

  test('an invalid or unsupported bucket policy is refused with the reason', async () => {
    const { name, on, policyText, setPolicyText } = await createBucket()
    const anyObject = { Resource: on('/*') }
    for (const [text, expectedMessage] of [
      ['{', /not JSON/],
      ['[]', /JSON object/],
      [policy(), /"Statement"/],
      [policy(statement(anyObject)).replace('2012-10-17', '2020-01-01'), /"Version"/],
      [policy(statement({ ...anyObject, Conditon: { Bool: { 'aws:SecureTransport': 'true' } } })), /"Conditon"/],
      [policy(statement({ ...anyObject, Principal: { AWS: [] } })), /"Principal"/],
      [policy(statement({ ...anyObject, Principal: { Federated: ['x'] } })), /"Federated"/],
      [policy(statement({ ...anyObject, Effect: 'Maybe' })), /effect/i],
      [policy(statement({ ...anyObject, Action: ['s3:GetNothing'] })), /s3:GetNothing/],
      [policy(statement({ ...anyObject, Action: [] })), /Action/i],
      [policy(statement({ Resource: ['arn:aws:s3:::elsewhere/*'] })), /bucket|resource/i],
    ] as const)
      await expectFailure(400, setPolicyText(name, text), expectedMessage)
    assert.is(await policyText(name), undefined)
  })

  test('a caller without the rights can neither read nor write the policy', async () => {
    const { admin, name, on, policyText } = await createBucket()
    const signInWith = async (...actions: string[]) =>
      (await peer().as(await addUser(admin, [allow(actions, [name, `${name}/*`])]))).buckets
    const text = policy(statement({ Resource: on('/*') }))
    await expectFailure(403, (await signInWith('s3:ListBucket')).policyText(name))
    await expectFailure(403, (await signInWith('s3:PutBucketPolicy')).setPolicyText(name, text))
    await expectFailure(403, (await signInWith('s3:GetBucketPolicy')).setPolicyText(name, text))
    assert.is(await policyText(name), undefined)
    await (await signInWith('s3:GetBucketPolicy', 's3:PutBucketPolicy')).setPolicyText(name, text)
    await expectFailure(404, (await peer().as()).buckets.policyText(uniqueName('nowhere')))
  })

  test('CORS rules are refused with the reason if the storage does not support them', async () => {
    const { admin, name, cors, setCors } = await createBucket()
    const rules = [{ AllowedOrigins: ['*'], AllowedMethods: ['GET' as const] }]
    const { refusal = '', ...found } = await cors(name)
    assert.equal(found, { rules: [] })
    assert.match(refusal, peer().name === 'embedded' ? /has no S3 endpoint/ : /does not support CORS rules/)
    await expectFailure(501, setCors(name, rules), new RegExp(refusal.slice(0, 20)))
    const signInWith = async (...actions: string[]) =>
      (await peer().as(await addUser(admin, [allow(actions, [name])]))).buckets
    await expectFailure(403, (await signInWith('s3:ListBucket')).cors(name))
    await expectFailure(403, (await signInWith('s3:GetBucketCors')).setCors(name, rules))
    assert.equal((await (await signInWith('s3:GetBucketCors')).cors(name)).rules, [])
    await expectFailure(404, cors(uniqueName('nowhere')))
  })

  test('KMS keys are listed and tested by authorized callers, if the storage has a KMS', async () => {
    const { admin, name, encryption, setEncryption } = await createBucket()
    const { kmsStatus, kmsKey, makeKmsKey } = admin.buckets
    const withoutKms = (await peer().as(await addUser(admin, ['readwrite']))).buckets
    const keyCalls = (as: typeof admin.buckets) => [
      () => as.kmsStatus(),
      () => as.kmsKey('console'),
      () => as.makeKmsKey('console'),
    ]
    for (const call of keyCalls(withoutKms)) await expectFailure(403, call(), /admin:KMS/)
    const keyAdmin = (await peer().as(await addUser(admin, [allow(['admin:KMSKeyStatus', 'admin:KMSCreateKey'])])))
      .buckets
    if (peer().name === 'embedded') {
      for (const call of keyCalls(keyAdmin)) await expectFailure(501, call(), /key management/)
      return
    }
    assert.is((await keyAdmin.kmsStatus()).defaultKeyID, 'console')
    assert.equal(await kmsStatus(), await keyAdmin.kmsStatus())
    assert.equal(await keyAdmin.kmsKey('console'), { keyID: 'console' })
    assert.match((await kmsKey('no-such-key')).problem ?? '', /does not exist/)
    await expectFailure(409, makeKmsKey('console'), /already/)
    // a server with a key from its environment creates no others
    await expectFailure(501, keyAdmin.makeKmsKey('another'), /cannot create keys/)
    await expectFailure(
      400,
      setEncryption(name, { algorithm: 'aws:kms', kmsMasterKeyID: 'no-such-key' }),
      /no key "no-such-key"/,
    )
    await setEncryption(name, { algorithm: 'aws:kms', kmsMasterKeyID: 'console' })
    assert.equal(await encryption(name), { algorithm: 'aws:kms', kmsMasterKeyID: 'console' })
  })

  test('versioning exclusions are set and survive a change of versioning', async () => {
    const { name, versioning, setVersioning, setExclusions } = await createBucket({ versioning: true })
    const exclusions = { excludedPrefixes: ['logs/', 'a & b/*/tmp/'], excludeFolders: true }
    if (peer().name === 'embedded') {
      await expectFailure(501, setExclusions(name, exclusions))
      assert.equal(await versioning(name), { status: 'Enabled', excludedPrefixes: [], excludeFolders: false })
      return
    }
    await setExclusions(name, exclusions)
    assert.equal(await versioning(name), { status: 'Enabled', ...exclusions })
    await setVersioning(name, true)
    assert.equal(await versioning(name), { status: 'Enabled', ...exclusions })
    await setExclusions(name, { excludedPrefixes: [], excludeFolders: false })
    assert.equal(await versioning(name), { status: 'Enabled', excludedPrefixes: [], excludeFolders: false })
    const off = await createBucket()
    await expectFailure(409, off.setExclusions(off.name, exclusions))
    const locked = await createBucket({ locking: true })
    await expectFailure(409, locked.setExclusions(locked.name, exclusions))
  })
})
