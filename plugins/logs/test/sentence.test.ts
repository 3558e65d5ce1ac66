import { assert, suite } from '../../../test/lib/suite.ts'
import * as v from 'valibot'
import { AuditRecord } from '../contract.ts'
import { sentenceOf } from '../pages/sentence.ts'

const test = suite('summary of a console action')

const summaryOf = (some: Partial<v.InferInput<typeof AuditRecord>>) =>
  sentenceOf(
    v.parse(AuditRecord, {
      time: '2026-11-20T12:00:00Z',
      access_key: 'alice',
      source: 'console',
      response_status_code: 200,
      ...some,
    }),
  )
    .map(({ text }) => text)
    .join('')

const both = (before: object, after: object) => ({ before: JSON.stringify(before), after: JSON.stringify(after) })

const settingsCall = (call: string, path: string) => ({
  api_name: `console.settings.${call}`,
  request_path: `/api/v1/${path}`,
})

test('a record is summarized with actor, action, resource and result', () => {
  for (const [some, sentence] of [
    [
      {
        api_name: 'console.buckets.setAccess',
        bucket: 'x',
        ...both({ name: 'x', access: 'PRIVATE', size: 1 }, { name: 'x', access: 'PUBLIC', size: 2 }),
      },
      'alice set the policy of bucket x from private to public.',
    ],
    [
      { api_name: 'console.buckets.setQuota', bucket: 'x', ...both({ quota: 1024 }, { quota: 4096 }) },
      'alice set the quota of bucket x from 1024 to 4096.',
    ],
    [
      {
        api_name: 'console.buckets.setVersioning',
        bucket: 'x',
        ...both({ is_versioned: false, excluded: '' }, { is_versioned: true, excluded: 'a' }),
      },
      'alice set the versioning of bucket x: is versioned from false to true, excluded from none to a.',
    ],
    [{ api_name: 'console.buckets.add', bucket: 'x', after: '{"name":"x"}' }, 'alice added the bucket x.'],
    [{ api_name: 'console.buckets.remove', bucket: 'x' }, 'alice deleted the bucket x.'],
    [{ api_name: 'console.identity.addUser', object: 'bob' }, 'alice added the user bob.'],
    [
      {
        api_name: 'console.identity.setPolicy',
        object: 'bob',
        ...both({ policy: ['readonly'] }, { policy: ['readwrite', 'diagnostics'] }),
      },
      'alice set the policies of bob from readonly to readwrite, diagnostics.',
    ],
    [{ api_name: 'console.policies.add', object: 'mine' }, 'alice added the policy mine.'],
    [
      { api_name: 'console.object-browser.setTags', bucket: 'x', object: 'a/b.txt' },
      'alice set the tags of object x/a/b.txt.',
    ],
    [{ api_name: 'console.heal.follow', bucket: 'x' }, 'alice started to heal bucket x.'],
    [{ api_name: 'console.heal.followAll' }, 'alice started to heal everything.'],
    [{ api_name: 'console.login' }, 'alice signed in.'],
    [{ api_name: 'console.buckets.enableEncryption', bucket: 'x' }, 'alice enabled the encryption of bucket x.'],
    [settingsCall('save', 'configs/api/_'), 'alice changed the settings of api.'],
    [settingsCall('save', 'configs/notify_webhook/main'), 'alice changed the settings of notify_webhook:main.'],
    [settingsCall('put', 'configs/notify_webhook%3Apeer'), 'alice changed the settings of notify_webhook:peer.'],
    [settingsCall('reset', 'configs/scanner/_'), 'alice reset the settings of scanner.'],
    [settingsCall('test', 'config-tests/identity_ldap/_'), 'alice tested the settings of identity_ldap.'],
    [settingsCall('restore', 'config-history/17'), 'alice restored the settings.'],
    [
      { api_name: 'console.notifications.remove', request_path: '/api/v1/admin/notification_endpoints/webhook/_' },
      'alice deleted the notification endpoint webhook.',
    ],
  ] as const)
    assert.is(summaryOf(some), sentence)
})

test('a refused action is described as attempted, and long changes are left to the comparison', () => {
  assert.is(
    summaryOf({
      api_name: 'console.buckets.setQuota',
      bucket: 'x',
      response_status_code: 403,
      error: 'Access denied',
      after: '{"quota":1}',
    }),
    'alice tried to set the quota of bucket x, which failed: Access denied.',
  )
  assert.is(
    summaryOf({ api_name: 'console.login', access_key: '', response_status_code: 401, error: 'invalid Login' }),
    'An unknown account tried to sign in, which failed: invalid Login.',
  )
  assert.is(
    summaryOf({ api_name: 'console.policies.add', object: 'p', ...both({ text: 'a'.repeat(90) }, { text: 'b' }) }),
    'alice added the policy p.',
  )
  assert.is(
    summaryOf({ api_name: 'console.buckets.setQuota', bucket: 'x', before: '{"quota": 1\n…', after: '{}' }),
    'alice set the quota of bucket x.',
  )
  assert.equal(sentenceOf(v.parse(AuditRecord, { time: '', api_name: 'GetObject' })), [])
})
