import { assert } from '../../../test/lib/suite.ts'
import { backend, minio, minioSuite } from '../../../test/lib/minio-suite.ts'
import * as v from 'valibot'
import { NewLifecycleRule } from '../contract.ts'
import { createAdmin } from '../../../engines/minio/admin.ts'
import { adminCrypto } from '../../../engines/minio/admin-crypto.ts'
import { minioPaths } from '../../../engines/minio/paths.ts'
import { allCapabilities } from '../../../engines/s3/capabilities.ts'
import { createClient } from '../../../engines/s3/client.ts'
import { createSubResources } from '../../../engines/s3/sub-resources.ts'
import type { Node } from '../../../engines/s3/xml.ts'
import { type Minio, startOwnMinio } from '../../../test/lib/minio.ts'
import { createMinioClient } from '../../../test/lib/minio-client.ts'

const test = minioSuite('lifecycle rules of a MinIO server')

let remote: Minio

test.before(async () => {
  remote = await startOwnMinio({ drives: 1 })
})

/** Sends a request to the server as another program. */
const asOther = async (
  work: (say: {
    admin: ReturnType<typeof createAdmin>
    setting: ReturnType<typeof createSubResources>
  }) => Promise<void>,
) => {
  const client = createClient({ url: new URL(minio.url) })
  const keys = minio.root
  const admin = createAdmin(client, adminCrypto(), keys)
  try {
    await work({
      admin,
      setting: createSubResources({ client, keys, paths: minioPaths, capabilities: allCapabilities }),
    })
  } finally {
    client.close()
  }
}

const newBucket = async (name: string) => {
  await backend.buckets.add({ name, versioning: true, locking: false })
  return name
}

test('every form of a filter is read, and unknown elements survive a change', async () => {
  const bucket = await newBucket('others-rules')
  const Expiration = { Days: 3 }
  const tag = (Key: string) => ({ Key, Value: 'v' })
  const Rule: Node[] = [
    {
      ID: 'plain',
      Status: 'Enabled',
      Filter: { Prefix: 'a/' },
      Expiration,
      NoncurrentVersionExpiration: { NoncurrentDays: 4, NewerNoncurrentVersions: 5 },
    },
    { ID: 'tag', Status: 'Enabled', Filter: { Tag: tag('k') }, Expiration },
    {
      ID: 'and',
      Status: 'Disabled',
      Filter: { And: { Prefix: 'b/', Tag: [tag('k'), tag('l')], ObjectSizeGreaterThan: 1000 } },
      Expiration,
    },
    { ID: 'size', Status: 'Enabled', Filter: { ObjectSizeLessThan: 9 }, Expiration },
    { ID: 'old form', Status: 'Enabled', Prefix: 'c/', Expiration },
    { ID: 'everything', Status: 'Enabled', Filter: {}, Expiration },
  ]
  await asOther(({ setting }) => setting.write(bucket, 'lifecycle', 'LifecycleConfiguration', { Rule }))
  const listedRules = async () =>
    (await backend.buckets.lifecycle(bucket)).map(({ id, status, prefix, tags }) => [
      id,
      status,
      prefix,
      tags.map(({ key }) => key).join(),
    ])
  const rules = [
    ['plain', 'Enabled', 'a/', ''],
    ['tag', 'Enabled', '', 'k'],
    ['and', 'Disabled', 'b/', 'k,l'],
    ['size', 'Enabled', '', ''],
    ['old form', 'Enabled', 'c/', ''],
    ['everything', 'Enabled', '', ''],
  ] as const
  assert.equal(await listedRules(), rules)
  for (const [id] of rules)
    await backend.buckets.setLifecycleRule(bucket, id, { disable: true, tags: [{ key: 'new', value: id }] })
  assert.equal(
    await listedRules(),
    rules.map(([id, , prefix]) => [id, 'Disabled', prefix, 'new']),
  )
  await asOther(async ({ setting }) => {
    const xml = await setting.read(bucket, 'lifecycle')
    for (const fragment of ['<NewerNoncurrentVersions>5<', '<ObjectSizeGreaterThan>1000<', '<ObjectSizeLessThan>9<'])
      assert.ok(xml.includes(fragment), fragment)
  })
})

test('a rule transitions objects to an existing tier of the server', async () => {
  await createMinioClient(remote).call({ method: 'PUT', path: '/cold' })
  const place = {
    Endpoint: remote.url,
    AccessKey: remote.root.accessKey,
    SecretKey: remote.root.secretKey,
    Bucket: 'cold',
    Prefix: '',
    Region: '',
  }
  await asOther(({ admin }) =>
    admin.send({
      method: 'PUT',
      name: 'tier',
      sealed: { Version: 'v1', Type: 'minio', Name: 'COLD', MinIO: { ...place } },
    }),
  )

  const bucket = await newBucket('moving')
  const add = (body: v.InferInput<typeof NewLifecycleRule>) =>
    backend.buckets.addLifecycleRule(bucket, v.parse(NewLifecycleRule, body))
  await add({
    prefix: 'a/',
    transition_days: 30,
    storage_class: 'cold',
    noncurrentversion_transition_days: 7,
    noncurrentversion_transition_storage_class: 'cold',
  })
  await add({ prefix: 'b/', transition_date: '2199-06-30', storage_class: 'COLD' })
  assert.equal(
    (await backend.buckets.lifecycle(bucket)).map(({ transition }) => transition),
    [
      { date: '', days: 30, storage_class: 'COLD', noncurrent_transition_days: 7, noncurrent_storage_class: 'COLD' },
      {
        date: '2199-06-30',
        days: 0,
        storage_class: 'COLD',
        noncurrent_transition_days: 0,
        noncurrent_storage_class: '',
      },
    ],
  )
})
