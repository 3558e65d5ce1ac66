import { assert, test } from '../../lib/suite.ts'
import { builtInPolicies, createEvaluator, permissions } from '../../../engines/iam/policy.ts'
import { allow, ask, deny, document, isAllowed, isDenied, mayAnywhere } from './statements.ts'
import { type Statement, assertDecisions } from './assert-decisions.ts'

test('an action no statement allows is denied', () => {
  assertDecisions([], { 's3:GetObject b/k': false, 's3:ListBucket b': false, 'admin:ListUsers': false })
  assert.not(isAllowed([], ask('s3:GetObject b/k')))
  assertDecisions([deny('s3:PutObject', '*')], { 's3:GetObject b/k': false, 's3:PutObject b/k': false })
})

test('an action is matched whole, with wildcards and case-insensitively', () => {
  assertDecisions([allow('s3:GetObject', '*')], {
    's3:GetObject b/k': true,
    's3:GetObjectTagging b/k': false,
    's3:getobject b/k': false,
    's3:Get b/k': false,
  })
  assertDecisions([allow('s3:Get*', '*')], {
    's3:GetObject b/k': true,
    's3:GetBucketPolicy b': true,
    's3:PutObject b/k': false,
  })
  assertDecisions([allow('s3:?etObject', '*')], {
    's3:GetObject b/k': true,
    's3:etObject b/k': false,
    's3:PutObject b/k': false,
  })
  assertDecisions([allow('s3:*Object', '*')], {
    's3:GetObject b/k': true,
    's3:PutObject b/k': true,
    's3:PutObjectTagging b/k': false,
  })
  assertDecisions([allow('s3:*', '*')], { 's3:CreateBucket b': true, 'admin:ListUsers': false, 'kms:CreateKey': false })
  assertDecisions([allow('*')], { 's3:CreateBucket b': true, 'admin:ListUsers': true, 's3:GetObject b/k': true })
  assertDecisions([allow('admin:*')], { 'admin:ListUsers': true, 's3:GetObject b/k': false })
})

test('a right to read a version includes reading the object', () => {
  assertDecisions([allow('s3:GetObjectVersion', 'b/*')], {
    's3:GetObject b/k': true,
    's3:GetObjectVersion b/k': true,
    's3:GetObject other/k': false,
  })
})

test('a resource is matched whole, with wildcards, in its own bucket', () => {
  assertDecisions([allow('s3:GetObject', 'b/*')], {
    's3:GetObject b/k': true,
    's3:GetObject b/a/b/c': true,
    's3:GetObject bb/k': false,
    's3:GetObject a/b/k': false,
  })
  assertDecisions([allow('s3:GetObject', 'b/k')], {
    's3:GetObject b/k': true,
    's3:GetObject b/kk': false,
    's3:GetObject b/k/k': false,
  })
  assertDecisions([allow('s3:GetObject', 'b/home/*')], {
    's3:GetObject b/home/x': true,
    's3:GetObject b/home': false,
    's3:GetObject b/homes/x': false,
  })
  assertDecisions([allow('s3:GetObject', 'b/*.jpg')], {
    's3:GetObject b/a/x.jpg': true,
    's3:GetObject b/x.jpg.exe': false,
    's3:GetObject b/x.jpeg': false,
  })
  assertDecisions([allow('s3:GetObject', 'b/f?o')], {
    's3:GetObject b/foo': true,
    's3:GetObject b/fo': false,
    's3:GetObject b/fooo': false,
    's3:GetObject b/f😀o': true,
  })
  assertDecisions([allow('s3:GetObject', 'data-*/*')], {
    's3:GetObject data-1/k': true,
    's3:GetObject data-/k': true,
    's3:GetObject data/k': false,
  })
  assertDecisions([allow('s3:GetObject', '*')], { 's3:GetObject any/thing': true })
  assertDecisions([allow('s3:GetObject', '')], { 's3:GetObject any/thing': true })
})

test('a bucket matches its name, its name with a slash and its name with a wildcard', () => {
  for (const name of ['b', 'b/', 'b/*', 'b*', '*'])
    assertDecisions([allow('s3:ListBucket', name)], { 's3:ListBucket b': true }, {})
  for (const name of ['bb', 'b/k', 'a', 'b?'])
    assertDecisions([allow('s3:ListBucket', name)], { 's3:ListBucket b': name === 'b?' }, {})
})

test('a bucket alone matches none of its objects', () => {
  assertDecisions([allow('s3:*', 'b')], {
    's3:ListBucket b': true,
    's3:GetObject b/k': false,
    's3:DeleteObject b/k': false,
  })
})

test('a folder without a trailing slash matches too', () => {
  assertDecisions([allow('s3:GetObject', 'b/folder')], {
    's3:GetObject b/folder/': true,
    's3:GetObject b/folder/x': false,
  })
})

test('dots and slashes in a key are literal', () => {
  assertDecisions([allow('s3:GetObject', 'b/open/*')], {
    's3:GetObject b/open/../secret': true,
    's3:GetObject b/../open/x': false,
  })
  assertDecisions([allow('s3:GetObject', 'b/secret')], {
    's3:GetObject b/open/../secret': false,
    's3:GetObject b//secret': false,
  })
  assertDecisions([allow('s3:GetObject', 'b/*'), deny('s3:GetObject', 'b/secret')], {
    's3:GetObject b/secret': false,
    's3:GetObject b/x': true,
  })
})

test('the resource of an admin action is ignored', () => {
  assertDecisions([allow('admin:ListUsers', 'b/*')], { 'admin:ListUsers': true })
  assertDecisions([allow('admin:ListUsers')], { 'admin:ListUsers': true, 'admin:CreateUser': false })
})

test('NotAction allows all other actions', () => {
  const statement: Statement = { Effect: 'Allow', NotAction: ['s3:Delete*'], Resource: ['arn:aws:s3:::*'] }
  assertDecisions([statement], {
    's3:GetObject b/k': true,
    's3:DeleteObject b/k': false,
    's3:DeleteBucket b': false,
    'admin:ListUsers': true,
  })
})

test('NotResource allows all other resources', () => {
  const statement: Statement = {
    Effect: 'Allow',
    Action: ['s3:*'],
    NotResource: ['arn:aws:s3:::secret', 'arn:aws:s3:::secret/*'],
  }
  assertDecisions([statement], {
    's3:GetObject b/k': true,
    's3:GetObject secret/k': false,
    's3:ListBucket secret': false,
  })
})

test('a Deny takes precedence in any position', () => {
  const all = allow('s3:*', '*')
  for (const statements of [
    [all, deny('s3:DeleteObject', 'b/*')],
    [deny('s3:DeleteObject', 'b/*'), all],
  ])
    assertDecisions(statements, { 's3:DeleteObject b/k': false, 's3:DeleteObject c/k': true, 's3:GetObject b/k': true })
  assert.not(isAllowed([document(all), document(deny('s3:GetObject', '*'))], ask('s3:GetObject b/k')))
  assert.ok(isDenied([document(deny('admin:CreateUser'))], ask('admin:CreateUser')))
  assert.not(isDenied([document(allow('admin:ListUsers'))], ask('admin:CreateUser')))
})

test('several documents are combined', () => {
  const two = [document(allow('s3:GetObject', 'a/*')), document(allow('s3:PutObject', 'b/*'))]
  for (const [request, allowed] of [
    ['s3:GetObject a/k', true],
    ['s3:PutObject b/k', true],
    ['s3:PutObject a/k', false],
  ] as const)
    assert.is(isAllowed(two, ask(request)), allowed, request)
})

test("variables are replaced by the caller's values in resources and conditions", () => {
  const ann = { 'aws:username': ['ann'], 'aws:userid': ['ann'] }
  const homes = [allow('s3:GetObject', 'b/home/${aws:username}/*')]
  assertDecisions(homes, { 's3:GetObject b/home/ann/x': true, 's3:GetObject b/home/bob/x': false }, ann)
  assertDecisions(homes, { 's3:GetObject b/home/ann/x': false, 's3:GetObject b/home//x': false })
  assertDecisions(
    [allow('s3:GetObject', '${aws:userid}-*/*')],
    { 's3:GetObject ann-1/x': true, 's3:GetObject bob-1/x': false },
    ann,
  )
  assertDecisions(
    [allow('s3:GetObject', 'b/${jwt:sub}/*')],
    { 's3:GetObject b/ann/x': false, 's3:GetObject b//x': false },
    ann,
  )
  assertDecisions(
    [allow('s3:GetObject', 'b/${s3:prefix}/*')],
    { 's3:GetObject b/x/y': false },
    { ...ann, 's3:prefix': ['x'] },
  )
  const listing = allow('s3:ListBucket', 'b', { StringLike: { 's3:prefix': ['home/${aws:username}/*'] } })
  assertDecisions([listing], { 's3:ListBucket b': true }, { ...ann, 's3:prefix': ['home/ann/photos'] })
  assertDecisions([listing], { 's3:ListBucket b': false }, { ...ann, 's3:prefix': ['home/bob/'] })
})

test('a user name with a wildcard does not widen a policy', () => {
  for (const name of ['*', 'an?', 'a*']) {
    const context = { 'aws:username': [name], 's3:prefix': ['home/ann/'] }
    assertDecisions(
      [allow('s3:GetObject', 'b/home/${aws:username}/*')],
      { 's3:GetObject b/home/ann/x': false },
      context,
    )
    assertDecisions(
      [allow('s3:ListBucket', 'b', { StringLike: { 's3:prefix': ['home/${aws:username}/*'] } })],
      { 's3:ListBucket b': false },
      context,
    )
    assertDecisions(
      [allow('s3:*', '*'), deny('s3:GetObject', 'b/home/${aws:username}/*')],
      { 's3:GetObject b/home/ann/x': false },
      context,
    )
  }
})

test('an undecidable condition is decided against the caller', () => {
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
    assertDecisions(
      [allow('s3:ListBucket', 'b', condition)],
      { 's3:ListBucket b': false },
      { 'aws:username': ['10.0.0.0/8'] },
    )
    assertDecisions([allow('s3:*', '*'), deny('s3:ListBucket', 'b', condition)], {
      's3:ListBucket b': false,
      's3:ListBucket c': true,
    })
  }
})

test('the built-in policies grant the same as in MinIO', () => {
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
  for (const [name, expected] of Object.entries(grants)) assertDecisions(builtInPolicies.get(name)!.Statement, expected)
})

test('a pattern with many stars is matched in linear time', () => {
  // a backtracking matcher would not end

  assertDecisions([allow('s3:GetObject', `b/${'*a'.repeat(200)}`)], { [`s3:GetObject b/${'a'.repeat(1000)}b`]: false })
})

const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
}

test('a Deny never grants, an Allow never removes, and a Deny of the request always denies', () => {
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
    const context = { 'aws:username': ['ann'], ...(next() < 0.5 && { 's3:prefix': [pick(['x', 'y', ''])] }) }
    const text = pick([
      's3:GetObject a/ann/k',
      's3:PutObject b/x1',
      's3:ListBucket a',
      'admin:ListUsers',
      's3:GetObject b/k',
    ])
    const request = ask(text, context)
    const before = isAllowed([document(...statements)], request)
    const extra = statement()
    const after = isAllowed([document(...statements, extra)], request)
    if (extra.Effect === 'Deny') assert.ok(before || !after, `${text}: ${JSON.stringify([...statements, extra])}`)
    else assert.ok(!before || after, `${text}: ${JSON.stringify([...statements, extra])}`)
    const refusal = deny(request.action, request.bucket ? `${request.bucket}/${request.key ?? ''}` : '')
    assert.not(isAllowed([document(...statements, refusal)], request))
  }
})

test('a statement with the action * applies everywhere, regardless of its Resource or NotResource', () => {
  const may = (text: string, ...statements: Parameters<typeof document>) =>
    isAllowed([document(...statements)], ask(text))
  assert.ok(may('s3:GetObject beta/a', allow('*', 'alpha/*')))
  assert.not(may('s3:GetObject beta/a', allow('s3:*', 'alpha/* beta/*'), deny('*', 'alpha/*')))
  assert.ok(may('s3:GetObject alpha/a', { Effect: 'Allow', Action: ['*'], NotResource: ['arn:aws:s3:::alpha/*'] }))
  assert.ok(mayAnywhere([document(allow('*', 'alpha/*'))], ask('s3:PutObject beta')))
})

test('a right to list a bucket includes listing its versions', () => {
  const reach = [createEvaluator([document(allow('s3:ListBucket', 'b'), deny('s3:ListBucketVersions', 'b'))])]
  assert.ok(permissions(reach).may('s3:ListBucketVersions', { bucket: 'b' }))
  const other = [createEvaluator([document(allow('s3:GetObject', 'b/*'))])]
  assert.not(permissions(other).may('s3:ListBucketVersions', { bucket: 'b' }))
})
