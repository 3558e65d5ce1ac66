import { assert, test } from '../../../test/lib/suite.ts'
import { readDocument } from '../pages/document.ts'
import { risksOf } from '../pages/risks.ts'

const risky = (...Statement: object[]) =>
  risksOf(readDocument(JSON.stringify({ Version: '2012-10-17', Statement }))).map(({ action }) => action)

const allow = (...Action: string[]) => ({ Effect: 'Allow', Action })
const deny = (...Action: string[]) => ({ Effect: 'Deny', Action })

test('a permission that leads to all others is named', () => {
  assert.equal(risky(allow('admin:CreateUser', 'admin:ListUsers')), ['admin:CreateUser'])
  assert.equal(risky(allow('admin:ListUsers'), allow('admin:AddUserToGroup')), ['admin:AddUserToGroup'])
})

test('a permission that leads to no others is not reported', () => {
  assert.equal(
    risky(allow('s3:*'), allow('admin:ServerInfo', 'admin:ServerTrace', 'admin:GetPolicy', 'admin:DeleteUser')),
    [],
  )
  assert.equal(risky(deny('admin:*')), [])
  assert.equal(risksOf(undefined), [])
})

test('all permissions together are named as one risk', () => {
  assert.equal(risky(allow('admin:*')), ['admin:*'])
  assert.equal(risky(allow('*')), ['admin:*'])
  assert.equal(risky({ Effect: 'Allow', NotAction: ['s3:DeleteObject'] }), ['admin:*'])
})

test('a Deny removes a risk unless it has a condition', () => {
  assert.equal(risky(allow('admin:CreateUser', 'admin:CreatePolicy'), deny('admin:CreateUser')), ['admin:CreatePolicy'])
  assert.equal(
    risky(allow('admin:CreateUser'), {
      ...deny('admin:CreateUser'),
      Condition: { Bool: { 'aws:SecureTransport': ['false'] } },
    }),
    ['admin:CreateUser'],
  )
  assert.equal(risky(allow('admin:*'), deny('admin:*')), [])
  assert.not(risky(allow('admin:*'), deny('admin:CreateUser')).includes('admin:CreateUser'))
  assert.equal(risky({ Effect: 'Allow', NotAction: ['admin:*'] }), [])
})
