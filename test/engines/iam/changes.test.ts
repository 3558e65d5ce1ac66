import { assert, test } from '../../lib/suite.ts'
import { comparePolicies, type UserWithPolicies } from '../../../engines/iam/changes.ts'
import type { PolicyDocument } from '../../../engines/iam/policy.ts'
import { allow, deny, document } from './statements.ts'

const user = (name: string, policies: Record<string, PolicyDocument>, groups: string[] = []): UserWithPolicies => ({
  name,
  conditionContext: { 'aws:username': [name], 'aws:groups': groups },
  own: Object.entries(policies).map(([policy, one]) => ({ policy, document: one })),
  memberOf: groups,
})

const changes = async (before: PolicyDocument, after: PolicyDocument, accounts = [user('ann', { own: before })]) => {
  const comparison = await comparePolicies('own', before, after, accounts)
  return comparison.changes.map(({ kind, actions, resource, accounts, overriddenPolicies }) =>
    [kind, actions.join(' '), resource, accounts, ...overriddenPolicies].join(' '),
  )
}

test('a right only in the new document is gained, and one only in the old document is lost', async () => {
  assert.equal(await changes(document(allow('s3:GetObject', 'b/*')), document(allow('s3:PutObject', 'b/*'))), [
    'lost s3:GetObject b/* 1',
    'gained s3:PutObject b/* 1',
  ])
})

test('an equivalent document changes nothing', async () => {
  const before = document(allow('s3:GetObject s3:PutObject', 'b/* c/*'))
  const after = document({ Sid: 'Named', ...allow('s3:PutObject s3:GetObject', 'c/* b/*') })
  assert.equal(await changes(before, after), [])
  assert.equal(await changes(before, document(allow('s3:GetObject', 'b/* c/*'), allow('s3:PutObject', 'b/* c/*'))), [])
})

test('a right granted by another policy is neither gained nor lost, unless denied', async () => {
  const before = document(allow('s3:GetObject', 'b/*'))
  const both = [user('ann', { own: before }), user('ben', { own: before, readwrite: document(allow('s3:*', '*')) })]
  assert.equal(await changes(before, document(allow('s3:GetObjectTagging', 'b/*')), both), [
    'lost s3:GetObject b/* 1',
    'gained s3:GetObjectTagging b/* 1',
  ])
  assert.equal(await changes(before, document(allow('s3:GetObject', 'b/*'), deny('s3:DeleteObject', 'b/*')), both), [
    'lost s3:DeleteObject b/* 1 readwrite',
  ])
})

test('actions that share a pattern of the policy are listed as the pattern', async () => {
  const [change] = await changes(
    document(allow('s3:PutObject', 'b/*')),
    document(allow('s3:PutObject', 'b/*'), allow('s3:Get*', '*')),
  )
  assert.is(change, 'gained s3:Get* * 1')
  assert.equal(
    await changes(document(allow('s3:PutObject', 'b/*')), document(allow('s3:PutObject', 'b/*'), allow('admin:*'))),
    ['gained admin:* * 1'],
  )
})

test('the actions of a change are sorted, patterns among them', async () => {
  const [change] = await changes(
    document(allow('s3:ListBucket', 'b')),
    document(allow('s3:ListBucket', 'b'), allow('s3:PutObject s3:DeleteObject s3:GetObject*', 'b/*')),
  )
  assert.is(change, 'gained s3:DeleteObject s3:GetObject* s3:PutObject b/* 1')
})

test('a condition that is added, removed or rewritten changes its rights', async () => {
  const free = document(allow('s3:GetObject', 'b/*'))
  const inOffice = (network: string) =>
    document(allow('s3:GetObject', 'b/*', { IpAddress: { 'aws:SourceIp': [network] } }))
  assert.equal(await changes(free, inOffice('10.0.0.0/8')), ['lost s3:GetObject b/* 1'])
  assert.equal(await changes(inOffice('10.0.0.0/8'), free), ['gained s3:GetObject b/* 1'])
  assert.equal(await changes(inOffice('10.0.0.0/8'), inOffice('10.1.0.0/16')), ['changed s3:GetObject b/* 1'])
})

test('a resource named after its user differs per user', async () => {
  const before = document(allow('s3:GetObject', 'home/${aws:username}/*'))
  const accounts = [
    user('ann', { own: before, other: document(allow('s3:PutObject', 'home/ann/*')) }),
    user('ben', { own: before, other: document(allow('s3:PutObject', 'home/ann/*')) }),
  ]
  assert.equal(
    await changes(before, document(allow('s3:GetObject s3:PutObject', 'home/${aws:username}/*')), accounts),
    ['gained s3:PutObject home/${aws:username}/* 1'],
  )
})

test('thousands of users with the same policies are compared once', async () => {
  const before = document(allow('s3:GetObject', 'b/*'))
  const accounts = Array.from({ length: 5000 }, (_, at) => user(`user-${at}`, { own: before }))
  assert.equal(await changes(before, document(allow('s3:*', '*')), accounts).then(([one]) => one), 'gained s3:* * 5000')
})

test('a comparison over the cost limit of a request is reported as incomplete', async () => {
  const before = document(allow('s3:GetObject', 'b/*'))
  const accounts = Array.from({ length: 2000 }, (_, at) =>
    user(`user-${at}`, { own: before, [`own-${at}`]: document(allow('s3:PutObject', `c${at}/*`)) }),
  )
  const { partial, changes: comparison } = await comparePolicies('own', before, document(allow('s3:*', '*')), accounts)
  assert.ok(partial)
  assert.ok(comparison.every(({ accounts }) => accounts < 2000))
  assert.not((await comparePolicies('own', before, document(allow('s3:*', '*')), accounts.slice(0, 100))).partial)
})
