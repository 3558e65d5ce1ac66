import { assert, test } from '../../../test/lib/suite.ts'
import { isChange } from '../backend/records/record.ts'

const reads = [
  's3.GetObject',
  'HeadBucket',
  'ListObjectsV2',
  'SelectObjectContent',
  'ServerInfo',
  'admin.ServerInfo',
  'admin.ListAlerts',
  'HelpConfigKV',
  'admin.HelpConfigKV',
  'DataUsageInfo',
  'AccountInfo',
  'InfoServiceAccount',
  'admin.InfoCannedPolicy',
  'TemporaryAccountInfo',
  'KMSKeyStatus',
  'BatchJobStatus',
  'ResetBucketReplicationStatus',
  'AssumeRole',
  'sts.AssumeRoleWithWebIdentity',
  'ListenNotification',
]

const changes = [
  'PutObject',
  's3.DeleteObject',
  'CompleteMultipartUpload',
  'PutBucketPolicy',
  'AddUser',
  'admin.AddUser',
  'SetConfigKV',
  'SetUserStatus',
  'ResetBucketReplicationStart',
  'KMSCreateKey',
  'ServerUpdate',
  'ServiceV2',
  'ImportIAM',
  'PostRestoreObject',
]

test('reading calls are not changes', () => {
  for (const api_name of reads) assert.is(isChange({ api_name }), false, api_name)
})

test('writing and unknown calls are changes', () => {
  for (const api_name of [...changes, 'SomethingNew', '']) assert.is(isChange({ api_name }), true, api_name)
})

test('every record of the console is a change', () => {
  assert.is(isChange({ api_name: 'console.tiers.verify', source: 'console' }), true)
})
