import { assert, test } from '../../lib/suite.ts'
import { Failure } from '../../../core/protocol/failure.ts'
import { readTargets, writeValues } from '../../../engines/minio/config-kv.ts'

const keys = ['enable', 'comment', 'endpoint', 'auth_token', 'queue_limit', 'queue_dir', 'client_cert', 'client_key']

const refused = (values: Record<string, string>, message: RegExp) =>
  assert.throws(
    () => writeValues(values, keys),
    (error: unknown) => error instanceof Failure && error.status === 400 && message.test(error.message),
  )

test('each section of the whole configuration has its own variables, including disabled ones', () => {
  const text = [
    '# MINIO_SITE_REGION=harbour-1',
    '# MINIO_SITE_NAME=harbour',
    'site name="" region="" ',
    '# etcd endpoints="" path_prefix="" ',
    '# MINIO_SCANNER_SPEED=fastest',
    'scanner speed="default" ',
    'audit_webhook:on endpoint="http://h/" ',
    '# audit_webhook:off endpoint="http://h/" enable="off" ',
  ].join('\n')
  const variablesOf = (subsystem: string) =>
    readTargets(text, subsystem).map(({ target, values, fromEnvironment }) => [
      target,
      values.get('enable'),
      [...fromEnvironment.keys()].join(),
    ])
  assert.equal(variablesOf('site'), [['_', undefined, 'region,name']])
  assert.equal(variablesOf('etcd'), [['_', undefined, '']])
  assert.equal(variablesOf('scanner'), [['_', undefined, 'speed']])
  assert.equal(variablesOf('audit_webhook'), [
    ['on', undefined, ''],
    ['off', 'off', ''],
  ])
})

test('values are quoted, with spaces, equals signs, or empty', () => {
  assert.is(
    writeValues({ endpoint: 'http://h/?a=b', comment: "it's = for\\many", queue_limit: '' }, keys),
    `endpoint="http://h/?a=b" comment="it's = for\\many" queue_limit=""`,
  )
})

test('a value that resembles another setting is written after that setting, where the server does not misread it', () => {
  assert.is(
    writeValues({ endpoint: 'http://h/?comment=a', comment: 'x' }, keys),
    'comment="x" endpoint="http://h/?comment=a"',
  )
})

test("values the server would parse differently are refused before sending, with the setting's name", () => {
  refused({ comment: 'a "b" c' }, /^comment: remove the double quotes/)
  refused({ comment: 'a\nb' }, /^comment: remove the line breaks/)
  refused({ comment: "'a'" }, /^comment: the value must not start or end with/)
  refused({ endpoint: 'http://h/?comment=a' }, /^endpoint: the value must not start or end with/)
  refused({ endpoint: 'x', topic: 'y' }, /^topic: this storage has no such setting/)
})

test('targets include values from variables, and omit secrets that are set', () => {
  const text = [
    'notify_webhook enable=off endpoint= auth_token= queue_limit=0 queue_dir= client_cert= client_key= ',
    'notify_webhook:one endpoint=http://h/?a=b queue_limit=5000 queue_dir="/with blanks/in it" comment="a b = c" ',
    '# MINIO_NOTIFY_WEBHOOK_ENABLE_TWO=on',
    '# MINIO_NOTIFY_WEBHOOK_ENDPOINT_TWO=http://two',
    'notify_webhook:TWO endpoint= queue_limit=0 ',
    '',
  ].join('\n')
  const [first, one, two, ...others] = readTargets(text, 'notify_webhook')
  assert.equal(others, [])
  assert.equal([first?.target, first?.values.get('enable'), first?.values.get('auth_token')], ['_', 'off', ''])
  assert.equal(
    [one?.target, ...(one?.values ?? [])],
    [
      'one',
      ['endpoint', 'http://h/?a=b'],
      ['queue_limit', '5000'],
      ['queue_dir', '/with blanks/in it'],
      ['comment', 'a b = c'],
    ],
  )
  assert.equal(
    [...(two?.fromEnvironment ?? [])],
    [
      ['enable', { variable: 'MINIO_NOTIFY_WEBHOOK_ENABLE_TWO', value: 'on' }],
      ['endpoint', { variable: 'MINIO_NOTIFY_WEBHOOK_ENDPOINT_TWO', value: 'http://two' }],
    ],
  )
})
