import { assert } from '../../../test/lib/suite.ts'
import { actAs } from '../../../test/lib/ports.ts'
import { openMinioEngine } from '../../../test/lib/minio-engine.ts'
import { backend, minio, minioSuite, others } from '../../../test/lib/minio-suite.ts'
import * as v from 'valibot'
import { addUser, allow } from '../../../test/conformance/engines.ts'
import { failureOf } from '../../../test/lib/failure-of.ts'
import { startProxy } from '../../../test/lib/proxy.ts'

const test = minioSuite('documents that other programs wrote to a MinIO server')

const newBucket = async (name: string) => {
  await others.call({ method: 'PUT', path: `/${name}` })
  return name
}

const xmlns = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"'

/** Returns the statements of a policy by Sid, with sorted lists, since the server does not preserve their order. */
const statementsOf = (policy: string) => {
  const { Statement } = JSON.parse(policy, (_key, value: unknown) =>
    Array.isArray(value) && value.every((each) => typeof each === 'string') ? value.toSorted() : value,
  ) as { Statement: { Sid?: string }[] }
  return new Map(Statement.map((statement) => [statement.Sid, statement]))
}

test('an access rule opens its own prefix and leaves foreign statements of the policy unchanged', async () => {
  const bucket = await newBucket('by-hand')
  const arn = (path: string) => `arn:aws:s3:::${bucket}/${path}`
  await others.write(
    bucket,
    'policy',
    JSON.stringify({
      Version: '2012-10-17',
      Id: 'by hand',
      Statement: [
        { Sid: 'Links', Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: arn('links/*') },
        {
          Sid: 'Shared',
          Effect: 'Allow',
          Principal: { AWS: ['*', 'eve'] },
          Action: ['s3:GetObject', 's3:PutObject'],
          Resource: [arn('a/*'), arn('b/*')],
        },
        { Sid: 'Never', Effect: 'Deny', Principal: '*', Action: ['s3:DeleteObject'], Resource: [arn('a/*')] },
        {
          Sid: 'Office',
          Effect: 'Allow',
          Principal: '*',
          Action: ['s3:GetObject'],
          Resource: [arn('o/*')],
          Condition: { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } },
        },
      ],
    }),
  )
  await others.call({ method: 'PUT', path: `/${bucket}/links/one` })
  const before = statementsOf(await others.read(bucket, 'policy'))
  const mayAnyoneList = async (prefix: string) =>
    (await fetch(`${minio.url}/${bucket}?list-type=2&prefix=${prefix}`)).ok
  assert.is((await fetch(`${minio.url}/${bucket}/links/one`)).status, 200)

  await backend.buckets.setAccessRule(bucket, { prefix: 'other/', access: 'readonly' })
  assert.ok(await mayAnyoneList('other/'))
  assert.not(await mayAnyoneList('links/'))
  const policy = await others.read(bucket, 'policy')
  const after = statementsOf(policy)
  assert.is((JSON.parse(policy) as { ID: string }).ID, 'by hand')
  for (const [sid, statement] of before) assert.equal(after.get(sid), statement)
  const { rules, others: rest } = await backend.buckets.accessRules(bucket)
  assert.equal(
    rules.map(({ prefix, actions }) => [prefix, actions]),
    [
      ['a/', ['s3:GetObject', 's3:PutObject']],
      ['b/', ['s3:GetObject', 's3:PutObject']],
      ['links/', ['s3:GetObject']],
      ['other/', undefined],
    ],
  )
  assert.equal(
    rest.map((text) => (JSON.parse(text) as { Sid: string }).Sid),
    ['Never', 'Office'],
  )

  await backend.buckets.removeAccessRule(bucket, 'other/')
  assert.equal(statementsOf(await others.read(bucket, 'policy')), before)
})

test('foreign lifecycle rules are listed as they are, and editing one changes no byte of another', async () => {
  const bucket = await newBucket('aging')
  const rules = [
    '<Rule><ID>size</ID><Status>Enabled</Status><Filter><And><ObjectSizeGreaterThan>1000</ObjectSizeGreaterThan><Prefix>p/</Prefix></And></Filter><Expiration><Days>5</Days><ExpiredObjectAllVersions>true</ExpiredObjectAllVersions></Expiration><NoncurrentVersionExpiration><NoncurrentDays>3</NoncurrentDays><NewerNoncurrentVersions>4</NewerNoncurrentVersions></NoncurrentVersionExpiration></Rule>',
    '<Rule><ID>markers</ID><Status>Enabled</Status><Filter><Prefix></Prefix></Filter><DelMarkerExpiration><Days>9</Days></DelMarkerExpiration></Rule>',
    '<Rule><ID>old form</ID><Status>Disabled</Status><Prefix>c/</Prefix><NoncurrentVersionExpiration><NewerNoncurrentVersions>2</NewerNoncurrentVersions></NoncurrentVersionExpiration></Rule>',
  ]
  await others.write(bucket, 'lifecycle', `<LifecycleConfiguration ${xmlns}>${rules.join('')}</LifecycleConfiguration>`)
  const [size, markers, old] = await backend.buckets.lifecycle(bucket)
  assert.equal(
    [size?.object_size_greater_than, size?.expiration.all_versions, size?.expiration.newer_noncurrent_versions],
    [1000, true, 4],
  )
  assert.is(markers?.expiration.delete_marker_days, 9)
  assert.equal([old?.expiration.noncurrent_expiration_days, old?.expiration.newer_noncurrent_versions], [0, 2])
  const storedRules = async () => (await others.read(bucket, 'lifecycle')).match(/<Rule>.*?<\/Rule>/g)
  const before = await storedRules()
  await backend.buckets.setLifecycleRule(bucket, 'markers', { disable: true })
  assert.equal(
    await storedRules(),
    before?.map((rule) => (rule.includes('markers') ? rule.replace('Enabled', 'Disabled') : rule)),
  )
  await backend.buckets.setLifecycleRule(bucket, 'size', { tags: [{ key: 'k', value: 'v' }] })
  await backend.buckets.removeLifecycleRule(bucket, 'markers')
  assert.equal(await storedRules(), [
    before?.[0]?.replace('</And>', '<Tag><Key>k</Key><Value>v</Value></Tag></And>'),
    before?.[2],
  ])
})

test('versioning exclusions survive turning versioning on, and are removed only on request', async () => {
  const bucket = await newBucket('partly')
  const exclusions =
    '<ExcludedPrefixes><Prefix>a &amp; b/_tmp/*</Prefix></ExcludedPrefixes><ExcludedPrefixes><Prefix>c/*</Prefix></ExcludedPrefixes><ExcludeFolders>true</ExcludeFolders>'
  await others.write(
    bucket,
    'versioning',
    `<VersioningConfiguration ${xmlns}><Status>Enabled</Status>${exclusions}</VersioningConfiguration>`,
  )
  const enabled = { status: 'Enabled', excludedPrefixes: ['a & b/_tmp/*', 'c/*'], excludeFolders: true }
  assert.equal(await backend.buckets.versioning(bucket), enabled)
  await backend.buckets.setVersioning(bucket, true)
  assert.ok((await others.read(bucket, 'versioning')).includes(exclusions))
  const refusal = await backend.buckets
    .setVersioning(bucket, false)
    .catch((error: { status: number; detail: string }) => error)
  assert.is(refusal?.status, 409)
  assert.match(refusal?.detail ?? '', 'a & b/_tmp/*, c/*')
  assert.equal(await backend.buckets.versioning(bucket), enabled)
  await backend.buckets.setVersioning(bucket, false, 'removed')
  assert.equal(await backend.buckets.versioning(bucket), {
    status: 'Suspended',
    excludedPrefixes: [],
    excludeFolders: true,
  })
  await backend.buckets.setVersioning(bucket, true)
  assert.equal(await backend.buckets.versioning(bucket), {
    status: 'Enabled',
    excludedPrefixes: [],
    excludeFolders: true,
  })
  await backend.buckets.setExclusions(bucket, { excludedPrefixes: ['a & b/', 'x/*/tmp/'], excludeFolders: false })
  assert.equal(await backend.buckets.versioning(bucket), {
    status: 'Enabled',
    excludedPrefixes: ['a & b/', 'x/*/tmp/'],
    excludeFolders: false,
  })
  await backend.buckets.setExclusions(bucket, { excludedPrefixes: ['y/'], excludeFolders: true })
  assert.equal(await backend.buckets.versioning(bucket), {
    status: 'Enabled',
    excludedPrefixes: ['y/'],
    excludeFolders: true,
  })
  await backend.buckets.setVersioning(bucket, true)
  assert.equal(await backend.buckets.versioning(bucket), {
    status: 'Enabled',
    excludedPrefixes: ['y/'],
    excludeFolders: true,
  })
  const list = await backend.buckets.list()
  assert.is(list.find(({ name }) => name === bucket)?.details?.versioningSuspended, false)
})

test('changing a quota keeps the request and rate limits next to it', async () => {
  const bucket = await newBucket('limited')
  const plain = { quota: 1_000_000, size: 1_000_000, quotatype: 'hard', rate: 77, requests: 88 }
  await others.admin.send({ method: 'PUT', name: 'set-bucket-quota', query: { bucket }, plain })
  await backend.buckets.setQuota(bucket, 2_000_000)
  const Limits = v.object({ quota: v.number(), size: v.number(), rate: v.number(), requests: v.number() })
  const stored = await others.admin.read(Limits, { method: 'GET', name: 'get-bucket-quota', query: { bucket } })
  const { quota, size, rate, requests } = stored
  assert.equal([quota || size, rate, requests], [2_000_000, 77, 88])
})

test('a user who may not read the limits next to a quota sets it for a new bucket only', async () => {
  const user = await addUser(backend, [
    allow(['admin:SetBucketQuota']),
    allow(['s3:CreateBucket', 's3:ListBucket'], ['*']),
  ])
  const engine = openMinioEngine(minio.url)
  const { buckets } = await actAs(engine, await engine.login(user))
  const quota = { enabled: true, quota_type: 'hard', amount: 1_000_000 } as const
  await buckets.add({ name: 'unread', versioning: false, locking: false, quota })
  assert.equal(await backend.buckets.quota('unread'), { quota: 1_000_000, type: 'hard' })
  const { status, missing } = await failureOf(buckets.setQuota('unread', 2_000_000))
  assert.equal([status, missing], [403, [{ action: 'admin:GetBucketQuota' }]])
  assert.equal(await backend.buckets.quota('unread'), { quota: 1_000_000, type: 'hard' })
})

test('a bucket policy with NotResource is saved exactly as the page shows it', async () => {
  const bucket = await newBucket('but-one')
  const text = JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: '*',
        Action: 's3:GetObject',
        NotResource: `arn:aws:s3:::${bucket}/private/*`,
      },
    ],
  })
  await others.write(bucket, 'policy', text)
  const displayed = (await backend.buckets.policyText(bucket)) ?? ''
  await backend.buckets.setPolicyText(bucket, displayed, displayed)
  assert.equal(statementsOf(await others.read(bucket, 'policy')), statementsOf(displayed))
})

test('bucket tags and incomplete uploads are reported', async () => {
  const bucket = await newBucket('tagged')
  assert.equal(await backend.buckets.details(bucket), { tags: [], pending_uploads: 0 })
  await others.write(
    bucket,
    'tagging',
    '<Tagging><TagSet><Tag><Key>team</Key><Value>a + b</Value></Tag><Tag><Key>empty</Key><Value></Value></Tag></TagSet></Tagging>',
  )
  await others.call({ method: 'POST', path: `/${bucket}/large`, query: { uploads: '' } })
  assert.equal(await backend.buckets.details(bucket), {
    tags: [
      { key: 'empty', value: '' },
      { key: 'team', value: 'a + b' },
    ],
    pending_uploads: 1,
  })
})

test('a change by another program during an edit is not overwritten', async () => {
  const bucket = await newBucket('contested')
  const rule = (id: string) =>
    `<Rule><ID>${id}</ID><Status>Enabled</Status><Filter><Prefix>${id}/</Prefix></Filter><Expiration><Days>5</Days></Expiration></Rule>`
  const document = (...ids: string[]) =>
    `<LifecycleConfiguration ${xmlns}>${ids.map(rule).join('')}</LifecycleConfiguration>`
  await others.write(bucket, 'lifecycle', document('mine'))
  let reads = 0
  const proxy = await startProxy(minio.url, async ({ method, url }) => {
    if (method === 'GET' && url?.includes('lifecycle') && ++reads === 2)
      await others.write(bucket, 'lifecycle', document('mine', 'theirs'))
  })
  const behind = openMinioEngine(proxy.url)
  const { buckets } = await actAs(behind, await behind.login(minio.root))
  const refusal = await buckets
    .setLifecycleRule(bucket, 'mine', { disable: true })
    .catch((error: { status: number }) => error)
  assert.is(refusal?.status, 409)
  const ruleStates = async () => (await buckets.lifecycle(bucket)).map(({ id, status }) => `${id} ${status}`)
  assert.equal(await ruleStates(), ['mine Enabled', 'theirs Enabled'])
  // concurrent edits in the same console are serialized
  await Promise.all(['mine', 'theirs'].map((id) => buckets.setLifecycleRule(bucket, id, { disable: true })))
  assert.equal(await ruleStates(), ['mine Disabled', 'theirs Disabled'])
})
