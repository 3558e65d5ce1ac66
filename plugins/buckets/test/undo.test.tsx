import type { Send } from '../../../test/server/host.ts'
import { suite } from '../../../test/lib/suite.ts'
import {
  clickField,
  defineUndoTests,
  fill,
  pressButton,
  pressDialogButton,
  pressRow,
  reading,
  sending,
} from '../../../test/lib/undo.tsx'
import { PolicyJson } from '../pages/policy-json.tsx'
import { Rules } from '../pages/rules.tsx'
import { SetEncryption } from '../pages/settings/encryption.tsx'
import { SetQuota } from '../pages/settings/quota.tsx'
import { EditTags } from '../pages/settings/tags.tsx'
import { createPhotos, dialog } from './undo-bucket.ts'

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

const bucket = createPhotos()
const withPolicy = sending(bucket, ['PUT', '/api/v1/buckets/photos/policy', { policy }])
const readPolicy = reading('/api/v1/buckets/photos/policy')
const current = [{ key: 'project', value: 'apollo' }]

const withRule = sending(
  bucket,
  ['PUT', '/api/v1/bucket/photos/access-rules', { prefix: 'public/', access: 'readwrite' }],
  ['PUT', '/api/v1/bucket/photos/access-rules', { prefix: 'office/', access: 'readonly' }],
)
const setRule = (prefix: string, access: string) =>
  sending(['PUT', '/api/v1/bucket/photos/access-rules', { prefix, access }])
const readRules = async (root: Send) =>
  (await reading('/api/v1/bucket/photos/access-rules')(root)) as { accessRules: { prefix: string }[] }
const sortedRules = async (root: Send) =>
  (await readRules(root)).accessRules.toSorted((one, two) => one.prefix.localeCompare(two.prefix))

const pressDelete = async (name: string) => {
  await pressRow(name, 'Delete')
  await pressDialogButton('Delete')
}

const editRule = {
  arrange: withRule,
  element: () => <Rules bucket="photos" refusal={false} onChanged={async () => undefined} />,
  act: async () => {
    await pressRow('public/', 'Edit')
    await fill('Access', 'readonly')
    await pressDialogButton('Save')
  },
  read: sortedRules,
}

const removingTag = {
  arrange: sending(bucket, ['PUT', '/api/v1/buckets/photos/tags', { tags: { project: 'apollo' } }]),
  element: () => <EditTags current={current} {...dialog} />,
  act: async () => {
    await pressButton('Remove Tags 1')
    await pressButton('Save')
  },
  read: reading('/api/v1/buckets/photos'),
}

defineUndoTests(suite('Undo of bucket settings'), ['buckets'], {
  'of editing tags restores them': {
    ...removingTag,
    otherChange: sending(['PUT', '/api/v1/buckets/photos/tags', { tags: { project: 'gemini' } }]),
  },
  'of removing a tag leaves the other tags': {
    ...removingTag,
    otherChange: async (root) => {
      const { tags = [] } = (await reading('/api/v1/buckets/photos')(root)) as { tags?: typeof current }
      const now = Object.fromEntries(tags.map(({ key, value }) => [key, value]))
      await sending(['PUT', '/api/v1/buckets/photos/tags', { tags: { ...now, team: 'web' } }])(root)
    },
    merges: true,
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
    otherChange: sending([
      'PUT',
      '/api/v1/buckets/photos/quota',
      { enabled: true, quota_type: 'hard', amount: 99_999 },
    ]),
  },
  'of setting encryption disables it': {
    arrange: sending(bucket),
    element: () => <SetEncryption current={undefined} {...dialog} />,
    act: async () => {
      await fill('Encryption Type', 'sse-s3')
      await pressButton('Save')
    },
    read: async (root) => (await root('GET', '/api/v1/buckets/photos/encryption/info')).statusCode,
    otherChange: sending(['POST', '/api/v1/buckets/photos/encryption/disable']),
  },
  'of editing a policy restores its text': {
    arrange: withPolicy,
    element: () => <PolicyJson policy={policy} {...dialog} />,
    act: async () => {
      await fill('Policy', policy.replace('public', 'private'))
      await pressButton('Save')
    },
    read: readPolicy,
    otherChange: setRule('other/', 'readonly'),
  },
  'of editing an access rule restores it': {
    ...editRule,
    otherChange: setRule('public/', 'writeonly'),
  },
  'of editing an access rule leaves the other rules': {
    ...editRule,
    otherChange: setRule('office/', 'writeonly'),
    merges: true,
  },
  'of deleting an access rule adds it': {
    arrange: withRule,
    element: () => <Rules bucket="photos" refusal={false} onChanged={async () => undefined} />,
    act: () => pressDelete('public/'),
    read: sortedRules,
    otherChange: setRule('public/', 'readonly'),
  },
})
