import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Engine } from '../../../engines/engine.ts'
import { createMinioEngine } from '../../../engines/minio/engine.ts'
import { md5 } from '../../../engines/minio/sign.ts'
import { certificate, key } from '../../engines/minio/certificate.ts'
import { hasOwnMinio, type Minio, noOwnMinio, startMinio } from '../../lib/minio.ts'
import { createOthers, type Others } from '../../lib/others.ts'
import { actAs, type Backend } from '../../lib/ports.ts'

const all = suite('objects that others have encrypted on a MinIO server')
if (!hasOwnMinio()) console.log(`Objects encrypted by others are not tested on a MinIO server: ${noOwnMinio}`)
const test = hasOwnMinio() ? all : () => all.skip()

let minio: Minio
let engine: Engine
let backend: Backend
let others: Others

const owners = Buffer.alloc(32, 3)
const ownKey = {
  'x-amz-server-side-encryption-customer-algorithm': 'AES256',
  'x-amz-server-side-encryption-customer-key': owners.toString('base64'),
  'x-amz-server-side-encryption-customer-key-md5': md5(owners),
}

all.before(async () => {
  if (!hasOwnMinio()) return
  const env = { MINIO_KMS_SECRET_KEY: `main:${Buffer.alloc(32, 7).toString('base64')}` }
  minio = (await startMinio({ env, tls: { certificate, key } })) as Minio
  engine = createMinioEngine({ url: new URL(minio.url), ca: [certificate] })
  backend = await actAs(engine, await engine.login(minio.root))
  others = createOthers(minio, [certificate])
  await others.call({ method: 'PUT', path: '/sealed' })
  await others.write(
    'sealed',
    'versioning',
    '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>',
  )
})
all.after(async () => {
  others?.close()
  await engine?.close()
  await minio?.stop()
})

const store = async (name: string, headers: Record<string, string> = {}, body = 'hello') => {
  const answer = await others.call({ method: 'PUT', path: `/sealed/${name}`, body, headers })
  return String(answer.headers['x-amz-version-id'])
}

test("of an object under its owner's key is told what a listing knows, of any of its versions", async () => {
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

test('how the server encrypts an object, and in which class it stores it, is told', async () => {
  await store('plain')
  await store('s3', { 'x-amz-server-side-encryption': 'AES256', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' })
  await store('kms', {
    'x-amz-server-side-encryption': 'aws:kms',
    'x-amz-server-side-encryption-aws-kms-key-id': 'main',
  })
  const told = async (name: string) => {
    const { encryption, kms_key, storage_class } = await backend['object-browser'].info('sealed', name)
    return [encryption, kms_key, storage_class]
  }
  assert.equal(await told('plain'), [undefined, undefined, 'STANDARD'])
  assert.equal(await told('s3'), ['SSE-S3', undefined, 'REDUCED_REDUNDANCY'])
  assert.equal(await told('kms'), ['SSE-KMS', 'main', 'STANDARD'])
})

all.run()
