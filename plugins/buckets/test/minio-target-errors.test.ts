import * as v from 'valibot'
import { assert, suite } from '../../../test/lib/suite.ts'
import { addUser, allow, expectFailure } from '../../../test/conformance/engines.ts'
import { missingOwnMinio } from '../../../test/lib/minio.ts'
import { startMinioPair } from '../../../test/lib/minio-pair.ts'
import { NewReplication } from '../replication.ts'

const test = suite('errors of replication targets of MinIO', missingOwnMinio())

test('errors distinguish a target that does not respond, refused keys and missing permissions', async () => {
  const { source, target } = await startMinioPair()
  const { buckets } = source.backend
  await buckets.add({ name: 'films', versioning: true, locking: false })
  await target.backend.buckets.add({ name: 'copy', versioning: true, locking: false })
  const add = async (keys: { accessKey: string; secretKey: string }, targetURL = target.minio.url) => {
    const bucketsRelation = [{ originBucket: 'films', destinationBucket: 'copy' }]
    const [result] = await buckets.replicate(v.parse(NewReplication, { ...keys, targetURL, bucketsRelation }))
    return result?.errorString ?? ''
  }
  const reader = await addUser(target.backend, [allow(['s3:GetObject'], ['copy', 'copy/*'])])
  const wrongSecret = { ...target.minio.root, secretKey: 'a-wrong-secret' }
  const unknownKey = { accessKey: 'unknown-key', secretKey: 'a-wrong-secret' }
  assert.match(await add(reader), /^Access Key: http:.* accepts the keys, but they lack permissions on "copy"/)
  for (const keys of [wrongSecret, unknownKey])
    assert.match(await add(keys), /^Access Key: http:.* does not accept the access key or the secret key/)
  assert.match(
    await add(target.minio.root, 'http://127.0.0.1:9'),
    /^Target URL: .* does not respond to the storage server/,
  )

  const writer = await addUser(target.backend, [allow(['s3:*'], ['copy', 'copy/*'])])
  assert.is(await add(writer), '')
  const { id = '' } = (await buckets.replication('films'))[0] ?? {}
  const endpoint = new URL(target.minio.url).host
  const failsWith = async (text: string) => {
    assert.equal(await buckets.checkReplication('films'), { ok: false, text })
    assert.is((await expectFailure(409, buckets.resync('films', id))).message, text)
  }
  await target.backend.identity.removeUser(writer.accessKey)
  await failsWith(`${endpoint} does not accept the access key or the secret key`)
  await target.minio.kill()
  await failsWith(`${endpoint} does not respond to the storage server`)
})
