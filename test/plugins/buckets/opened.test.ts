import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { anonymousGrantsOf } from '../../../plugins/buckets/pages/anonymous-grants.ts'

const opened = (...Statement: object[]) => anonymousGrantsOf(JSON.stringify({ Version: '2012-10-17', Statement }))
const reading = { Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::docs/*' }

test('what a policy allows everyone is told, whichever way everyone is written', () => {
  for (const Principal of ['*', { AWS: '*' }, { AWS: ['eve', '*'] }, { AWS: ['**'] }])
    assert.equal(opened({ ...reading, Principal }), [{ actions: 's3:GetObject', on: ['docs/*'], tied: false }])
})

test('what is for accounts, what is denied and what is no policy opens nothing', () => {
  assert.equal(opened({ ...reading, Principal: { AWS: ['eve'] } }, { ...reading, Principal: '*', Effect: 'Deny' }), [])
  for (const text of ['', '{', 'null', '[]', '{"Statement":7}']) assert.equal(anonymousGrantsOf(text), [], text)
})

test('conditions and all-but lists are told as such, and a single statement is one too', () => {
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

test.run()
