import { assert, test } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import { anonymousAccess, publicPolicy, readRules, withRule } from '../backend/anonymous.ts'

const arn = (path: string) => `arn:aws:s3:::${path}`
const everyone = { AWS: ['*'] }

/**
 * A handwritten policy: with Sids, spaces, lists and single values, a user next to everyone, and statements that no
 * rule covers.
 */
const links = `{ "Sid": "Links", "Effect": "Allow", "Principal": "*", "Action": "s3:GetObject", "Resource": "${arn('b/links/*')}" }`
const shared = `{"Effect":"Allow","Sid":"Shared","Principal":{"AWS":["*","arn:aws:iam::1:user/eve"]},"Action":["s3:GetObject","s3:PutObject"],
     "Resource":["${arn('b/a/*')}","${arn('b/c/*')}"]}`
const denied = `{"Sid":"Never","Effect":"Deny","Principal":"*","NotAction":["s3:GetObject"],"Resource":["${arn('b/secret/*')}"]}`
const office = `{"Effect":"Allow","Principal":"*","Action":["s3:GetObject"],"Resource":["${arn('b/office/*')}"],"Condition":{"IpAddress":{"aws:SourceIp":"10.0.0.0/8"}}}`
const handwritten = `{
  "Version" : "2012-10-17", "Id": "hand, \\"written\\"]",
  "Statement": [
    ${links} ,
    ${shared},
    ${denied}, ${office}
  ],
  "Comment": {"Statement": [1, 2]}
}`

const openStatements = (text: string | undefined) =>
  (JSON.parse(text ?? '{"Statement":[]}') as { Statement: unknown[] }).Statement

test('a rule for one prefix opens nothing else and leaves all other statements as they were written', () => {
  const next = withRule('b', handwritten, 'other/', 'writeonly') ?? ''
  assert.ok(next.startsWith(handwritten.slice(0, handwritten.indexOf(office) + office.length)))
  assert.ok(next.endsWith(handwritten.slice(handwritten.indexOf('\n  ],'))))
  const [, , , , ...added] = openStatements(next)
  assert.equal(added, [
    {
      Effect: 'Allow',
      Principal: everyone,
      Action: ['s3:GetBucketLocation', 's3:ListBucketMultipartUploads'],
      Resource: [arn('b')],
    },
    {
      Effect: 'Allow',
      Principal: everyone,
      Action: ['s3:AbortMultipartUpload', 's3:DeleteObject', 's3:ListMultipartUploadParts', 's3:PutObject'],
      Resource: [arn('b/other/*')],
    },
  ])
  assert.equal(openStatements(withRule('b', next, 'other/')), openStatements(handwritten))
})

test('a rule lists its granted actions if they differ from those of its access', () => {
  const { rules, others } = readRules('b', handwritten)
  assert.equal(rules, [
    { prefix: 'a/', access: 'readonly', actions: ['s3:GetObject', 's3:PutObject'] },
    { prefix: 'c/', access: 'readonly', actions: ['s3:GetObject', 's3:PutObject'] },
    { prefix: 'links/', access: 'readonly', actions: ['s3:GetObject'] },
  ])
  assert.equal(others, [denied, office])
})

test('statements that make no rule or more than one are listed as other statements', () => {
  const statement = (Action: string[], Resource: string[], more = {}) =>
    JSON.stringify({ Effect: 'Allow', Principal: everyone, Action, Resource: Resource.map(arn), ...more })
  const of = (...statements: string[]) => readRules('b', `{"Version":"2012-10-17","Statement":[${statements.join()}]}`)
  const upload = statement(['s3:PutObject'], ['b/in/*'])
  const list = statement(['s3:ListBucket'], ['b'])
  const pattern = statement(['s3:GetObject'], ['b/*/public/*'])
  const one = statement(['s3:GetObject'], ['b/index.html'])
  const unreachable = statement(['s3:GetObject'], ['b/x/*'], { Condition: { StringEquals: { 's3:prefix': ['x/'] } } })
  const all = statement(['s3:*'], ['b', 'b/*'])
  for (const each of [upload, list, pattern, one, unreachable]) assert.equal(of(each), { rules: [], others: [each] })
  assert.equal(of(all), {
    rules: [{ prefix: '', access: 'readwrite', actions: ['s3:*', 's3:ListBucket', 's3:ListBucketMultipartUploads'] }],
    others: [all],
  })
})

test('rules written by other consoles are read as plain rules, and removing the last one leaves nothing behind', () => {
  let text: string | undefined
  const kinds = { 'a/': 'readonly', 'b "ü"/': 'readwrite', 'in/': 'writeonly', '': 'readonly' } as const
  for (const [prefix, access] of Object.entries(kinds)) text = withRule('b', text, prefix, access)
  const rules = () => readRules('b', text)
  assert.equal(rules(), {
    rules: Object.entries(kinds)
      .map(([prefix, access]) => ({ prefix, access }))
      .sort((one, other) => (one.prefix < other.prefix ? -1 : 1)),
    others: [],
  })
  text = withRule('b', text, 'b "ü"/', 'readonly')
  text = withRule('b', text, 'in/')
  assert.not.match(text ?? '', 'PutObject')
  assert.not.match(text ?? '', 'Multipart')
  text = withRule('b', text, '')
  assert.equal(rules(), {
    rules: [
      { prefix: 'a/', access: 'readonly' },
      { prefix: 'b "ü"/', access: 'readonly' },
    ],
    others: [],
  })
  for (const prefix of ['a/', 'b "ü"/']) text = withRule('b', text, prefix)
  assert.is(text, undefined)
})

test('removing a rule from a wider statement leaves the other principals their access', () => {
  const next = withRule('b', handwritten, 'a/') ?? ''
  for (const statement of [links, denied, office]) assert.ok(next.includes(statement))
  const user = { AWS: ['arn:aws:iam::1:user/eve'] }
  const Action = ['s3:GetObject', 's3:PutObject']
  assert.equal(openStatements(next).slice(1, 3), [
    { Sid: 'Shared', Effect: 'Allow', Principal: user, Action, Resource: [arn('b/a/*'), arn('b/c/*')] },
    { Effect: 'Allow', Principal: everyone, Action, Resource: [arn('b/c/*')] },
  ])
  assert.equal(pluck(readRules('b', next).rules, 'prefix'), ['c/', 'links/'])
})

test('a handwritten rule that also opens the bucket is removed completely, and can be replaced', () => {
  const open = `{"Version":"2012-10-17","Statement":[{"Sid":"Site","Effect":"Allow","Principal":"*","Action":["s3:ListBucket","s3:GetObject"],"Resource":["${arn('b')}","${arn('b/*')}"]}]}`
  assert.is(withRule('b', open, ''), undefined)
  const writable = readRules('b', withRule('b', open, '', 'writeonly'))
  assert.equal(writable.rules, [{ prefix: '', access: 'writeonly' }])
  assert.not.match(String(withRule('b', open, '', 'writeonly')), 's3:ListBucket"')
})

test('removing a missing rule is refused, and a text that is not a policy is not overwritten', () => {
  const refused = (status: number) => (error: { status: number }) => error.status === status
  assert.throws(() => withRule('b', handwritten, 'nothing/'), refused(404))
  assert.throws(() => withRule('b', 'no policy', 'a/', 'readonly'), refused(409))
})

test('a single statement outside a list is read, and of two statement lists the last one counts', () => {
  const single = `{"Version":"2012-10-17","Statement":${links}}`
  assert.is(readRules('b', single).rules.length, 1)
  assert.ok(withRule('b', single, 'x/', 'readonly')?.includes(`[${links},`))
  assert.equal(readRules('b', `{"Statement":[${denied}],"Statement":[${links}]}`).others, [])
})

test('a bucket is public only if everyone may do everything with its objects and no other statement exists', () => {
  assert.is(anonymousAccess('b', undefined), 'PRIVATE')
  assert.is(anonymousAccess('b', publicPolicy('b')), 'PUBLIC')
  assert.equal(readRules('b', publicPolicy('b')), { rules: [{ prefix: '', access: 'readwrite' }], others: [] })
  assert.is(anonymousAccess('b', handwritten), 'CUSTOM')
  assert.is(anonymousAccess('b', publicPolicy('b').replace(']}', `,${denied}]}`)), 'CUSTOM')
})
