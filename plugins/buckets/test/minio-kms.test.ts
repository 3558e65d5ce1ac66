import { Readable } from 'node:stream'
import { assert, suite } from '../../../test/lib/suite.ts'
import { openMinioEngine } from '../../../test/lib/minio-engine.ts'
import { startKes } from '../../../test/lib/kes.ts'
import { missingOwnMinio, startOwnMinio } from '../../../test/lib/minio.ts'
import { actAs } from '../../../test/lib/ports.ts'
import { expectFailure } from '../../../test/conformance/engines.ts'

const test = suite('keys that a keeper of keys holds for a MinIO server', missingOwnMinio())

test('a key is created from the console, and objects in a bucket encrypted with it can be read back', async () => {
  const kes = await startKes()
  const minio = await startOwnMinio({ env: kes.env })
  const engine = openMinioEngine(minio.url)
  const { buckets, 'object-browser': objects } = await actAs(engine, await engine.login(minio.root))
  assert.is((await buckets.kmsStatus()).defaultKeyID, 'first')
  assert.match((await buckets.kmsKey('of-the-office')).problem ?? '', /does not exist/)
  await buckets.makeKmsKey('of-the-office')
  assert.equal(kes.names().sort(), ['first', 'of-the-office'])
  assert.equal(await buckets.kmsKey('of-the-office'), { keyID: 'of-the-office' })
  await expectFailure([400, 409], buckets.makeKmsKey('of-the-office'))

  await buckets.add({ name: 'sealed', versioning: false, locking: false })
  await buckets.setEncryption('sealed', { algorithm: 'aws:kms', kmsMasterKeyID: 'of-the-office' })
  const { signal } = new AbortController()
  await objects.put('sealed', 'letter', {
    size: 5,
    type: 'text/plain',
    body: Readable.from([Buffer.from('hello')]),
    signal,
  })
  const { encryption, kms_key } = await objects.info('sealed', 'letter')
  assert.equal([encryption, kms_key], ['SSE-KMS', 'of-the-office'])
  let text = ''
  for await (const chunk of (await objects.get('sealed', 'letter', {})).body) text += String(chunk)
  assert.is(text, 'hello')
})
