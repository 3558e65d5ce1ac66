import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { builtInPolicies, type Known, type PolicyDocument } from '../../../engines/policy/policy.ts'
import { allow, ask, deny, document, isAllowed, isDenied } from './statements.ts'

type Statement = PolicyDocument['Statement'][number]

const check = (statements: Statement[], expected: Record<string, boolean>, known: Known = {}) => {
  for (const [request, allowed] of Object.entries(expected))
    assert.is(
      isAllowed([document(...statements)], ask(request, known)),
      allowed,
      `${request} by ${JSON.stringify(statements)}`,
    )
}

test('nothing is allowed that no statement allows', () => {
  check([], { 's3:GetObject b/k': false, 's3:ListBucket b': false, 'admin:ListUsers': false })
  assert.not(isAllowed([], ask('s3:GetObject b/k')))
  check([deny('s3:PutObject', '*')], { 's3:GetObject b/k': false, 's3:PutObject b/k': false })
})

test('an action is matched whole, with wildcards and by case', () => {
  check([allow('s3:GetObject', '*')], {
    's3:GetObject b/k': true,
    's3:GetObjectTagging b/k': false,
    's3:getobject b/k': false,
    's3:Get b/k': false,
  })
  check([allow('s3:Get*', '*')], { 's3:GetObject b/k': true, 's3:GetBucketPolicy b': true, 's3:PutObject b/k': false })
  check([allow('s3:?etObject', '*')], { 's3:GetObject b/k': true, 's3:etObject b/k': false, 's3:PutObject b/k': false })
  check([allow('s3:*Object', '*')], {
    's3:GetObject b/k': true,
    's3:PutObject b/k': true,
    's3:PutObjectTagging b/k': false,
  })
  check([allow('s3:*', '*')], { 's3:CreateBucket b': true, 'admin:ListUsers': false, 'kms:CreateKey': false })
  check([allow('*')], { 's3:CreateBucket b': true, 'admin:ListUsers': true, 's3:GetObject b/k': true })
  check([allow('admin:*')], { 'admin:ListUsers': true, 's3:GetObject b/k': false })
})

test('whoever may read a version may read the object', () => {
  check([allow('s3:GetObjectVersion', 'b/*')], {
    's3:GetObject b/k': true,
    's3:GetObjectVersion b/k': true,
    's3:GetObject other/k': false,
  })
})

test('a resource is matched whole, with wildcards, in its own bucket', () => {
  check([allow('s3:GetObject', 'b/*')], {
    's3:GetObject b/k': true,
    's3:GetObject b/a/b/c': true,
    's3:GetObject bb/k': false,
    's3:GetObject a/b/k': false,
  })
  check([allow('s3:GetObject', 'b/k')], {
    's3:GetObject b/k': true,
    's3:GetObject b/kk': false,
    's3:GetObject b/k/k': false,
  })
  check([allow('s3:GetObject', 'b/home/*')], {
    's3:GetObject b/home/x': true,
    's3:GetObject b/home': false,
    's3:GetObject b/homes/x': false,
  })
  check([allow('s3:GetObject', 'b/*.jpg')], {
    's3:GetObject b/a/x.jpg': true,
    's3:GetObject b/x.jpg.exe': false,
    's3:GetObject b/x.jpeg': false,
  })
  check([allow('s3:GetObject', 'b/f?o')], {
    's3:GetObject b/foo': true,
    's3:GetObject b/fo': false,
    's3:GetObject b/fooo': false,
    's3:GetObject b/f😀o': true,
  })
  check([allow('s3:GetObject', 'data-*/*')], {
    's3:GetObject data-1/k': true,
    's3:GetObject data-/k': true,
    's3:GetObject data/k': false,
  })
  check([allow('s3:GetObject', '*')], { 's3:GetObject any/thing': true })
  check([allow('s3:GetObject', '')], { 's3:GetObject any/thing': true })
})

test('a bucket is meant by its name, by its name with a slash and by a wildcard behind it', () => {
  for (const name of ['b', 'b/', 'b/*', 'b*', '*'])
    check([allow('s3:ListBucket', name)], { 's3:ListBucket b': true }, {})
  for (const name of ['bb', 'b/k', 'a', 'b?'])
    check([allow('s3:ListBucket', name)], { 's3:ListBucket b': name === 'b?' }, {})
})

test('a bucket named alone opens none of its objects', () => {
  check([allow('s3:*', 'b')], { 's3:ListBucket b': true, 's3:GetObject b/k': false, 's3:DeleteObject b/k': false })
})

test('a folder named without its slash is matched with it', () => {
  check([allow('s3:GetObject', 'b/folder')], { 's3:GetObject b/folder/': true, 's3:GetObject b/folder/x': false })
})

test('dots and slashes in a key are taken as they are', () => {
  check([allow('s3:GetObject', 'b/open/*')], {
    's3:GetObject b/open/../secret': true,
    's3:GetObject b/../open/x': false,
  })
  check([allow('s3:GetObject', 'b/secret')], {
    's3:GetObject b/open/../secret': false,
    's3:GetObject b//secret': false,
  })
  check([allow('s3:GetObject', 'b/*'), deny('s3:GetObject', 'b/secret')], {
    's3:GetObject b/secret': false,
    's3:GetObject b/x': true,
  })
})

test('the resource of an admin action does not matter', () => {
  check([allow('admin:ListUsers', 'b/*')], { 'admin:ListUsers': true })
  check([allow('admin:ListUsers')], { 'admin:ListUsers': true, 'admin:CreateUser': false })
})

test('NotAction allows everything else', () => {
  const statement: Statement = { Effect: 'Allow', NotAction: ['s3:Delete*'], Resource: ['arn:aws:s3:::*'] }
  check([statement], {
    's3:GetObject b/k': true,
    's3:DeleteObject b/k': false,
    's3:DeleteBucket b': false,
    'admin:ListUsers': true,
  })
})

test('NotResource allows everywhere else', () => {
  const statement: Statement = {
    Effect: 'Allow',
    Action: ['s3:*'],
    NotResource: ['arn:aws:s3:::secret', 'arn:aws:s3:::secret/*'],
  }
  check([statement], { 's3:GetObject b/k': true, 's3:GetObject secret/k': false, 's3:ListBucket secret': false })
})

test('a Deny wins, wherever it stands', () => {
  const all = allow('s3:*', '*')
  for (const statements of [
    [all, deny('s3:DeleteObject', 'b/*')],
    [deny('s3:DeleteObject', 'b/*'), all],
  ])
    check(statements, { 's3:DeleteObject b/k': false, 's3:DeleteObject c/k': true, 's3:GetObject b/k': true })
  assert.not(isAllowed([document(all), document(deny('s3:GetObject', '*'))], ask('s3:GetObject b/k')))
  assert.ok(isDenied([document(deny('admin:CreateUser'))], ask('admin:CreateUser')))
  assert.not(isDenied([document(allow('admin:ListUsers'))], ask('admin:CreateUser')))
})

test('several documents add up', () => {
  const two = [document(allow('s3:GetObject', 'a/*')), document(allow('s3:PutObject', 'b/*'))]
  for (const [request, allowed] of [
    ['s3:GetObject a/k', true],
    ['s3:PutObject b/k', true],
    ['s3:PutObject a/k', false],
  ] as const)
    assert.is(isAllowed(two, ask(request)), allowed, request)
})

test('variables stand for who asks, in resources and in conditions', () => {
  const ann = { 'aws:username': ['ann'], 'aws:userid': ['ann'] }
  const homes = [allow('s3:GetObject', 'b/home/${aws:username}/*')]
  check(homes, { 's3:GetObject b/home/ann/x': true, 's3:GetObject b/home/bob/x': false }, ann)
  check(homes, { 's3:GetObject b/home/ann/x': false, 's3:GetObject b/home//x': false })
  check(
    [allow('s3:GetObject', '${aws:userid}-*/*')],
    { 's3:GetObject ann-1/x': true, 's3:GetObject bob-1/x': false },
    ann,
  )
  check([allow('s3:GetObject', 'b/${jwt:sub}/*')], { 's3:GetObject b/ann/x': false, 's3:GetObject b//x': false }, ann)
  check([allow('s3:GetObject', 'b/${s3:prefix}/*')], { 's3:GetObject b/x/y': false }, { ...ann, 's3:prefix': ['x'] })
  const listing = allow('s3:ListBucket', 'b', { StringLike: { 's3:prefix': ['home/${aws:username}/*'] } })
  check([listing], { 's3:ListBucket b': true }, { ...ann, 's3:prefix': ['home/ann/photos'] })
  check([listing], { 's3:ListBucket b': false }, { ...ann, 's3:prefix': ['home/bob/'] })
})

test('nobody widens a policy by a name with a wildcard in it', () => {
  for (const name of ['*', 'an?', 'a*']) {
    const known = { 'aws:username': [name], 's3:prefix': ['home/ann/'] }
    check([allow('s3:GetObject', 'b/home/${aws:username}/*')], { 's3:GetObject b/home/ann/x': false }, known)
    check(
      [allow('s3:ListBucket', 'b', { StringLike: { 's3:prefix': ['home/${aws:username}/*'] } })],
      { 's3:ListBucket b': false },
      known,
    )
    check(
      [allow('s3:*', '*'), deny('s3:GetObject', 'b/home/${aws:username}/*')],
      { 's3:GetObject b/home/ann/x': false },
      known,
    )
  }
})

const conditions: [
  operator: string,
  key: string,
  wanted: (string | number | boolean)[],
  known: string[] | undefined,
  holds: boolean,
][] = [
  ['StringEquals', 's3:prefix', ['a/', 'b/'], ['a/'], true],
  ['StringEquals', 's3:prefix', ['a/', 'b/'], ['c/'], false],
  ['StringEquals', 's3:prefix', ['a/'], ['A/'], false],
  ['StringEquals', 's3:prefix', ['a*'], ['ab'], false],
  ['StringEquals', 's3:prefix', [''], [''], true],
  ['StringEquals', 's3:prefix', ['a/'], undefined, false],
  ['StringNotEquals', 's3:prefix', ['a/'], ['b/'], true],
  ['StringNotEquals', 's3:prefix', ['a/', 'b/'], ['b/'], false],
  ['StringNotEquals', 's3:prefix', ['a/'], undefined, true],
  ['StringEqualsIgnoreCase', 'aws:username', ['ANN'], ['ann'], true],
  ['StringNotEqualsIgnoreCase', 'aws:username', ['ANN'], ['ann'], false],
  ['StringLike', 's3:prefix', ['a/*'], ['a/b'], true],
  ['StringLike', 's3:prefix', ['a/*'], ['b/a/'], false],
  ['StringLike', 's3:prefix', ['a/?'], ['a/bc'], false],
  ['StringLike', 's3:prefix', ['*'], undefined, false],
  ['StringNotLike', 's3:prefix', ['a/*'], ['b/'], true],
  ['StringNotLike', 's3:prefix', ['a/*'], ['a/'], false],
  ['BinaryEquals', 'aws:username', ['YW5u'], ['ann'], true],
  ['BinaryEquals', 'aws:username', ['YW5u'], ['bob'], false],
  ['ForAnyValue:StringEquals', 'aws:groups', ['g1'], ['g1', 'g2'], true],
  ['ForAnyValue:StringEquals', 'aws:groups', ['g3'], ['g1', 'g2'], false],
  ['ForAnyValue:StringEquals', 'aws:groups', ['g1'], undefined, false],
  ['ForAllValues:StringEquals', 'aws:groups', ['g1', 'g2'], ['g1', 'g2'], true],
  ['ForAllValues:StringEquals', 'aws:groups', ['g1'], ['g1', 'g2'], false],
  ['ForAllValues:StringEquals', 'aws:groups', ['g1'], undefined, true],
  ['ForAllValues:StringLike', 'aws:groups', ['g*'], ['g1', 'g2'], true],
  ['ForAllValues:StringLike', 'aws:groups', ['g*'], ['g1', 'h'], false],
  ['IpAddress', 'aws:SourceIp', ['10.0.0.0/8'], ['10.200.3.4'], true],
  ['IpAddress', 'aws:SourceIp', ['10.0.0.0/8'], ['11.0.0.1'], false],
  ['IpAddress', 'aws:SourceIp', ['192.168.1.7'], ['192.168.1.7'], true],
  ['IpAddress', 'aws:SourceIp', ['192.168.1.7'], ['192.168.1.8'], false],
  ['IpAddress', 'aws:SourceIp', ['0.0.0.0/0'], ['8.8.8.8'], true],
  ['IpAddress', 'aws:SourceIp', ['2001:db8::/32'], ['2001:db8::5'], true],
  ['IpAddress', 'aws:SourceIp', ['2001:db8::/32', '10.0.0.0/8'], ['2001:db9::5'], false],
  ['IpAddress', 'aws:SourceIp', ['10.0.0.0/8'], ['10.0.0.1, 1.1.1.1'], false],
  ['IpAddress', 'aws:SourceIp', ['10.0.0.0/8'], ['not an address'], false],
  ['NotIpAddress', 'aws:SourceIp', ['10.0.0.0/8'], ['10.1.1.1'], false],
  ['NotIpAddress', 'aws:SourceIp', ['10.0.0.0/8'], ['11.1.1.1'], true],
  ['Bool', 'aws:SecureTransport', [true], ['true'], true],
  ['Bool', 'aws:SecureTransport', ['true'], ['true'], true],
  ['Bool', 'aws:SecureTransport', ['true'], ['false'], false],
  ['Bool', 'aws:SecureTransport', [false], ['false'], true],
  ['Null', 's3:prefix', [true], undefined, true],
  ['Null', 's3:prefix', ['true'], ['x'], false],
  ['Null', 's3:prefix', [false], ['x'], true],
  ['Null', 's3:prefix', ['false'], undefined, false],
  ['NumericEquals', 's3:max-keys', [10], ['10'], true],
  ['NumericEquals', 's3:max-keys', ['10'], ['11'], false],
  ['NumericNotEquals', 's3:max-keys', ['10'], ['11'], true],
  ['NumericNotEquals', 's3:max-keys', ['10'], undefined, false],
  ['NumericLessThan', 's3:max-keys', ['10'], ['9'], true],
  ['NumericLessThan', 's3:max-keys', ['10'], ['10'], false],
  ['NumericLessThanEquals', 's3:max-keys', ['10'], ['10'], true],
  ['NumericGreaterThan', 's3:max-keys', ['10'], ['11'], true],
  ['NumericGreaterThan', 's3:max-keys', ['10'], undefined, false],
  ['NumericGreaterThanIfExists', 's3:max-keys', ['10'], undefined, true],
  ['NumericGreaterThanEquals', 's3:max-keys', ['10'], ['9'], false],
  ['NumericEquals', 's3:max-keys', ['10'], ['ten'], false],
  ['DateEquals', 'aws:CurrentTime', ['2026-01-01T00:00:00Z'], ['2026-01-01T01:00:00+01:00'], true],
  ['DateNotEquals', 'aws:CurrentTime', ['2026-01-01T00:00:00Z'], ['2026-01-01T00:00:01Z'], true],
  ['DateLessThan', 'aws:CurrentTime', ['2026-01-01T00:00:00Z'], ['2025-12-31T23:59:59Z'], true],
  ['DateLessThanEquals', 'aws:CurrentTime', ['2026-01-01T00:00:00Z'], ['2026-01-01T00:00:01Z'], false],
  ['DateGreaterThan', 'aws:CurrentTime', ['2026-01-01T00:00:00Z'], ['2026-01-01T00:00:01Z'], true],
  ['DateGreaterThanEquals', 'aws:CurrentTime', ['2026-01-01T00:00:00Z'], ['2026-01-01T00:00:00Z'], true],
  ['DateGreaterThan', 'aws:CurrentTime', ['2020-01-01T00:00:00Z'], undefined, true],
  ['DateLessThan', 'aws:CurrentTime', ['2020-01-01T00:00:00Z'], undefined, false],
  ['StringEquals', 's3:ExistingObjectTag/team', ['red'], undefined, false],
]

for (const [operator, key, wanted, known, holds] of conditions) {
  test(`${operator} finds ${key} = ${known ?? 'nothing'} ${holds ? '' : 'not '}to fit ${wanted.join(', ')}`, () => {
    const given = known ? { [key]: known } : {}
    const condition = { [operator]: { [key]: wanted } }
    check([allow('s3:ListBucket', 'b', condition)], { 's3:ListBucket b': holds }, given)
    check([allow('s3:*', '*'), deny('s3:ListBucket', 'b', condition)], { 's3:ListBucket b': !holds }, given)
  })
}

test('all conditions of a statement have to hold', () => {
  const both = { StringEquals: { 's3:prefix': ['a/'] }, NumericLessThanEquals: { 's3:max-keys': ['10'] } }
  check(
    [allow('s3:ListBucket', 'b', both)],
    { 's3:ListBucket b': true },
    { 's3:prefix': ['a/'], 's3:max-keys': ['10'] },
  )
  check(
    [allow('s3:ListBucket', 'b', both)],
    { 's3:ListBucket b': false },
    { 's3:prefix': ['a/'], 's3:max-keys': ['11'] },
  )
  check(
    [allow('s3:ListBucket', 'b', both)],
    { 's3:ListBucket b': false },
    { 's3:prefix': ['b/'], 's3:max-keys': ['10'] },
  )
})

test('what cannot be decided is decided against the caller', () => {
  const undecided: [string, string][] = [
    ['StringEqualsIfExists', 'aws:username'],
    ['Sometimes', 'aws:username'],
    ['__proto__x', 'aws:username'],
    ['StringEquals', 'aws:PrincipalOrgID'],
    ['StringEquals', 'constructor'],
    ['IpAddress', 'aws:SourceIp'],
    ['NotIpAddress', 'aws:SourceIp'],
    ['Bool', 'aws:SecureTransport'],
    ['StringLike', 'aws:UserAgent'],
    ['StringNotEquals', 'aws:Referer'],
  ]
  for (const [operator, key] of undecided) {
    const condition = { [operator]: { [key]: ['10.0.0.0/8'] } }
    check([allow('s3:ListBucket', 'b', condition)], { 's3:ListBucket b': false }, { 'aws:username': ['10.0.0.0/8'] })
    check([allow('s3:*', '*'), deny('s3:ListBucket', 'b', condition)], {
      's3:ListBucket b': false,
      's3:ListBucket c': true,
    })
  }
})

test('the built-in policies grant what they do in MinIO', () => {
  const grants: Record<string, Record<string, boolean>> = {
    readonly: {
      's3:GetObject b/k': true,
      's3:GetBucketLocation b': true,
      's3:ListBucket b': false,
      's3:PutObject b/k': false,
      'admin:ServerInfo': false,
    },
    readwrite: {
      's3:GetObject b/k': true,
      's3:ListBucket b': true,
      's3:DeleteBucket b': true,
      'admin:ServerInfo': false,
    },
    writeonly: { 's3:PutObject b/k': true, 's3:GetObject b/k': false, 's3:DeleteObject b/k': false },
    diagnostics: {
      'admin:ServerInfo': true,
      'admin:ServerTrace': true,
      'admin:Prometheus': true,
      'admin:ListUsers': false,
      's3:GetObject b/k': false,
    },
    consoleAdmin: {
      'admin:ListUsers': true,
      'kms:CreateKey': true,
      's3:DeleteBucket b': true,
      's3:GetObject b/k': true,
    },
  }
  assert.equal([...builtInPolicies.keys()].sort(), Object.keys(grants).sort())
  for (const [name, expected] of Object.entries(grants)) check(builtInPolicies.get(name)!.Statement, expected)
})

test('a pattern of many stars is matched in good time', () => {
  const started = performance.now()
  check([allow('s3:GetObject', `b/${'*a'.repeat(200)}`)], { [`s3:GetObject b/${'a'.repeat(1000)}b`]: false })
  assert.ok(performance.now() - started < 200)
})

const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
}

test('a Deny never grants, an Allow never takes away, and a Deny of the request itself always refuses', () => {
  const next = random(7)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)]!
  const statement = (): Statement => {
    const actions = pick(['s3:GetObject', 's3:*', 's3:Get*', 's3:PutObject s3:ListBucket', 'admin:*', '*'])
    const names = pick(['*', 'a', 'a/*', 'b/x*', 'a/${aws:username}/*'])
    const condition = pick([
      undefined,
      undefined,
      { StringLike: { 's3:prefix': ['x*'] } },
      { Sometimes: { 'aws:username': ['ann'] } },
    ])
    return pick([allow, deny])(actions, names, condition)
  }
  for (let round = 0; round < 2000; round += 1) {
    const statements = Array.from({ length: 1 + Math.floor(next() * 4) }, statement)
    const known = { 'aws:username': ['ann'], ...(next() < 0.5 && { 's3:prefix': [pick(['x', 'y', ''])] }) }
    const text = pick([
      's3:GetObject a/ann/k',
      's3:PutObject b/x1',
      's3:ListBucket a',
      'admin:ListUsers',
      's3:GetObject b/k',
    ])
    const request = ask(text, known)
    const before = isAllowed([document(...statements)], request)
    const extra = statement()
    const after = isAllowed([document(...statements, extra)], request)
    if (extra.Effect === 'Deny') assert.ok(before || !after, `${text}: ${JSON.stringify([...statements, extra])}`)
    else assert.ok(!before || after, `${text}: ${JSON.stringify([...statements, extra])}`)
    const refusal = deny(request.action, request.bucket ? `${request.bucket}/${request.key ?? ''}` : '')
    assert.not(isAllowed([document(...statements, refusal)], request))
  }
})

test.run()
