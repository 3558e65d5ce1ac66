import { assert, test } from '../../../test/lib/suite.ts'
import { policySummary } from '../pages/policy-summary.ts'

const summaryOf = (...Statement: object[]) => policySummary(JSON.stringify({ Version: '2012-10-17', Statement }))
const anywhere = { Effect: 'Allow', Resource: ['arn:aws:s3:::*'] }

test('an administrative policy names no buckets', () => {
  assert.is(summaryOf({ ...anywhere, Action: ['admin:ServerInfo'] }), 'Administration')
})

test('a policy for objects names its buckets', () => {
  assert.is(summaryOf({ ...anywhere, Action: ['s3:GetObject'] }), 'Read: all buckets')
  assert.is(
    summaryOf(
      { Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::docs/*'] },
      { ...anywhere, Action: ['admin:ServerInfo'] },
    ),
    'Read, Administration: docs',
  )
})

test('only a policy that allows everything everywhere is full administrator access', () => {
  const admin = { Effect: 'Allow', Action: ['admin:*'] }
  const all = { ...anywhere, Action: ['s3:*'] }
  assert.is(summaryOf(admin, all), 'Full administrator access')
  assert.is(summaryOf({ ...admin, Action: ['admin:ServerInfo'] }, all), 'Everything, Administration: all buckets')
  assert.is(summaryOf(admin, { ...all, Resource: ['arn:aws:s3:::docs/*'] }), 'Everything, Administration: docs')
  const exceptions = 'Everything, Administration: all buckets, with exceptions'
  assert.is(summaryOf(admin, all, { ...anywhere, Effect: 'Deny', Action: ['s3:DeleteBucket'] }), exceptions)
})
