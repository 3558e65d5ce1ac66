import { assert, test } from '../../../test/lib/suite.ts'
import { anonymousGrantsOf } from '../pages/anonymous-grants.ts'

const opened = (...Statement: object[]) => anonymousGrantsOf(JSON.stringify({ Version: '2012-10-17', Statement }))
const reading = { Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::docs/*' }

test('access that a policy allows everyone is reported for every notation of the wildcard principal', () => {
  for (const Principal of ['*', { AWS: '*' }, { AWS: ['eve', '*'] }, { AWS: ['**'] }])
    assert.equal(opened({ ...reading, Principal }), [{ actions: 's3:GetObject', on: ['docs/*'], tied: false }])
})

test('statements for accounts, Deny statements and invalid policies open nothing', () => {
  assert.equal(opened({ ...reading, Principal: { AWS: ['eve'] } }, { ...reading, Principal: '*', Effect: 'Deny' }), [])
  for (const text of ['', '{', 'null', '[]', '{"Statement":7}']) assert.equal(anonymousGrantsOf(text), [], text)
})

test('conditions and Not lists are reported as such, and a single statement outside a list is read', () => {
  const Condition = { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } }
  assert.equal(
    anonymousGrantsOf(
      JSON.stringify({
        Statement: { Effect: 'Allow', Principal: '*', NotAction: ['s3:DeleteObject'], Resource: ['*'], Condition },
      }),
    ),
    [{ actions: 'all but s3:DeleteObject', on: ['*'], tied: true }],
  )
})
