import { suite } from '../../../test/lib/suite.ts'
import { clickField, defineUndoTests, fill, pressButton, reading, sending } from '../../../test/lib/undo.tsx'
import { PolicyJson } from '../pages/policy-json.tsx'
import { SetEncryption } from '../pages/settings/encryption.tsx'
import { SetQuota } from '../pages/settings/quota.tsx'
import { EditTags } from '../pages/settings/tags.tsx'

const dialog = { bucket: 'photos', onClose: () => undefined, onDone: async () => undefined }

/** With parts that the dialogs do not know. */
const policy = JSON.stringify({
  Version: '2012-10-17',
  Id: 'by-hand',
  Statement: [
    {
      Sid: 'Public',
      Effect: 'Allow',
      Principal: { AWS: ['*'] },
      Action: ['s3:GetObject'],
      Resource: ['arn:aws:s3:::photos/public/*'],
    },
    {
      Sid: 'Office',
      Effect: 'Allow',
      Principal: { AWS: ['*'] },
      Action: ['s3:GetObject'],
      Resource: ['arn:aws:s3:::photos/office/*'],
      Condition: { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } },
    },
  ],
})

const bucket: [string, string, object] = [
  'POST',
  '/api/v1/buckets',
  { name: 'photos', versioning: false, locking: false },
]
const withPolicy = sending(bucket, ['PUT', '/api/v1/buckets/photos/policy', { policy }])
const readPolicy = reading('/api/v1/buckets/photos/policy')
const current = [{ key: 'project', value: 'apollo' }]

defineUndoTests(suite('Undo of bucket settings'), ['buckets'], {
  'of editing tags restores them': {
    arrange: sending(bucket, ['PUT', '/api/v1/buckets/photos/tags', { tags: { project: 'apollo' } }]),
    element: () => <EditTags current={current} {...dialog} />,
    act: async () => {
      await pressButton('Remove Tags 1')
      await pressButton('Save')
    },
    read: reading('/api/v1/buckets/photos'),
  },
  'of removing a quota restores it': {
    arrange: sending(bucket, [
      'PUT',
      '/api/v1/buckets/photos/quota',
      { enabled: true, quota_type: 'hard', amount: 12_345 },
    ]),
    element: () => <SetQuota current={{ quota: 12_345, type: 'hard' }} {...dialog} />,
    act: async () => {
      await clickField('Enabled')
      await pressButton('Save')
    },
    read: reading('/api/v1/buckets/photos/quota'),
  },
  'of setting encryption disables it': {
    arrange: sending(bucket),
    element: () => <SetEncryption current={undefined} {...dialog} />,
    act: async () => {
      await fill('Encryption Type', 'sse-s3')
      await pressButton('Save')
    },
    read: async (root) => (await root('GET', '/api/v1/buckets/photos/encryption/info')).statusCode,
  },
  'of editing a policy restores its text': {
    arrange: withPolicy,
    element: () => <PolicyJson policy={policy} {...dialog} />,
    act: async () => {
      await fill('Policy', policy.replace('public', 'private'))
      await pressButton('Save')
    },
    read: readPolicy,
  },
})
