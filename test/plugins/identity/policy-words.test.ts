import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { policyWords } from '../../../plugins/identity/pages/policy-words.ts'

const words = (...Statement: object[]) => policyWords(JSON.stringify({ Version: '2012-10-17', Statement }))
const anywhere = { Effect: 'Allow', Resource: ['arn:aws:s3:::*'] }

test('an administrative policy names no buckets', () => {
  assert.is(words({ ...anywhere, Action: ['admin:ServerInfo'] }), 'Administration')
})

test('a policy for objects names its buckets', () => {
  assert.is(words({ ...anywhere, Action: ['s3:GetObject'] }), 'Read: all buckets')
  assert.is(
    words(
      { Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::docs/*'] },
      { ...anywhere, Action: ['admin:ServerInfo'] },
    ),
    'Read, Administration: docs',
  )
})

test.run()
