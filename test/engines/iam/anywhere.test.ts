import { assert, test } from '../../lib/suite.ts'
import { createEvaluator, permissions, type PolicyDocument } from '../../../engines/iam/policy.ts'
import { allow, ask, deny, document, isAllowed, mayAnywhere } from './statements.ts'

/** Permissions of an account if each of these documents has to grant an action. */
const judgedBy = (...layers: PolicyDocument[]) => permissions(layers.map((layer) => createEvaluator([layer])))

type Case = [text: string, statements: ReturnType<typeof allow>[], request: string, expected: boolean]

const all = allow('s3:*', '*')
const prefix = allow('s3:ListBucket', 'b', { StringLike: { 's3:prefix': ['home/*'] } })

const cases: Case[] = [
  ['an Allow on one prefix is something', [allow('s3:GetObject', 'b/home/*')], 's3:GetObject', true],
  ['nothing is nothing', [allow('s3:PutObject', '*')], 's3:GetObject', false],
  ['an Allow with a listing condition is something', [prefix], 's3:ListBucket', true],
  [
    'an Allow whose operator is unknown is nothing',
    [allow('s3:GetObject', '*', { Sometimes: { 's3:prefix': ['x'] } })],
    's3:GetObject',
    false,
  ],
  [
    'an Allow bound to an address that is not known is nothing',
    [allow('s3:GetObject', '*', { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } })],
    's3:GetObject',
    false,
  ],
  ['a Deny of everything leaves nothing', [all, deny('s3:GetObject', '*')], 's3:GetObject', false],
  ['a Deny of every action leaves nothing', [all, deny('s3:*', '*')], 's3:GetObject', false],
  ['a Deny of one bucket leaves the others', [all, deny('s3:*', 'b b/*')], 's3:GetObject', true],
  [
    'a Deny of all that is allowed leaves nothing',
    [allow('s3:GetObject', 'b/home/*'), deny('s3:*', 'b/*')],
    's3:GetObject',
    false,
  ],
  [
    'a Deny of a part leaves the rest',
    [allow('s3:GetObject', 'b/*'), deny('s3:GetObject', 'b/secret/*')],
    's3:GetObject',
    true,
  ],
  [
    'a Deny bound to a prefix leaves the other prefixes',
    [all, deny('s3:ListBucket', '*', { StringLike: { 's3:prefix': ['secret*'] } })],
    's3:ListBucket',
    true,
  ],
  [
    'a Deny that cannot be decided leaves nothing',
    [all, deny('s3:GetObject', '*', { Sometimes: { 's3:prefix': ['x'] } })],
    's3:GetObject',
    false,
  ],
  [
    'a Deny everywhere but in one bucket leaves that bucket',
    [all, { Effect: 'Deny', Action: ['s3:*'], NotResource: ['arn:aws:s3:::b/*'] }],
    's3:GetObject',
    true,
  ],
  [
    'a Deny everywhere but there leaves nothing elsewhere',
    [allow('s3:GetObject', 'c/*'), { Effect: 'Deny', Action: ['s3:*'], NotResource: ['arn:aws:s3:::b/*'] }],
    's3:GetObject',
    false,
  ],
  ['an admin action needs no resource', [allow('admin:*')], 'admin:ListUsers', true],
  ['an admin action is denied as a whole', [allow('admin:*'), deny('admin:ListUsers')], 'admin:ListUsers', false],
  ['a prefix opens its bucket', [allow('s3:GetObject', 'b/home/*')], 's3:GetObject b', true],
  ['a prefix opens no other bucket', [allow('s3:GetObject', 'b/home/*')], 's3:GetObject c', false],
  [
    'a wildcard in the bucket part opens the buckets that it fits',
    [allow('s3:GetObject', 'data-*/in/*')],
    's3:GetObject data-7',
    true,
  ],
  ['and none that it does not', [allow('s3:GetObject', 'data-*/in/*')], 's3:GetObject logs', false],
  ['a Deny of the bucket closes it', [all, deny('s3:*', 'b/*')], 's3:GetObject b', false],
  ['a Deny of another bucket does not', [all, deny('s3:*', 'c/*')], 's3:GetObject b', true],
  ['a right to list a prefix lists the bucket', [prefix], 's3:ListBucket b', true],
  ['but not another bucket', [prefix], 's3:ListBucket c', false],
  [
    'an Allow on the objects of a bucket with an open end lists it',
    [allow('s3:ListBucket', 'b/*')],
    's3:ListBucket b',
    true,
  ],
  ['an Allow below a prefix makes no bucket', [allow('s3:*', 'b/prefix*')], 's3:CreateBucket', false],
  ['an Allow below a prefix listens to no bucket', [allow('s3:*', 'b/prefix*')], 's3:ListenBucketNotification', false],
  ['an Allow on all that is in a bucket is about the bucket too', [allow('s3:*', 'b/*')], 's3:CreateBucket', true],
  ['an Allow with a wildcard for buckets makes buckets', [allow('s3:*', 'data-*')], 's3:CreateBucket', true],
  ['an Allow on the bucket alone opens no object', [allow('s3:*', 'b')], 's3:GetObject b', false],
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
    const question = ask(request)
    if (isAllowed([document(...statements)], question))
      assert.ok(mayAnywhere([document(...statements)], { ...question }), request)
  }
})

test('an additional restriction only removes rights', () => {
  const { may, mayAnywhere } = judgedBy(document(allow('s3:GetObject', 'b/*')), document(allow('s3:*', 'b/in/*')))
  assert.ok(may('s3:GetObject', { bucket: 'b', key: 'in/k' }))
  assert.not(may('s3:GetObject', { bucket: 'b', key: 'out/k' }))
  assert.not(may('s3:PutObject', { bucket: 'b', key: 'in/k' }))
  assert.ok(mayAnywhere('s3:GetObject'))
  assert.not(mayAnywhere('s3:PutObject'))
})

test('a key with one star matches directly in a folder, with two stars at any depth', () => {
  const team = judgedBy(document(allow('s3:PutObject', 'b/team/a/*'), deny('s3:PutObject', 'b/team/a/old/*')))
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

  const pictures = judgedBy(document(allow('s3:PutObject', 'b/*.jpg'), deny('s3:PutObject', 'b/raw/*')))
  const picture = (key: string) => pictures.may('s3:PutObject', { bucket: 'b', key })
  assert.equal(['*', 'any/*', 'any/**', 'a.jpg', 'a.txt'].map(picture), [true, true, true, true, false])

  assert.not(judgedBy(document()).may('s3:PutObject', { bucket: 'b', key: '**' }))
})
