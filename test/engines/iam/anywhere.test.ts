import { assert, test } from '../../lib/suite.ts'
import { createEvaluator, permissions, type PolicyDocument } from '../../../engines/iam/policy.ts'
import { allow, ask, deny, document, isAllowed, mayAnywhere } from './statements.ts'

/** Permissions of an account if each of these documents has to grant an action. */
const permissionsOf = (...layers: PolicyDocument[]) => permissions(layers.map((layer) => createEvaluator([layer])))

type Case = [text: string, statements: ReturnType<typeof allow>[], request: string, expected: boolean]

const all = allow('s3:*', '*')
const prefix = allow('s3:ListBucket', 'b', { StringLike: { 's3:prefix': ['home/*'] } })

const cases: Case[] = [
  ['an Allow on one prefix grants the action', [allow('s3:GetObject', 'b/home/*')], 's3:GetObject', true],
  ['an action without an Allow is not granted', [allow('s3:PutObject', '*')], 's3:GetObject', false],
  ['an Allow with a condition on s3:prefix grants listing', [prefix], 's3:ListBucket', true],
  [
    'an Allow with an unknown condition operator grants nothing',
    [allow('s3:GetObject', '*', { Sometimes: { 's3:prefix': ['x'] } })],
    's3:GetObject',
    false,
  ],
  [
    'an Allow for a source address grants nothing while the address is unknown',
    [allow('s3:GetObject', '*', { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } })],
    's3:GetObject',
    false,
  ],
  ['a Deny of the action everywhere revokes it', [all, deny('s3:GetObject', '*')], 's3:GetObject', false],
  ['a Deny of every action revokes the action', [all, deny('s3:*', '*')], 's3:GetObject', false],
  ['a Deny in one bucket does not revoke the action in others', [all, deny('s3:*', 'b b/*')], 's3:GetObject', true],
  [
    'a Deny that covers every Allow revokes the action',
    [allow('s3:GetObject', 'b/home/*'), deny('s3:*', 'b/*')],
    's3:GetObject',
    false,
  ],
  [
    'a Deny on one prefix does not revoke the action on others',
    [allow('s3:GetObject', 'b/*'), deny('s3:GetObject', 'b/secret/*')],
    's3:GetObject',
    true,
  ],
  [
    'a Deny with a condition on s3:prefix does not revoke listing of other prefixes',
    [all, deny('s3:ListBucket', '*', { StringLike: { 's3:prefix': ['secret*'] } })],
    's3:ListBucket',
    true,
  ],
  [
    'a Deny with an unknown condition operator revokes the action',
    [all, deny('s3:GetObject', '*', { Sometimes: { 's3:prefix': ['x'] } })],
    's3:GetObject',
    false,
  ],
  [
    'a Deny with NotResource does not revoke the action in the excluded bucket',
    [all, { Effect: 'Deny', Action: ['s3:*'], NotResource: ['arn:aws:s3:::b/*'] }],
    's3:GetObject',
    true,
  ],
  [
    'a Deny with NotResource revokes an Allow elsewhere',
    [allow('s3:GetObject', 'c/*'), { Effect: 'Deny', Action: ['s3:*'], NotResource: ['arn:aws:s3:::b/*'] }],
    's3:GetObject',
    false,
  ],
  ['an admin action needs no resource', [allow('admin:*')], 'admin:ListUsers', true],
  ['a Deny revokes an admin action', [allow('admin:*'), deny('admin:ListUsers')], 'admin:ListUsers', false],
  ['an Allow on a prefix applies to its bucket', [allow('s3:GetObject', 'b/home/*')], 's3:GetObject b', true],
  [
    'an Allow on a prefix does not apply to another bucket',
    [allow('s3:GetObject', 'b/home/*')],
    's3:GetObject c',
    false,
  ],
  [
    'an Allow with a wildcard in the bucket name applies to matching buckets',
    [allow('s3:GetObject', 'data-*/in/*')],
    's3:GetObject data-7',
    true,
  ],
  [
    'an Allow with a wildcard in the bucket name does not apply to other buckets',
    [allow('s3:GetObject', 'data-*/in/*')],
    's3:GetObject logs',
    false,
  ],
  ['a Deny on a bucket revokes the action there', [all, deny('s3:*', 'b/*')], 's3:GetObject b', false],
  ['a Deny on another bucket does not revoke the action', [all, deny('s3:*', 'c/*')], 's3:GetObject b', true],
  ['listing a prefix includes listing its bucket', [prefix], 's3:ListBucket b', true],
  ['listing a prefix does not include listing another bucket', [prefix], 's3:ListBucket c', false],
  ['an Allow on all objects of a bucket grants listing it', [allow('s3:ListBucket', 'b/*')], 's3:ListBucket b', true],
  ['an Allow on a prefix does not grant creating buckets', [allow('s3:*', 'b/prefix*')], 's3:CreateBucket', false],
  [
    'an Allow on a prefix does not grant listening to bucket notifications',
    [allow('s3:*', 'b/prefix*')],
    's3:ListenBucketNotification',
    false,
  ],
  ['an Allow on all objects of a bucket includes the bucket', [allow('s3:*', 'b/*')], 's3:CreateBucket', true],
  [
    'an Allow with a wildcard in the bucket name grants creating buckets',
    [allow('s3:*', 'data-*')],
    's3:CreateBucket',
    true,
  ],
  ['an Allow on a bucket alone does not apply to its objects', [allow('s3:*', 'b')], 's3:GetObject b', false],
]

for (const [text, statements, request, expected] of cases) {
  test(text, () => {
    assert.is(mayAnywhere([document(...statements)], ask(request)), expected, request)
  })
}

test('an action allowed on some resource is allowed somewhere', () => {
  const statements = [
    allow('s3:Get*', 'a/x*'),
    allow('s3:*', 'b/*'),
    prefix,
    deny('s3:GetObject', 'b/secret/*'),
    allow('admin:ListUsers'),
  ]
  for (const request of [
    's3:GetObject a/x1',
    's3:GetObject b/k',
    's3:PutObject b/k',
    's3:GetObject b/secret/k',
    's3:GetObject a/y',
    'admin:ListUsers',
  ]) {
    const decided = ask(request)
    if (isAllowed([document(...statements)], decided))
      assert.ok(mayAnywhere([document(...statements)], { ...decided }), request)
  }
})

test('an additional restriction only removes rights', () => {
  const { may, mayAnywhere } = permissionsOf(document(allow('s3:GetObject', 'b/*')), document(allow('s3:*', 'b/in/*')))
  assert.ok(may('s3:GetObject', { bucket: 'b', key: 'in/k' }))
  assert.not(may('s3:GetObject', { bucket: 'b', key: 'out/k' }))
  assert.not(may('s3:PutObject', { bucket: 'b', key: 'in/k' }))
  assert.ok(mayAnywhere('s3:GetObject'))
  assert.not(mayAnywhere('s3:PutObject'))
})

test('a key with one star matches directly in a folder, with two stars at any depth', () => {
  const team = permissionsOf(document(allow('s3:PutObject', 'b/team/a/*'), deny('s3:PutObject', 'b/team/a/old/*')))
  const put = (key: string) => team.may('s3:PutObject', { bucket: 'b', key })
  assert.equal(['*', 'team/*', 'team/a/*', 'team/a/new/*', 'team/a/old/*', 'team/b/*'].map(put), [
    false,
    false,
    true,
    true,
    false,
    false,
  ])
  assert.equal(['**', 'team/**', 'team/a/**', 'team/a/old/**', 'team/b/**'].map(put), [true, true, true, false, false])

  const pictures = permissionsOf(document(allow('s3:PutObject', 'b/*.jpg'), deny('s3:PutObject', 'b/raw/*')))
  const picture = (key: string) => pictures.may('s3:PutObject', { bucket: 'b', key })
  assert.equal(['*', 'any/*', 'any/**', 'a.jpg', 'a.txt'].map(picture), [true, true, true, true, false])

  assert.not(permissionsOf(document()).may('s3:PutObject', { bucket: 'b', key: '**' }))
})
