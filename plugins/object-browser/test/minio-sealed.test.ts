import { buffer } from 'node:stream/consumers'
import { assert } from '../../../test/lib/suite.ts'
import { backend, minioSuite, others } from '../../../test/lib/minio-suite.ts'
import { md5 } from '../../../engines/s3/sign.ts'
import { certificate, key } from '../../../test/engines/minio/certificate.ts'

const test = minioSuite('objects that others have encrypted on a MinIO server', {
  env: { MINIO_KMS_SECRET_KEY: `main:${Buffer.alloc(32, 7).toString('base64')}` },
  tls: { certificate, key },
})

const owners = Buffer.alloc(32, 3)
const ownKey = {
  'x-amz-server-side-encryption-customer-algorithm': 'AES256',
  'x-amz-server-side-encryption-customer-key': owners.toString('base64'),
  'x-amz-server-side-encryption-customer-key-md5': md5(owners),
}

test.before(async () => {
  await others.call({ method: 'PUT', path: '/sealed' })
  await others.write(
    'sealed',
    'versioning',
    '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>',
  )
})

const store = async (name: string, headers: Record<string, string> = {}, body = 'hello') => {
  const answer = await others.call({ method: 'PUT', path: `/sealed/${name}`, body, headers })
  return String(answer.headers['x-amz-version-id'])
}

test('for an object encrypted with a customer key, each version shows what a listing returns', async () => {
  const older = await store('mine', {
    ...ownKey,
    'x-amz-tagging': 'a=b',
    'x-amz-meta-team': 'red',
    'content-type': 'text/plain',
  })
  await store('mine', ownKey, 'longer than before')
  await store('mine-too')
  const objects = backend['object-browser']
  const newest = await objects.info('sealed', 'mine')
  assert.equal([newest.name, newest.size, newest.encryption, newest.is_latest], ['mine', 18, 'SSE-C', true])
  const first = await objects.info('sealed', 'mine', older)
  assert.equal([first.size, first.encryption, first.is_latest, first.tags], [5, 'SSE-C', false, { a: 'b' }])
  assert.equal(first.user_metadata, { 'X-Amz-Meta-Team': 'red', 'content-type': 'text/plain' })
  const refusal = await objects.get('sealed', 'mine', {}).catch((error: { status: number; message: string }) => error)
  assert.is('status' in refusal && refusal.status, 409)
  assert.match('message' in refusal ? refusal.message : '', /owner's key \(SSE-C\)/)
  assert.not((await objects.info('sealed', 'mine-too')).encryption)
})

test('the encryption and the storage class of an object are reported', async () => {
  await store('plain')
  await store('s3', { 'x-amz-server-side-encryption': 'AES256', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' })
  await store('kms', {
    'x-amz-server-side-encryption': 'aws:kms',
    'x-amz-server-side-encryption-aws-kms-key-id': 'main',
  })
  const detailsOf = async (name: string) => {
    const { encryption, kms_key, storage_class } = await backend['object-browser'].info('sealed', name)
    return [encryption, kms_key, storage_class]
  }
  assert.equal(await detailsOf('plain'), [undefined, undefined, 'STANDARD'])
  assert.equal(await detailsOf('s3'), ['SSE-S3', undefined, 'REDUCED_REDUNDANCY'])
  assert.equal(await detailsOf('kms'), ['SSE-KMS', 'main', 'STANDARD'])
})

const encryptions = {
  s3: { 'x-amz-server-side-encryption': 'AES256' },
  kms: { 'x-amz-server-side-encryption': 'aws:kms', 'x-amz-server-side-encryption-aws-kms-key-id': 'main' },
}

for (const [kind, headers] of Object.entries(encryptions))
  test(`edit, restore, copy and move keep the SSE-${kind} encryption and the storage class of an object`, async () => {
    const objects = backend['object-browser']
    const stored = { ...headers, 'x-amz-storage-class': 'REDUCED_REDUNDANCY', 'content-type': 'text/plain' }
    const plain = `plain-${kind}`
    await others.call({ method: 'PUT', path: `/${plain}` })
    const version = await store(kind, stored, 'secret')
    await others.call({ method: 'PUT', path: `/${plain}/${kind}`, body: 'secret', headers: stored })
    const stateOf = async (bucket: string, key: string) => {
      const { encryption, kms_key, storage_class, content_type } = await objects.info(bucket, key)
      const { body } = await objects.get(bucket, key, {})
      return [encryption, kms_key, storage_class, content_type, String(await buffer(body))]
    }
    const before = await stateOf('sealed', kind)
    const key = kind === 'kms' ? 'main' : undefined
    assert.equal(before, [`SSE-${kind.toUpperCase()}`, key, 'REDUCED_REDUNDANCY', 'text/plain', 'secret'])
    const edited = before.with(3, 'text/x-edited')
    for (const bucket of ['sealed', plain]) {
      const from = { bucket, key: kind, version: undefined }
      const ontoItself = { from, to: { bucket, key: kind }, existing: 'replace' as const }
      await objects.copy({ ...ontoItself, metadata: { 'content-type': 'text/x-edited' } })
      assert.equal(await stateOf(bucket, kind), edited)
      await objects.copy({ from, to: { bucket, key: `${kind}-copy` }, existing: 'keep' })
      assert.equal(await stateOf(bucket, `${kind}-copy`), edited)
      await objects.move({ from, to: { bucket: plain, key: `${kind}-moved-${bucket}` }, existing: 'keep' })
      assert.equal(await stateOf(plain, `${kind}-moved-${bucket}`), edited)
    }
    const from = { bucket: 'sealed', key: kind, version }
    await objects.copy({ from, to: { bucket: 'sealed', key: kind }, existing: 'replace' })
    assert.equal(await stateOf('sealed', kind), before)
  })

test('a copy into a bucket with default encryption uses the encryption of that bucket', async () => {
  const objects = backend['object-browser']
  await store('defaulted', encryptions.kms, 'secret')
  await others.call({ method: 'PUT', path: '/encrypting' })
  const algorithm = { algorithm: 'AES256', kmsMasterKeyID: '' } as const
  await backend.buckets.setEncryption('encrypting', algorithm)
  const from = { bucket: 'sealed', key: 'defaulted', version: undefined }
  await objects.copy({ from, to: { bucket: 'encrypting', key: 'copy' }, existing: 'keep' })
  assert.is((await objects.info('encrypting', 'copy')).encryption, 'SSE-S3')
})
