import { assert, test } from '../../lib/suite.ts'
import { Failure } from '../../../core/protocol/failure.ts'
import { builtInPolicies, isKnownAction, parsePolicy, readPolicy } from '../../../engines/iam/policy.ts'

const everywhere = { Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::*'] }
const policy = (...statements: unknown[]) => JSON.stringify({ Version: '2012-10-17', Statement: statements })
const changed = (change: object) => policy({ ...everywhere, ...change })

test('a policy is parsed, and single values become lists', () => {
  const text =
    '{"ID":"x","Version":"2012-10-17","Statement":[{"Sid":"1","Effect":"Allow","Action":"s3:GetObject","Resource":"arn:aws:s3:::b/*","Condition":{"IpAddress":{"aws:SourceIp":"10.0.0.0/8"}}}]}'
  assert.equal(parsePolicy(text), {
    ID: 'x',
    Version: '2012-10-17',
    Statement: [
      {
        Sid: '1',
        Effect: 'Allow',
        Action: ['s3:GetObject'],
        Resource: ['arn:aws:s3:::b/*'],
        Condition: { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } },
      },
    ],
  })
})

test('parsing a policy twice changes nothing', () => {
  for (const [name, document] of builtInPolicies) assert.equal(parsePolicy(JSON.stringify(document)), document, name)
})

const good: unknown[] = [
  everywhere,
  { Effect: 'Deny', Action: 's3:*', Resource: 'arn:aws:s3:::*' },
  { Effect: 'Allow', Action: ['s3:Get*', 's3:List*'], Resource: ['*'] },
  // matches one action only
  { Effect: 'Allow', Action: ['s3:CreateBuck*'], Resource: ['*'] },
  { Effect: 'Allow', NotAction: ['s3:DeleteObject'], Resource: ['arn:aws:s3:::b/*'] },
  { Effect: 'Allow', Action: ['s3:GetObject'], NotResource: ['arn:aws:s3:::b/*'] },
  { Effect: 'Allow', Action: ['admin:*'] },
  { Effect: 'Allow', Action: ['admin:ListUsers', 'admin:CreateUser'], Resource: ['arn:aws:s3:::*'] },
  { Effect: 'Allow', Action: ['kms:*'] },
  { Effect: 'Allow', Action: ['kms:CreateKey'], Resource: ['arn:minio:kms:::key-*'] },
  { Effect: 'Allow', Action: ['*'] },
  {
    ...everywhere,
    Action: 's3:ListBucket',
    Condition: { StringLike: { 's3:prefix': ['home/${aws:username}/*', ''] } },
  },
  {
    ...everywhere,
    Action: 's3:*',
    Condition: { StringLike: { 's3:prefix': ['home/*'] }, Null: { 's3:versionid': false } },
  },
  {
    ...everywhere,
    Condition: { Bool: { 'aws:SecureTransport': 'true' }, NumericLessThan: { 'aws:EpochTime': 1900000000 } },
  },
  { ...everywhere, Condition: { DateGreaterThan: { 'aws:CurrentTime': '2026-01-01T00:00:00Z' } } },
  {
    ...everywhere,
    Condition: {
      'ForAnyValue:StringEquals': { 'aws:groups': ['g'] },
      StringEquals: { 's3:ExistingObjectTag/team': 'red' },
    },
  },
  { ...everywhere, Condition: { NotIpAddress: { 'aws:SourceIp': ['10.0.0.0/8', '::1', '192.168.0.1'] } } },
  { Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::b'] },
]

test('document fields are case-insensitive, and a single statement becomes a list', () => {
  const statement = { effect: 'Allow', ACTION: 's3:GetObject', resource: 'arn:aws:s3:::b/*' }
  assert.equal(parsePolicy(JSON.stringify({ Id: 'Policy1', version: '2012-10-17', Statement: statement })), {
    ID: 'Policy1',
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::b/*'] }],
  })
})

test('a Deny of long sessions by an identity provider is a valid policy', () => {
  const statement = {
    Effect: 'Deny',
    Action: ['sts:AssumeRoleWithWebIdentity'],
    Condition: { NumericGreaterThan: { 'sts:DurationSeconds': ['300'] } },
  }
  assert.equal(parsePolicy(policy(statement)).Statement, [statement])
})

test('the resource * survives a server that doubles it', () => {
  const document = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 's3:GetObject', Resource: '**' }] }
  assert.equal(readPolicy(document).Statement[0]?.Resource, ['*'])
})

for (const statement of good) {
  test(`this statement is accepted: ${JSON.stringify(statement)}`, () => {
    assert.is(parsePolicy(policy(statement)).Statement.length, 1)
  })
}

const bad: [text: string, says: RegExp][] = [
  ['', /not JSON/],
  ['{', /not JSON/],
  ['[]', /JSON object/],
  ['null', /JSON object/],
  ['"text"', /JSON object/],
  ['{}', /"Version" must be "2012-10-17"/],
  ['{"Version":"2008-10-17","Statement":[]}', /"Version"/],
  ['{"Version":"2012-10-17"}', /"Statement" must be a list/],
  ['{"Version":"2012-10-17","Statement":[]}', /"Statement" must be a list/],
  ['{"Version":"2012-10-17","Statement":{}}', /Statement 1: "Effect"/],
  ['{"Version":"2012-10-17","Statement":[1]}', /Statement 1: .*object/],
  ['{"Version":"2012-10-17","Statement":[],"Extra":1}', /"Extra" is not a valid key/],
  ['{"Version":"2012-10-17","statement":[]}', /"Statement" must be a list/],
  ['{"Version":"2012-10-17","ID":1,"Statement":[1]}', /"ID"/],
  ['{"Version":"2012-10-17","Statement":[{"__proto__":{}}]}', /"__proto__" is not a valid key/],
  [changed({ Principal: '*' }), /Statement 1: "Principal" is not a valid key/],
  [changed({ Effect: 'allow' }), /"Effect" must be "Allow" or "Deny"/],
  [changed({ Effect: undefined }), /"Effect"/],
  [changed({ Sid: 1 }), /"Sid"/],
  [changed({ Action: undefined }), /names no "Action"/],
  [changed({ Action: [] }), /"Action" must be a string or a list of strings/],
  [changed({ Action: '' }), /"Action"/],
  [changed({ Action: [1] }), /"Action"/],
  [changed({ Action: { a: 1 } }), /"Action"/],
  [changed({ Action: ['s3:GetObject', null] }), /"Action"/],
  [changed({ Action: 's3:Fly' }), /"s3:Fly" is not an action/],
  [changed({ Action: 's3:getobject' }), /"s3:getobject" is not an action/],
  [changed({ Action: 'GetObject' }), /"GetObject" is not an action/],
  [changed({ Action: 'ec2:*' }), /"ec2:\*" is not an action/],
  [changed({ Action: 's3:Fly*' }), /"s3:Fly\*" is not an action/],
  [changed({ Action: 'admin:Get*' }), /only "admin:\*" has a wildcard/],
  [changed({ Action: ['s3:GetObject', 'admin:ListUsers'] }), /a statement each/],
  [changed({ Action: ['*', 's3:GetObject'] }), /a statement each/],
  [changed({ NotAction: ['s3:GetObject'] }), /"Action" and "NotAction" exclude/],
  [changed({ NotResource: ['arn:aws:s3:::*'] }), /"Resource" and "NotResource" exclude/],
  [changed({ Resource: undefined }), /names no "Resource"/],
  [changed({ Resource: 'b/*' }), /"b\/\*" is not a resource.*"arn:aws:s3:::"/],
  [changed({ Resource: 'arn:aws:s3:::' }), /is not a resource/],
  [changed({ Resource: 'arn:aws:s3:::/b' }), /matches no bucket/],
  [changed({ Resource: 'arn:aws:sqs:::b' }), /is not a resource/],
  [changed({ Resource: [] }), /"Resource" must be/],
  [policy({ Effect: 'Allow', Action: 'kms:*', Resource: 'arn:aws:s3:::b' }), /"arn:minio:kms:::"/],
  [changed({ Condition: [] }), /"Condition" must be an object/],
  [changed({ Condition: {} }), /"Condition" must be an object with/],
  [changed({ Condition: { StringEquals: 'x' } }), /Condition "StringEquals" must be an object/],
  [changed({ Condition: { Sometimes: { 'aws:username': 'x' } } }), /"Sometimes" is not an operator/],
  [changed({ Condition: { StringEqualsIfExists: { 'aws:username': 'x' } } }), /is not an operator/],
  [changed({ Condition: { StringEquals: { 'aws:nonsense': 'x' } } }), /"aws:nonsense" is not a condition key/],
  [changed({ Condition: { StringEquals: { 'aws:username': [] } } }), /needs a string, number or boolean/],
  [changed({ Condition: { StringEquals: { 'aws:username': null } } }), /needs a string, number or boolean/],
  [
    changed({ Condition: { StringEquals: { 's3:prefix': 'x' } } }),
    /"s3:prefix" is not a condition key of "s3:GetObject"/,
  ],
  [
    changed({ Action: 's3:CreateBucket', Condition: { StringEquals: { 's3:versionid': 'x' } } }),
    /"s3:versionid" is not a condition key of "s3:CreateBucket"/,
  ],
  [
    policy({ Effect: 'Allow', Action: 'admin:*', Condition: { StringEquals: { 's3:prefix': 'x' } } }),
    /not a condition key of admin actions/,
  ],
  [changed({ Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.0/33' } } }), /neither an address nor a network/],
  [changed({ Condition: { IpAddress: { 'aws:username': '10.0.0.0/8' } } }), /is for "aws:SourceIp"/],
  [changed({ Condition: { Bool: { 'aws:username': 'true' } } }), /is for "aws:SecureTransport"/],
  [changed({ Condition: { Bool: { 'aws:SecureTransport': 'maybe' } } }), /cannot compare/],
  [changed({ Condition: { Null: { 'aws:username': ['true', 'false'] } } }), /one value only/],
  [changed({ Condition: { NumericEquals: { 'aws:EpochTime': 'ten' } } }), /cannot compare/],
  [changed({ Condition: { DateEquals: { 'aws:CurrentTime': 'soon' } } }), /cannot compare/],
  [policy(everywhere, { ...everywhere, Effect: 'No' }), /Statement 2: /],
  [policy(...Array.from({ length: 300 }, () => everywhere)), /bytes; the limit is 20480/],
]

for (const [text, expectedMessage] of bad) {
  test(`a policy is refused with the reason ${expectedMessage}: ${text.slice(0, 100)}`, () => {
    try {
      parsePolicy(text)
    } catch (error) {
      assert.instance(error, Failure)
      assert.is((error as Failure).status, 400)
      assert.match((error as Failure).message, expectedMessage)
      return
    }
    assert.unreachable(text)
  })
}

test("a server's document is accepted with unknown fields", () => {
  const document = readPolicy({
    Version: '2030-01-01',
    Statement: [
      {
        Effect: 'Allow',
        Action: 's3:Fly',
        Resource: ['arn:aws:s3:::*'],
        Condition: { Sometimes: { 'aws:mood': 'good' } },
      },
    ],
  })
  assert.equal(document.Statement[0]?.Action, ['s3:Fly'])
  assert.equal(document.Statement[0]?.Condition, { Sometimes: { 'aws:mood': ['good'] } })
  assert.equal(readPolicy({ Version: '', Statement: null }).Statement, [])
  assert.throws(() => readPolicy('x'), /cannot be read/)
})

test('the actions of S3, the admin API and the key service are known', () => {
  for (const name of [
    's3:GetObject',
    's3:*',
    's3:HeadBucket',
    'admin:ListUsers',
    'admin:*',
    'admin:ServiceRestart',
    'kms:CreateKey',
  ])
    assert.ok(isKnownAction(name), name)
  for (const name of ['s3:Fly', 's3:Get*', 'admin:Get*', 'GetObject', '', 'constructor', '__proto__'])
    assert.not(isKnownAction(name), name)
})
