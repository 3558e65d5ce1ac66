import { assert, test } from '../../lib/suite.ts'
import { Failure } from '../../../core/protocol/failure.ts'
import { createPaths } from '../../../engines/s3/paths.ts'
import { assumedMissing, GARAGE, isGarage, nameRulesOf } from '../../../engines/s3/server-kind.ts'

const refusals = (software: string, keys: readonly string[]) => {
  const { newObjectPath } = createPaths(() => nameRulesOf(software))
  return keys.filter((key) => {
    try {
      newObjectPath('bucket', key)
      return false
    } catch (error) {
      assert.instance(error, Failure)
      assert.is((error as Failure).status, 400)
      return true
    }
  })
}

test('names that a server confuses with others, or cannot list, are refused on that server only', () => {
  const keys = ['a//b', '/a', 'a/../b', 'a\\b', 'a\u0001b', 'a\tb', 'a'.repeat(256)]
  const [doubleSlash, leading, dots, backslash, control, , long] = keys
  assert.equal(refusals('SeaweedFS 8000GB 4.48', keys), [doubleSlash, leading, dots, backslash, control, long])
  assert.equal(refusals('VERSITYGW', keys), [doubleSlash, leading, dots, control, long])
  assert.equal(refusals('MinIO', keys), [doubleSlash, leading, dots, long])
  assert.equal(refusals(GARAGE, keys), [leading])
  for (const software of ['', 'AmazonS3', 'Ceph Object Gateway (squid)']) assert.equal(refusals(software, keys), [])
})

test('keys of incomplete uploads on SeaweedFS are read as they are', () => {
  assert.is(nameRulesOf('SeaweedFS 8000GB 4.48').hasEncodedUploads, false)
  for (const software of ['', 'MinIO', 'AmazonS3']) assert.ok(nameRulesOf(software).hasEncodedUploads)
})

test('Garage is recognized by an access key of its form that owns the listed buckets', () => {
  const accessKey = `GK${'0a'.repeat(12)}`
  const listOf = (owner: string) => `<ListAllMyBucketsResult><Owner><ID>${owner}</ID></Owner></ListAllMyBucketsResult>`
  const isRecognized = (owner: string, key = accessKey) =>
    isGarage(listOf(owner), { accessKey: key, secretKey: '', sessionToken: '' })
  assert.equal([isRecognized(accessKey), isRecognized('other'), isRecognized('admin', 'admin')], [true, false, false])
})

test('SeaweedFS is assumed to have no notifications, other servers until they say so', () => {
  assert.equal(assumedMissing('SeaweedFS 8000GB 4.48'), ['notifications'])
  for (const software of ['', 'VERSITYGW', 'MinIO', 'AmazonS3']) assert.equal(assumedMissing(software), [])
})
