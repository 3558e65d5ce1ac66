import { assert, test } from '../../lib/suite.ts'
import { pluck } from '../../lib/pluck.ts'
import { lintPolicy } from '../../../engines/iam/lint.ts'
import { builtInPolicies } from '../../../engines/iam/policy.ts'
import { vocabulary } from '../../../engines/iam/vocabulary.ts'
import { allow, deny, document } from './statements.ts'

const found = (...statements: object[]) =>
  lintPolicy(JSON.stringify({ Version: '2012-10-17', Statement: statements })).map(
    ({ kind, statement, value, otherStatement }) =>
      [kind, statement, value, otherStatement].filter((part) => part !== undefined).join(' '),
  )

test('an invalid action or resource is reported with its statement', () => {
  assert.equal(found(allow('s3:GetObject', 'b/*'), { ...allow('s3:GetObjekt s3:PutObject'), Resource: ['b/*'] }), [
    'unknown-action 2 s3:GetObjekt',
    'malformed-arn 2 b/*',
  ])
  assert.equal(found({ ...allow('s3:GetObject'), Resource: ['arn:aws:s3:::'] }), ['malformed-arn 1 arn:aws:s3:::'])
  assert.equal(
    found({ ...allow('s3:GetObject'), Resource: '*', Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } } }),
    [],
  )
})

test('the message of a finding names the action without its service', () => {
  const [all] = lintPolicy(JSON.stringify(document(allow('s3:GetObject', 'b'))))
  assert.is(
    all?.message,
    'It never matches: GetObject is about objects, and no resource names one, such as arn:aws:s3:::b/*.',
  )
  const [some] = lintPolicy(JSON.stringify(document(allow('s3:GetObject s3:ListBucket', 'b'))))
  assert.match(some?.message ?? '', /^GetObject never matches here: /)
})

test('a statement that never matches is reported, and so is an action that cannot match', () => {
  assert.equal(found(allow('s3:GetObject', 'b')), ['never-matches 1 s3:GetObject'])
  assert.equal(found(allow('s3:ListBucket', 'b/home/*')), ['never-matches 1 s3:ListBucket'])
  assert.equal(found(allow('s3:GetObject s3:ListBucket', 'b')), ['never-matches 1 s3:GetObject'])
  for (const fine of [
    allow('s3:GetObject', 'b/*'),
    allow('s3:ListBucket', 'b'),
    allow('s3:ListBucket', 'b/*'),
    allow('s3:*', 'b'),
    allow('s3:ListBucket', 'log*'),
  ])
    assert.equal(found(fine), [])
})

test('a statement fully covered by a Deny is reported as shadowed', () => {
  assert.equal(found(allow('s3:DeleteObject', 'etl/tmp/*'), deny('s3:Delete*', 'etl/*')), ['shadowed 1 2'])
  assert.equal(found(deny('s3:*', '*'), allow('s3:GetObject', 'b/*')), ['shadowed 2 1'])
  assert.equal(found(allow('s3:GetObject', 'b/*'), { ...deny('s3:*'), NotResource: ['arn:aws:s3:::c/*'] }), [
    'shadowed 1 2',
  ])
  for (const part of [
    [allow('s3:DeleteObject s3:GetObject', 'etl/*'), deny('s3:DeleteObject', 'etl/*')],
    [allow('s3:DeleteObject', 'etl/*'), deny('s3:DeleteObject', 'etl/raw/*')],
    [
      allow('s3:DeleteObject', 'etl/*'),
      deny('s3:DeleteObject', 'etl/*', { Bool: { 'aws:SecureTransport': ['false'] } }),
    ],
  ])
    assert.equal(found(...part), [])
})

test('a very permissive statement is reported', () => {
  assert.equal(found(allow('s3:GetObject', '*')), ['wide 1'])
  assert.equal(found(allow('admin:*')), ['wide 1 admin:*'])
  assert.equal(found({ ...allow('', 'b/*'), Action: undefined, NotAction: ['s3:DeleteObject'] }), ['not-action 1'])
  assert.equal(found(allow('s3:ListAllMyBuckets', '*')), [])
})

test('an error that invalidates the policy is reported once', () => {
  assert.equal(found({ ...allow('s3:GetObject', 'b/*'), Principal: '*' }), ['invalid 1'])
  assert.equal(found(allow('s3:GetObject', 'b/*', { Sometimes: { 'aws:username': ['ann'] } })), ['invalid 1'])
  assert.equal(pluck(lintPolicy('{"Version":"2012-10-17"}'), 'kind'), ['invalid'])
  assert.equal(lintPolicy('{'), [])
})

test('the built-in policies have no errors, and some are very permissive', () => {
  const kinds = Array.from(
    builtInPolicies,
    ([name, policy]) => `${name}: ${lintPolicy(JSON.stringify(policy)).map(({ kind }) => kind)}`,
  )
  assert.equal(kinds, [
    'consoleAdmin: wide,wide',
    'diagnostics: ',
    'readonly: wide',
    'readwrite: wide',
    'writeonly: wide',
  ])
})

test('every action has a distinct description', () => {
  for (const { name, description } of vocabulary) assert.match(description, /^[A-Z][^.]{8,}$/, name)
  assert.is(new Set(vocabulary.map(({ name }) => name)).size, vocabulary.length)
})

test('a Resource on an admin action has no effect', () => {
  assert.equal(found(allow('*', 'alpha/*')), ['no-effect 1 arn:aws:s3:::alpha/*', 'wide 1 *'])
  assert.equal(found(deny('*', 'alpha/*')), ['no-effect 1 arn:aws:s3:::alpha/*'])
  assert.equal(found(deny('admin:ListUsers', 'alpha')), ['no-effect 1 arn:aws:s3:::alpha'])
  assert.equal(found(allow('admin:ServerInfo', '*'), allow('s3:GetObject', 'alpha/*')), [])
  assert.equal(found(allow('s3:GetObject', 'beta/*'), deny('*', 'alpha/*')), [
    'shadowed 1 2',
    'no-effect 2 arn:aws:s3:::alpha/*',
  ])
})

test('a condition on groups has no effect for users of a storage that takes groups from tokens', () => {
  const inStaff = { 'ForAnyValue:StringEquals': { 'aws:groups': ['staff'] } }
  const text = JSON.stringify(document(allow('s3:GetObject', 'b/*', inStaff)))
  assert.equal(
    lintPolicy(text, 'of-tokens').map(({ kind, value }) => `${kind} ${value}`),
    ['no-effect aws:groups'],
  )
  assert.equal(lintPolicy(text), [])
})
