import { assert, test } from '../../lib/suite.ts'
import { createEvaluator, type ConditionContext } from '../../../engines/iam/policy.ts'
import { allow, ask, deny, document } from './statements.ts'

type Statement = Parameters<typeof document>[0]

const anna: ConditionContext = { 'aws:username': 'unknown', 'ldap:groups': 'unknown', 'aws:groups': [] }

/** Decision and offer for a caller whose name and groups only the server knows. */
const answers = (text: string, ...statements: Statement[]) =>
  (['decide', 'offer'] as const).map((purpose) => {
    const { requestContext: _, ...request } = ask(text)
    return createEvaluator([document(...statements)], anna, purpose).isAllowed(request) ? 'yes' : 'no'
  })

const all = allow('s3:*', '*')

test('actions only the server can decide are offered, and not granted', () => {
  const inStaff = { 'ForAnyValue:StringEquals': { 'ldap:groups': ['staff'] } }
  assert.equal(answers('s3:GetObject b/k', allow('s3:GetObject', 'b/*', inStaff)), ['no', 'yes'])
  assert.equal(answers('s3:GetObject b/k', all, deny('s3:GetObject', 'b/*', inStaff)), ['no', 'yes'])
  const notInStaff = { StringNotEquals: { 'ldap:groups': ['staff'] } }
  assert.equal(answers('s3:GetObject b/k', allow('s3:GetObject', 'b/*', notInStaff)), ['no', 'yes'])
  const byAddress = { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } }
  assert.equal(answers('s3:GetObject b/k', allow('s3:GetObject', 'b/*', byAddress)), ['no', 'yes'])
})

test('known actions are offered as decided', () => {
  const inStaff = { 'ForAnyValue:StringEquals': { 'aws:groups': ['staff'] } }
  assert.equal(answers('s3:GetObject b/k', allow('s3:GetObject', 'b/*', inStaff)), ['no', 'no'])
  assert.equal(answers('s3:GetObject b/k', all, deny('s3:GetObject', 'b/*', inStaff)), ['yes', 'yes'])
  assert.equal(answers('s3:GetObject c/k', allow('s3:GetObject', 'b/*')), ['no', 'no'])
})

test('a variable only the server can fill in may match any name', () => {
  const home = 'home/${aws:username}/*'
  assert.equal(answers('s3:GetObject home/x/k', allow('s3:GetObject', home)), ['no', 'yes'])
  assert.equal(answers('s3:GetObject away/x/k', allow('s3:GetObject', home)), ['no', 'no'])
  assert.equal(answers('s3:GetObject home/x/k', all, deny('s3:GetObject', home)), ['no', 'yes'])
  const elsewhere = (effect: 'Allow' | 'Deny'): Statement => ({
    Effect: effect,
    Action: ['s3:GetObject'],
    NotResource: [`arn:aws:s3:::${home}`],
  })
  assert.equal(answers('s3:GetObject home/x/k', elsewhere('Allow')), ['no', 'yes'])
  assert.equal(answers('s3:GetObject home/x/k', all, elsewhere('Deny')), ['no', 'yes'])
  const listed = allow('s3:ListBucket', 'b', { StringLike: { 's3:prefix': ['${aws:username}/*'] } })
  assert.equal(answers('s3:ListBucket b', listed), ['no', 'yes'])
})

test('actions allowed for some resource include conditions on values unknown to the console', () => {
  const own = document(allow('s3:PutObject', '${aws:username}/*'))
  const may = (purpose: 'decide' | 'offer') =>
    createEvaluator([own], anna, purpose).mayAnywhere({ action: 's3:PutObject', bucket: 'anna' })
  assert.equal([may('decide'), may('offer')], [false, true])
})
