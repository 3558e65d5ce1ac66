import { backend, minioSuite, others } from '../../../test/lib/minio-suite.ts'
import { assert } from '../../../test/lib/suite.ts'

const test = minioSuite('folder objects on MinIO')

test('a deletion reports that a folder object in a versioned bucket gets no delete marker', async () => {
  const bucket = 'folders'
  await backend.buckets.add({ name: bucket, versioning: true, locking: false })
  const objects = backend['object-browser']
  for (const key of ['one/', 'trip/', 'trip/a', 'two/']) await others.call({ method: 'PUT', path: `/${bucket}/${key}` })
  assert.is(await objects.remove(bucket, 'one/'), '')
  const removals = ['trip/', 'trip/a', 'two/'].map((path) => ({ path, versionID: '' }))
  const { failed, markers } = await objects.removeMany(bucket, removals)
  assert.equal(failed, [])
  const listing = { prefix: '', recursive: true, versions: true, metadata: false, limit: 1000 }
  const { objects: versions } = await objects.list(bucket, listing)
  const [marker, ...rest] = versions
  assert.equal([marker?.is_delete_marker, rest.map(({ name }) => name)], [true, ['trip/a']])
  assert.equal(Object.fromEntries(markers.map(({ path, versionID }) => [path, versionID])), {
    'trip/': '',
    'trip/a': marker?.version_id,
    'two/': '',
  })
})
