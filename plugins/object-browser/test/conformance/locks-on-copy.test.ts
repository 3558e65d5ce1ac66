import { Readable } from 'node:stream'
import { assert } from '../../../../test/lib/suite.ts'
import type { Copying } from '../../copying/backend.ts'
import { addUser, allow, onEveryEngine, expectFailure, uniqueName } from '../../../../test/conformance/engines.ts'

const inADay = () => new Date(Math.ceil((Date.now() + 86_400_000) / 1000) * 1000)

onEveryEngine('locks on copies', (test, peer) => {
  const make = async (locking: boolean) => {
    const bucket = uniqueName('locks')
    const backend = await peer().as()
    await backend.buckets.add({ name: bucket, versioning: locking, locking })
    return { bucket, backend, objects: backend['object-browser'] }
  }

  /** Creates an object under legal hold and governance retention. */
  const makeLocked = async (key: string) => {
    const bucketFixture = await make(true)
    const { bucket, objects } = bucketFixture
    const body = Readable.from([Buffer.from('content')])
    await objects.put(bucket, key, { size: 7, type: 'text/plain', body, signal: new AbortController().signal })
    const until = inADay()
    await objects.setLegalHold(bucket, key, undefined, true)
    await objects.setRetention(bucket, key, undefined, { mode: 'governance', until }, 'enforced')
    const lockOf = async (at: string) => {
      const info = await objects.info(bucket, at)
      const end = info.retention_until_date && Date.parse(info.retention_until_date)
      return [info.legal_hold_status, info.retention_mode, end]
    }
    const from = { bucket, key, version: undefined }
    return { ...bucketFixture, from, locked: ['ON', 'GOVERNANCE', until.getTime()], lockOf }
  }

  test('edited metadata, a restored version and a moved object keep legal hold and retention, and a copy has neither', async () => {
    const { bucket, objects, from, locked, lockOf } = await makeLocked('held')
    const ontoItself: Copying = { from, to: { bucket, key: 'held' }, existing: 'replace' }
    assert.equal(await lockOf('held'), locked)
    const { version_id } = await objects.info(bucket, 'held')
    await objects.copy({ ...ontoItself, metadata: { 'content-type': 'text/x-edited' } })
    assert.equal([(await objects.info(bucket, 'held')).content_type, await lockOf('held')], ['text/x-edited', locked])
    await objects.copy({ ...ontoItself, from: { ...from, version: version_id } })
    assert.equal([(await objects.info(bucket, 'held')).content_type, await lockOf('held')], ['text/plain', locked])
    await objects.copy({ from, to: { bucket, key: 'copy' }, existing: 'keep' })
    const copied = await objects.info(bucket, 'copy')
    assert.equal([copied.legal_hold_status === 'ON', copied.retention_mode], [false, undefined])
    await objects.move({ from, to: { bucket, key: 'moved' }, existing: 'keep' })
    assert.equal(await lockOf('moved'), locked)
  })

  test('a locked object is not moved to a bucket without object lock, and stays', async () => {
    const { bucket, objects, from, locked, lockOf } = await makeLocked('held')
    const open = await make(false)
    const to = { bucket: open.bucket, key: 'held' }
    await expectFailure(409, objects.move({ from, to, existing: 'keep' }), /"held" is under legal hold or retention/)
    await expectFailure(404, objects.info(open.bucket, 'held'))
    assert.equal(await lockOf('held'), locked)
    await objects.copy({ from: { ...from, bucket }, to, existing: 'keep' })
    assert.is((await objects.info(open.bucket, 'held')).size, 7)
  })

  test('a user who may not set legal holds cannot edit the metadata of a held object', async () => {
    const { backend, bucket, from, locked, lockOf } = await makeLocked('held')
    const reading = ['s3:GetObject', 's3:GetObjectLegalHold', 's3:GetObjectRetention', 's3:GetObjectTagging']
    const rights = [...reading, 's3:PutObject', 's3:PutObjectTagging']
    const user = await addUser(backend, [allow(rights, [`${bucket}/*`])])
    const ownBackend = (await peer().as(user))['object-browser']
    const edit: Copying = { from, to: { bucket, key: 'held' }, existing: 'replace', metadata: { 'x-amz-meta-a': 'b' } }
    await expectFailure(403, ownBackend.copy(edit), /s3:PutObjectLegalHold/)
    const withoutLockRights = await addUser(backend, [
      allow(['s3:GetObject', 's3:PutObject'], [`${bucket}/*`]),
      allow(['s3:GetBucketObjectLockConfiguration'], [bucket]),
    ])
    await expectFailure(403, (await peer().as(withoutLockRights))['object-browser'].copy(edit), /LegalHold/)
    assert.equal(await lockOf('held'), locked)
  })
})
